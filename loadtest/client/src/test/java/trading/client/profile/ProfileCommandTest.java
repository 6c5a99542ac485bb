package trading.client.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trading.client.Main;

class ProfileCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A program that has one thread at work. */
    static final class Busy {

        private Busy() {}

        public static void main(String[] arguments) {
            System.out.println("busy");
            while (spin() != 0) {
                Thread.onSpinWait();
            }
        }

        private static long spin() {
            long sum = 1;
            for (int i = 0; i < 10_000_000; i++) {
                sum += ThreadLocalRandom.current().nextInt(10);
            }
            return sum;
        }
    }

    @Test
    void aProcessAtWorkGetsAFlameGraphAndOthersAreLeftOut() throws IOException {
        Process busy = busy();
        try (BufferedReader said = busy.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("busy");
            Path stack = stack("{\"name\": \"engine-1\", \"service\": \"engine\", \"pid\": " + busy.pid()
                    + ", \"port\": 1}, {\"name\": \"database\", \"service\": \"database\", \"pid\": 0, \"port\": 2}");

            int status = run("--stack", stack.toString(), "--seconds", "1", "--folder", folder.toString());

            assertThat(err.toString()).isEmpty();
            assertThat(status).isZero();
            assertThat(out.toString()).contains("database: no JVM, left out")
                    .containsPattern("engine-1: [0-9,]+ samples")
                    .containsPattern("[0-9.]+ % +main\\R");
            assertThat(folder.resolve("engine-1.collapsed")).content().contains("ProfileCommandTest$Busy.spin");
            assertThat(folder.resolve("engine-1.html")).content().contains("CPU time of engine-1");
        } finally {
            busy.destroyForcibly();
        }
    }

    @Test
    void oneThatEndsMeanwhileTakesNoFlameGraphFromOthers() throws Exception {
        Process ending = busy();
        Process staying = busy();
        try (BufferedReader said = staying.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("busy");
            Path stack = stack("""
                    {"name": "engine-1", "service": "engine", "pid": %d, "port": 1},
                    {"name": "engine-2", "service": "engine", "pid": %d, "port": 2}"""
                    .formatted(ending.pid(), staying.pid()));
            // The second is sampled after the first.
            CompletableFuture<String> begun = CompletableFuture.supplyAsync(() -> {
                String line = said.lines().filter(sampled -> sampled.equals("Profiling started")).findFirst()
                        .orElse("");
                ending.destroyForcibly();
                return line;
            });

            int status = run("--stack", stack.toString(), "--seconds", "3", "--folder", folder.toString());

            assertThat(begun.join()).isEqualTo("Profiling started");
            assertThat(err.toString()).isEqualToIgnoringNewLines(
                    "engine-1 (pid " + ending.pid() + "): ended while it was sampled");
            assertThat(status).isEqualTo(1);
            assertThat(out.toString()).containsPattern("engine-2: [0-9,]+ samples");
            assertThat(folder.resolve("engine-2.html")).content().contains("CPU time of engine-2");
        } finally {
            ending.destroyForcibly();
            staying.destroyForcibly();
        }
    }

    @Test
    void nothingToProfileIsSaid() throws IOException {
        int status = run("--stack", stack("").toString());

        assertThat(status).isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines("no JVM of the stack runs on this machine");
    }

    @Test
    void secondsAreWithinBounds() {
        assertThat(run("--seconds", "0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--seconds: 0 (expected: a whole number from 1 to 3600)");
    }

    private static Process busy() throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Busy.class.getName()).start();
    }

    private int run(String... options) {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "profile";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private Path stack(String processes) throws IOException {
        return Files.writeString(folder.resolve("stack.json"), """
                {"gateway": "http://127.0.0.1:1", "kafka": "127.0.0.1:2",
                 "database": {"jdbcUrl": "jdbc:mariadb://127.0.0.1:3/x", "username": "x", "password": "x"},
                 "processes": [%s]}""".formatted(processes));
    }
}
