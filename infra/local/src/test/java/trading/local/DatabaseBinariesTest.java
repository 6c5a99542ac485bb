package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseBinariesTest {

    @TempDir
    private Path folder = Path.of("");

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

    private Path install(String program, String version) throws IOException {
        Path file = Files.writeString(folder.resolve(program), """
                #!/bin/sh
                echo "$0  Ver %s"
                """.formatted(version));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
