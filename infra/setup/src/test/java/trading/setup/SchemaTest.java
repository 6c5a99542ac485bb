package trading.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trading.wire.Schema;

class SchemaTest {

    private static final Path MIGRATIONS = Path.of("../mysql/src/main/resources/db/migration");

    @Test
    void saysWhatToDo() {
        assertThat(Schema.tooOld(1)).isEqualTo(
                "schema version: 1 (expected: " + Schema.VERSION + "; run the migrations: java -jar mysql.jar,"
                        + " or the setup image's schema)");
    }

    /** Who adds a migration that the services need says so there, and nowhere else. */
    @Test
    void servicesExpectTheNewestMigration() throws IOException {
        try (Stream<Path> migrations = Files.list(MIGRATIONS)) {
            long newest = migrations.map(file -> file.getFileName().toString())
                    .mapToLong(name -> Long.parseLong(name.substring(1, name.indexOf("__")))).max().orElseThrow();

            assertThat(Schema.VERSION).isEqualTo(newest);
        }
    }
}
