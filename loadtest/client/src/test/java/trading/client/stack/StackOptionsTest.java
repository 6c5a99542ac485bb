package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Stacks that can be told apart by their gateways. */
class StackOptionsTest {

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path directory = Path.of("");

    @BeforeEach
    void aStackThatIsFound() throws IOException {
        write(".pipeline/stack.json", "http://found");
    }

    @Test
    void theNearestIsFoundWhereNothingIsSaid() {
        assertThat(options().stack().gateway()).isEqualTo("http://found");
    }

    @Test
    void anEnvironmentThatDescribesOneComesBeforeThat() {
        describeInTheEnvironment();

        assertThat(options().stack().gateway()).isEqualTo("http://described");
        assertThat(options().isNamed()).isTrue();
    }

    @Test
    void theUsualOneComesBeforeThatAndIsNotNamed() throws IOException {
        environment.put("TRADING_STACK", write("a b/usual.json", "http://usual").toString());

        assertThat(options().isNamed()).isFalse();
        describeInTheEnvironment();
        assertThat(options().stack().gateway()).isEqualTo("http://usual");
    }

    @Test
    void theOptionComesFirst() throws IOException {
        environment.put("TRADING_STACK", write("usual.json", "http://usual").toString());
        describeInTheEnvironment();

        StackOptions options = options("--stack", write("given.json", "http://given").toString());

        assertThat(options.stack().gateway()).isEqualTo("http://given");
        assertThat(options.isNamed()).isTrue();
    }

    private StackOptions options(String... arguments) {
        StackOptions options = new StackOptions(environment, directory);
        new CommandLine(options).parseArgs(arguments);
        return options;
    }

    private void describeInTheEnvironment() {
        environment.putAll(Map.of("GATEWAY_URL", "http://described", "KAFKA_BOOTSTRAP_SERVERS", "kafka:9092",
                "DATABASE_URL", "mysql://a:b@mysql:3306/trader"));
    }

    private Path write(String file, String gateway) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, """
                {"gateway":"%s","kafka":"127.0.0.1:8090","database":{"jdbcUrl":"jdbc:mariadb://127.0.0.1:8092/trader",
                 "username":"trader","password":"secret"},"processes":[]}
                """.formatted(gateway));
    }
}
