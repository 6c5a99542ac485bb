package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a client that waits, in a checkout of its own. */
class ClientProcessTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    private Path checkout = Path.of("");

    /** Says its pid and waits, or ends with the status that it is given. */
    static final class Client {

        private Client() {}

        public static void main(String[] arguments) throws InterruptedException {
            if (!arguments[0].equals("wait")) {
                System.exit(Integer.parseInt(arguments[0]));
            }
            System.out.println(ProcessHandle.current().pid());
            // Longer than any test waits for its end.
            System.out.println(new CountDownLatch(1).await(10, TimeUnit.MINUTES));
        }
    }

    /** A command that runs the client. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws Exception {
            System.exit(new ClientProcess(Path.of(arguments[0])).run(List.of("wait")));
        }
    }

    @BeforeEach
    void build() throws Exception {
        Path jar = checkout.resolve("loadtest/client/target/client.jar");
        Files.createDirectories(jar.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Client.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH,
                Client.class.getProtectionDomain().getCodeSource().getLocation().toString());
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }
    }

    @Test
    void whatRunsDiesWithItsParent() throws Exception {
        Process parent = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Parent.class.getName(), checkout.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader said = parent.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle client = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            try {
                await().atMost(SOON).until(() -> parent.children()
                        .anyMatch(child -> isReaper(child, client.pid())));
                parent.destroyForcibly();
                await().atMost(SOON).until(() -> !client.isAlive());
            } finally {
                client.destroyForcibly();
            }
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void whatEndsTellsItsStatusAndLeavesNothingBehind() throws Exception {
        try (ClientProcess client = new ClientProcess(checkout)) {
            assertThat(client.run(List.of("3"))).isEqualTo(3);
        }
        await().atMost(SOON).until(() -> ProcessHandle.current().children()
                .noneMatch(child -> child.info().commandLine().orElse("").contains("client-reaper")));
    }

    private static boolean isReaper(ProcessHandle process, long pid) {
        return process.info().commandLine().orElse("").endsWith("client-reaper " + pid);
    }
}
