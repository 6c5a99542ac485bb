package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITSupervised {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path folder = Path.of("");
    private final Queue<String> said = new ConcurrentLinkedQueue<>();

    @Test
    void whatDiesIsReportedWithItsLastWordsAndStartedAgain() throws Exception {
        Supervised server = start(shell("echo trading; sleep 60"));
        server.awaitUp();
        long first = server.pid();
        await().atMost(SOON).until(() -> Files.readString(server.log()).contains("trading"));

        server.kill();

        await().atMost(SOON).until(() -> server.state() == Supervised.State.UP && server.pid() != first);
        await().atMost(SOON).until(() -> said.size() == 2);
        assertThat(said.poll()).contains("engine-1 died").contains("status 137").contains("trading");
        assertThat(said.poll()).contains("engine-1 is up again");
        server.stop();
    }

    @Test
    void whatIsStoppedStaysStopped() throws Exception {
        Supervised server = start(shell("sleep 60"));
        server.awaitUp();
        server.kill();
        server.stop();
        await().atMost(SOON).during(Duration.ofSeconds(2)).until(() -> !ProcessHandle.of(server.pid()).isPresent());
        assertThat(server.state()).isEqualTo(Supervised.State.STOPPED);
    }

    @Test
    void whatCannotBeNotedDoesNotRun() throws Exception {
        Path file = Files.createFile(folder.resolve("no-folder"));
        assertThatThrownBy(() -> Supervised.start("engine", 1, shell("echo trading; sleep 60"), new ProcessFiles(file),
                said::add, () -> {})).isInstanceOf(IOException.class);
        assertThat(ProcessHandle.current().children().filter(child -> child.info().commandLine().orElse("")
                .contains("echo trading")).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void whatIsToBeDoneAfterADeathIsDoneOnceAndBeforeTheNextStart() throws Exception {
        Supervised server = start(shell("sleep 60"));
        server.awaitUp();
        long first = server.pid();
        AtomicInteger done = new AtomicInteger();
        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        await().atMost(SOON).until(() -> server.state() == Supervised.State.RESTARTING);

        server.kill(done::incrementAndGet);

        await().atMost(SOON).until(() -> server.state() == Supervised.State.UP && server.pid() != first);
        assertThat(done).hasValue(1);
        long second = server.pid();
        server.terminate();
        await().atMost(SOON).until(() -> server.state() == Supervised.State.UP && server.pid() != second);
        assertThat(done).hasValue(1);
        server.stop();
    }

    @Test
    void whatCannotStartSaysWhy() throws Exception {
        Supervised server = start(new Shell("echo no disk; exit 3", folder.resolve("engine-1.log"), false));
        assertThatThrownBy(server::awaitUp).hasMessageContaining("status 3").hasMessageContaining("no disk");
    }

    @Test
    void whatRunsAgainIsKilledWithItsParentAndNothingElseIs() throws Exception {
        Supervised server = start(shell("sleep 60"));
        server.awaitUp();
        long first = server.pid();

        ProcessHandle.of(first).orElseThrow().destroyForcibly();

        await().atMost(SOON).until(() -> server.state() == Supervised.State.UP && server.pid() != first);
        assertThat(diesWithParent(server.pid())).isTrue();
        await().atMost(SOON).until(() -> !diesWithParent(first));
        server.stop();
        await().atMost(SOON).until(() -> !diesWithParent(server.pid()));
    }

    @Test
    void whatIgnoresAStopIsKilledAtItsLimit() throws Exception {
        Supervised server = start(shell("trap '' TERM; while :; do sleep 1; done"));
        server.awaitUp();
        server.stop();
        assertThat(ProcessHandle.of(server.pid())).isEmpty();
    }

    @Test
    void pausesDoubleUpToALimit() {
        assertThat(List.of(1, 2, 3, 4, 5, 6, 60)).extracting(restart -> Supervised.pauseBefore(restart).toSeconds())
                .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
    }

    /** Whether a process is told to kill this one when its parent is gone. */
    private static boolean diesWithParent(long pid) {
        return ProcessHandle.current().children().map(child -> child.info().commandLine().orElse(""))
                .anyMatch(command -> command.endsWith("engine-1-reaper " + pid));
    }

    private Supervised start(Server server) throws Exception {
        return Supervised.start("engine", 0, server, new ProcessFiles(folder.resolve("processes")), said::add,
                () -> {});
    }

    private Server shell(String script) {
        return new Shell(script, folder.resolve("engine-1.log"), true);
    }

    private record Shell(String script, Path log, boolean isReady) implements Server {

        @Override
        public Launch launch() {
            return new Launch("engine-1", List.of("/bin/sh", "-c", script), Map.of(), log, Duration.ofSeconds(1), true);
        }

        @Override
        public Duration startLimit() {
            return SOON;
        }
    }
}
