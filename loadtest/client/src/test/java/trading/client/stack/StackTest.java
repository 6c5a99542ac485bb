package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.CommandFailed;

class StackTest {

    private static final String STACK = """
            {"gateway":"http://127.0.0.1:8080","kafka":"127.0.0.1:8090",
             "database":{"kind":"MariaDB","version":"11.4.5","r2dbcUrl":"r2dbc:mysql://127.0.0.1:8092/trader",
                         "jdbcUrl":"jdbc:mariadb://127.0.0.1:8092/trader","username":"trader","password":"secret"},
             "supervisorPid":1,"controlUrl":"http://127.0.0.1:8081",
             "processes":[{"name":"engine-1","service":"engine","pid":123,"port":8101,"log":"engine-1.log"}]}
            """;

    @TempDir
    Path directory = Path.of("");

    @Test
    void isFoundFromAnyDirectoryOfTheCheckout() throws IOException {
        write(STACK);
        Path below = Files.createDirectories(directory.resolve("a/b"));

        Stack stack = Stack.read(Stack.find(below));

        assertThat(stack.kafka()).isEqualTo("127.0.0.1:8090");
        assertThat(stack.database().jdbcUrl()).isEqualTo("jdbc:mariadb://127.0.0.1:8092/trader");
        assertThat(stack.processes("engine"))
                .containsExactly(new Stack.StackProcess("engine-1", "engine", 123, 8101));
        assertThat(stack.processes("persister")).isEmpty();
    }

    @Test
    void saysHowToStartOne() {
        assertThatThrownBy(() -> Stack.read(directory.resolve("none.json"))).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("./pipeline up");
    }

    @Test
    void refusesWhatIsNoDescription() throws IOException {
        Path file = write("{");
        assertThatThrownBy(() -> Stack.read(file)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("not a description of a stack");
    }

    @Test
    void mayBeInTheEnvironment() {
        Map<String, String> environment = Map.of("GATEWAY_URL", "http://gateway:8080", "KAFKA_BOOTSTRAP_SERVERS",
                "kafka:9092", "DATABASE_URL", "mysql://trader:a%2Fb+c@mysql:3306/trader");

        Stack stack = Stack.of(environment);

        assertThat(stack).isEqualTo(new Stack("http://gateway:8080", "kafka:9092",
                new Stack.Database(null, null,
                        "jdbc:mariadb://mysql:3306/trader?socketTimeout=300000&allowPublicKeyRetrieval=true",
                        "trader", "a/b+c"),
                List.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            KAFKA_BOOTSTRAP_SERVERS |                    | KAFKA_BOOTSTRAP_SERVERS: missing (expected: HOST:PORT,…)
            DATABASE_URL            |                    | DATABASE_URL: missing (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            DATABASE_URL            | mysql://db:1/trade | DATABASE_URL: mysql://db:… (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)
            """)
    void anEnvironmentThatSaysTooLittleIsRefused(String name, @Nullable String value, String message) {
        Map<String, String> environment = new HashMap<>(Map.of("GATEWAY_URL", "http://gateway:8080",
                "KAFKA_BOOTSTRAP_SERVERS", "kafka:9092", "DATABASE_URL", "mysql://a:b@mysql:3306/trader"));
        environment.put(name, value == null ? "" : value);

        assertThatThrownBy(() -> Stack.of(environment)).isInstanceOf(CommandFailed.class).hasMessage(message);
    }

    @Test
    void databaseUrlsOfAllKindsLeadToOneDriver() {
        String jdbc = "jdbc:mariadb://127.0.0.1:1/trader?socketTimeout=300000&allowPublicKeyRetrieval=true";
        assertThat(DatabaseUrl.jdbc("mysql://127.0.0.1:1/trader")).isEqualTo(jdbc);
        assertThat(DatabaseUrl.jdbc("r2dbc:mysql://127.0.0.1:1/trader")).isEqualTo(jdbc);
        assertThat(DatabaseUrl.jdbc("jdbc:mysql://127.0.0.1:1/trader?sslMode=trust"))
                .isEqualTo("jdbc:mariadb://127.0.0.1:1/trader?socketTimeout=300000&sslMode=trust");
        assertThat(DatabaseUrl.jdbc(jdbc)).isEqualTo(jdbc);
        assertThatThrownBy(() -> DatabaseUrl.jdbc("http://127.0.0.1")).isInstanceOf(CommandFailed.class);
    }

    private Path write(String json) throws IOException {
        Path file = directory.resolve(Stack.FILE);
        Files.createDirectories(directory.resolve(".pipeline"));
        return Files.writeString(file, json);
    }
}
