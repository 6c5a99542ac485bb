package trading.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CpuLimitTest {

    private static final Duration MEASURED = Duration.ofMillis(400);
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @Test
    @SuppressWarnings("try") // It limits for as long as it is open.
    void processesAndTheirChildrenUseNoMoreTogether() throws IOException {
        Process alone = busy("while :; do :; done");
        Process parent = busy("(while :; do :; done) & wait");
        try (CpuLimit limit = CpuLimit.of(List.of(alone.pid(), parent.pid()), 0.2)) {
            // What is late to stop them once is made up for.
            await("processors used, with a limit of 0.2").atMost(Duration.ofMinutes(2))
                    .until(this::processorsUsed, used -> used < 0.35);
        }
        awaitUse(Duration.ofNanos(usedNanos()).plusMillis(500));
    }

    @Test
    void whatATerminalSendsToAllOfItsProcessesLeavesNoneStopped() throws Exception {
        CpuLimit limit = CpuLimit.of(List.of(busy("while :; do :; done").pid()), 0.01);
        awaitStop();
        long shell = ProcessHandle.current().children()
                .filter(child -> child.info().commandLine().orElse("").contains("kill -s")).findFirst().orElseThrow()
                .pid();
        for (String signal : List.of("INT", "HUP", "TERM")) {
            new ProcessBuilder("kill", "-s", signal, Long.toString(shell)).start().waitFor();
        }

        limit.close();

        awaitUse(Duration.ofNanos(usedNanos()).plusMillis(100));
        assertThat(ProcessHandle.of(shell)).isEmpty();
    }

    private Process busy(String script) throws IOException {
        Duration before = Duration.ofNanos(usedNanos());
        Process process = new ProcessBuilder("/bin/sh", "-c", script).start();
        processes.add(process);
        awaitUse(before.plusMillis(50));
        return process;
    }

    private double processorsUsed() {
        long beforeNanos = usedNanos();
        long beganNanos = System.nanoTime();
        awaitUse(Duration.ofNanos(beforeNanos).plus(MEASURED));
        return (double) (usedNanos() - beforeNanos) / (System.nanoTime() - beganNanos);
    }

    private void awaitUse(Duration used) {
        await().atMost(Duration.ofMinutes(2)).until(() -> usedNanos() > used.toNanos());
    }

    private void awaitStop() {
        AtomicLong before = new AtomicLong();
        await().atMost(Duration.ofMinutes(2)).during(Duration.ofMillis(300)).until(() -> {
            long used = usedNanos();
            return before.getAndSet(used) == used;
        });
    }

    private long usedNanos() {
        return processes.stream()
                .flatMap(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants()))
                .mapToLong(process -> process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos()).sum();
    }
}
