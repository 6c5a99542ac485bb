package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseBinariesTest {

    @TempDir
    private Path folder = Path.of("");

    /** MariaDB's installer does not bear one in the path of its own folder. */
    @Test
    void noHomeWithASpaceTakesWhatIsUnpacked() throws IOException {
        Path home = Files.createDirectories(folder.resolve("ann"));
        assertThat(DatabaseBinaries.unpackedFolder(home, shared())).isEqualTo(home.resolve(".cache/trading-pipeline"));
        assertThat(shared()).isEmptyDirectory();

        Path other = Files.createDirectories(folder.resolve("ann lee"));
        Path unpacked = DatabaseBinaries.unpackedFolder(other, shared());
        assertThat(unpacked.toString()).startsWith(shared() + "/of-").endsWith("/trading-pipeline").doesNotContain(" ");
        assertThat(Files.getPosixFilePermissions(unpacked.getParent())).as("of this user alone")
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(DatabaseBinaries.unpackedFolder(other, shared())).isEqualTo(unpacked);
    }

    /** Whoever may write there may have put programs of his own there. */
    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwxr-xrwx"})
    void noSharedFolderThatOthersMayWriteTakesWhatIsUnpacked(String permissions) throws IOException {
        Path home = Files.createDirectories(folder.resolve("ann lee"));
        Path own = DatabaseBinaries.unpackedFolder(home, shared()).getParent();
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString(permissions));
        assertThatThrownBy(() -> DatabaseBinaries.unpackedFolder(home, shared())).isInstanceOf(IOException.class)
                .hasMessageStartingWith(own + ": may be written by others");

        Path elsewhere = Files.move(own, folder.resolve("elsewhere"));
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(own, elsewhere);
        assertThatThrownBy(() -> DatabaseBinaries.unpackedFolder(home, shared())).isInstanceOf(IOException.class)
                .hasMessageStartingWith(own + ": may be written by others");
    }

    private Path shared() throws IOException {
        return Files.createDirectories(folder.resolve("shared"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "5.7.44 for Linux on x86_64 (MySQL Community Server (GPL))",
        "8.0.0 for Linux on x86_64 (MySQL Community Server (GPL))",
        "8.0.28 for Linux on x86_64 (MySQL Community Server - GPL)",
        "8.0.29 for Linux on x86_64 (MySQL Community Server - GPL)",
        "5.5.68-MariaDB for Linux on x86_64 (MariaDB Server)"})
    void oneThatIsTooOldIsNotTaken(String version) throws IOException {
        install("mysqld", version);
        assertThat(DatabaseBinaries.in(List.of(folder.toString()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "8.0.30 for Linux on x86_64 (MySQL Community Server - GPL)",
        "8.4.0 for Linux on x86_64 (MySQL Community Server - GPL)",
        "9.7.1 for Linux on x86_64 (MySQL Community Server - GPL)",
        "10.0.1-MariaDB for Linux on x86_64 (MariaDB Server)"})
    void oneThatIsNewEnoughIsTaken(String version) throws IOException {
        Path server = install("mysqld", version);
        assertThat(DatabaseBinaries.in(List.of(folder.toString())).orElseThrow().server()).isEqualTo(server);
    }

    @Test
    void anUnpackingThatFailsLeavesNothing() throws IOException {
        try (JarFile jar = jar("base/bin/mariadbd", "base/share", "base/share/charsets")) {
            assertThatThrownBy(() -> DatabaseBinaries.unpack(jar, "base/", folder.resolve("cache/base")))
                    .isInstanceOf(IOException.class);
        }
        assertThat(folder.resolve("cache")).isEmptyDirectory();
    }

    @Test
    void whatAKilledUnpackingLeftIsDeletedWhenItIsOld() throws IOException {
        Path cache = folder.resolve("cache");
        Path old = Files.createDirectories(cache.resolve("unpack-1"));
        Files.createFile(old.resolve("mariadbd"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(61))));
        Path young = Files.createDirectories(cache.resolve("unpack-2"));
        try (JarFile jar = jar("base/bin/mariadbd")) {
            DatabaseBinaries.unpack(jar, "base/", cache.resolve("base"));
        }
        assertThat(cache).isDirectoryNotContaining(file -> file.equals(old));
        assertThat(young).isDirectory();
        assertThat(cache.resolve("base/bin/mariadbd")).isExecutable();
    }

    @Test
    void whatAnotherProcessUnpackedFirstIsTaken() throws IOException {
        Path other = Files.createDirectories(folder.resolve("cache/base/bin"));
        Files.createFile(other.resolve("mariadbd"));
        try (JarFile jar = jar("base/bin/mariadbd")) {
            DatabaseBinaries.unpack(jar, "base/", folder.resolve("cache/base"));
        }
        assertThat(folder.resolve("cache")).isDirectoryNotContaining("glob:**unpack-*");
    }

    private JarFile jar(String... names) throws IOException {
        Path file = folder.resolve("programs.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                jar.putNextEntry(new JarEntry(name));
                jar.write(name.getBytes(StandardCharsets.UTF_8));
            }
        }
        return new JarFile(file.toFile());
    }

    private Path install(String program, String version) throws IOException {
        Path file = Files.writeString(folder.resolve(program), """
                #!/bin/sh
                echo "$0  Ver %s"
                """.formatted(version));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
