package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownCommandTest {

    @TempDir
    private Path checkout = Path.of("");

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void whatRunsInAnyHomeOfTheCheckoutIsStopped() throws Exception {
        Process up = running(".pipeline", ProcessFiles.SUPERVISOR);
        Process engine = running(".pipeline-training", "engine-1");
        Process sweep = running(".pipeline-sweep", ProcessFiles.SUPERVISOR);
        Process other = running("pipeline-of-another", "engine-1");
        Files.createDirectories(checkout.resolve(".pipeline-threads"));

        assertThat(DownCommand.stop(checkout)).containsExactly(".pipeline: stopped", ".pipeline-sweep: stopped",
                ".pipeline-training: stopped what a killed supervisor had left running: engine-1 (pid "
                        + engine.pid() + ")");

        for (Process process : List.of(up, engine, sweep)) {
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(other.isAlive()).isTrue();
        assertThat(DownCommand.stop(checkout)).containsExactly("nothing runs");
    }

    @Test
    void whatRunsAndIsNotFoundIsNotForgotten() throws Exception {
        Process up = running(".pipeline", ProcessFiles.SUPERVISOR);
        Path home = checkout.resolve(".pipeline");
        Files.writeString(home.resolve("processes").resolve(ProcessFiles.SUPERVISOR), up.pid() + " torn");
        try (StackLock _ = StackLock.take(home).orElseThrow()) {
            assertThatThrownBy(() -> DownCommand.stop(checkout)).isInstanceOf(IOException.class)
                    .hasMessageStartingWith(home + ": in use");
        }
        assertThat(home.resolve("processes").resolve(ProcessFiles.SUPERVISOR)).exists();
    }

    @Test
    void theDataOfAllHomesIsDeleted() throws Exception {
        Path kept = Files.createDirectories(checkout.resolve("target/data"));
        Path up = home(".pipeline");
        Path training = home(".pipeline-training");

        assertThat(CleanCommand.delete(checkout)).containsExactly(up, training);

        assertThat(up).doesNotExist();
        assertThat(training).doesNotExist();
        assertThat(kept).exists();
        assertThat(CleanCommand.delete(checkout)).isEmpty();
    }

    @Test
    void theDataOfAStackThatBeginsMeanwhileStays() throws Exception {
        Path home = home(".pipeline-sweep");
        try (StackLock _ = StackLock.take(home).orElseThrow()) {
            assertThatThrownBy(() -> CleanCommand.delete(checkout)).isInstanceOf(IOException.class)
                    .hasMessageStartingWith(home + ": in use");
        }
        assertThat(home.resolve("data")).exists();
    }

    private Path home(String name) throws IOException {
        Path home = checkout.resolve(name);
        Files.createDirectories(home.resolve("data"));
        return home;
    }

    private Process running(String home, String name) throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        processes.add(process);
        ProcessFiles.of(checkout.resolve(home)).put(name, process.toHandle());
        return process;
    }
}
