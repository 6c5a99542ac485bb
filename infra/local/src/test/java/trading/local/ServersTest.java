package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersTest {

    private static final String CONFIGURATION = "SPRING_CONFIG_LOCATION";

    @TempDir
    private Path checkout = Path.of("");

    /** It may be that of another program of Spring Boot, with its configuration. */
    @Test
    void theFolderThatAStackIsStartedInConfiguresNoService() throws IOException {
        Files.createFile(Files.createDirectories(checkout.resolve("engine/service/target")).resolve("engine.jar"));
        StackOptions options = StackOptions.forTest(checkout, checkout.resolve("home"), 1);
        assertThat(configuration(options)).isEqualTo("classpath:/");
        assertThat(configuration(options.withEnvironment(Map.of(CONFIGURATION, "file:/etc/trading/"))))
                .as("as somebody wants it").isEqualTo("file:/etc/trading/");
    }

    private static String configuration(StackOptions options) throws IOException {
        return new Servers(options).engine(1).launch().environment().getOrDefault(CONFIGURATION, "");
    }
}
