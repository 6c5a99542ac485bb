package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In a checkout of its own: that of these sources may have a stack that runs. */
class DemoCommandTest {

    private final PortPlan ports = PortPlan.free();

    @TempDir
    private Path checkout = Path.of("");

    @BeforeEach
    void build() throws Exception {
        Path built = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(built)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = classes().resolve(built.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    @Test
    void aCheckSaysThatPortsAreTaken() throws Exception {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(Ports.loopback(ports.gateway()));
            Process check = check();
            assertThat(output(check))
                    .contains("ports: taken are " + ports.gateway() + " for the gateway (expected: free;");
            assertThat(check.waitFor()).isEqualTo(1);
        }
    }

    @Test
    void aCheckLeavesTheStackThatOrdersWillGoToAlone() throws Exception {
        Process up = new ProcessBuilder("sleep", "60").start();
        try {
            ProcessFiles.of(checkout.resolve(Main.HOME)).put(ProcessFiles.SUPERVISOR, up.toHandle());
            Process check = demo("--check");
            assertThat(output(check)).isEmpty();
            assertThat(check.waitFor()).isZero();
            assertThat(up.isAlive()).isTrue();
        } finally {
            up.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --engines 7 | --engines: 7 | ./pipeline scale engine 7 changes it
            --persisters=3 | --persisters: 3 | ./pipeline scale persister 3 changes it
            --port-base 20000 | --port-base: 20000 | after ./pipeline down, the demo starts one with it
            --database-url mysql://sue:secret@there:3306/x | --database-url: there:3306/x \
            | after ./pipeline down, the demo starts one with it
            """)
    void whatOnlyAStartCanUseIsRefusedWhereTheStackIsUp(String options, String given, String change) throws Exception {
        Process up = new ProcessBuilder("sleep", "60").start();
        try {
            ProcessFiles.of(checkout.resolve(Main.HOME)).put(ProcessFiles.SUPERVISOR, up.toHandle());
            Process demo = demo(options.split(" ", -1));
            assertThat(output(demo)).isEqualToIgnoringNewLines(
                    given + " (expected: without it, since the stack is up already; " + change + ")");
            assertThat(demo.waitFor()).isEqualTo(2);
            assertThat(up.isAlive()).isTrue();
        } finally {
            up.destroyForcibly();
        }
    }

    private Process check() throws Exception {
        return demo("--check", "--port-base", Integer.toString(ports.base()));
    }

    private Process demo(String... options) throws Exception {
        String classPath = classes() + File.pathSeparator + System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp", classPath, Main.class.getName(), "demo"));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws Exception {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Path classes() {
        return checkout.resolve("infra/local/target/classes");
    }
}
