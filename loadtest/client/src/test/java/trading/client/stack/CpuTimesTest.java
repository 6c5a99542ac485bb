package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trading.client.CommandFailed;
import trading.client.stack.Stack.StackProcess;

class CpuTimesTest {

    private static final Duration SOME = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final List<Process> started = new ArrayList<>();
    private List<StackProcess> processes = List.of();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void whatHasEndedAndWhatHasBegunCount() throws IOException, InterruptedException {
        Process first = busy();
        processes = List.of(engine(first));
        CpuTimes times = new CpuTimes(this::stack);
        await().atMost(LIMIT).until(() -> engineTime(times).compareTo(SOME) > 0);
        Duration before = engineTime(times);
        assertThat(times.changed()).isEmpty();

        first.destroyForcibly().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(engineTime(times)).as("of what has ended").isGreaterThanOrEqualTo(before);
        processes = List.of(engine(busy()));

        await().atMost(LIMIT).until(() -> engineTime(times).compareTo(before.plus(SOME)) > 0);
        assertThat(times.changed()).containsExactly("engine-1");
        assertThat(times.changed()).as("since it was asked last").isEmpty();
        assertThat(times.look().keySet()).containsExactly("engine-1", CpuTimes.THIS_CLIENT);
    }

    @Test
    void aDescriptionThatIsAwayIsWhatItWas() throws IOException {
        processes = List.of(engine(busy()));
        List<String> away = new ArrayList<>();
        CpuTimes times = new CpuTimes(() -> {
            if (!away.isEmpty()) {
                throw new CommandFailed("away");
            }
            return stack();
        });
        away.add("now");

        assertThat(times.look()).containsKey("engine-1");
        assertThat(times.changed()).isEmpty();
        assertThat(times.stack()).isEqualTo(stack());
    }

    private static Duration engineTime(CpuTimes times) {
        return times.look().getOrDefault("engine-1", Duration.ZERO);
    }

    private Stack stack() {
        return new Stack("http://127.0.0.1:1", null,
                Stack.Database.of("database", "mysql://user:password@127.0.0.1:1/trading"), processes);
    }

    private Process busy() throws IOException {
        Process process = new ProcessBuilder("/bin/sh", "-c", "while :; do :; done").start();
        started.add(process);
        return process;
    }

    private static StackProcess engine(Process process) {
        return new StackProcess("engine-1", "engine", process.pid(), 1);
    }
}
