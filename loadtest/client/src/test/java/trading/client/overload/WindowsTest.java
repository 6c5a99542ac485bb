package trading.client.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trading.client.orders.Outcomes;
import trading.client.stack.Stack;

class WindowsTest {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Test
    void aDatabaseThatDoesNotAnswerIsTold() throws InterruptedException {
        Stack stack = new Stack("http://127.0.0.1:1", null,
                Stack.Database.of("database", "mysql://user:password@127.0.0.1:1/trading"), List.of());
        try (Windows windows = new Windows(new PrintWriter(Writer.nullWriter()), stack, new Outcomes(),
                new Outcomes(), Duration.ofMillis(10))) {
            windows.start();
            await().atMost(LIMIT).until(() -> windows.failure() != null);

            assertThat(windows.failure()).contains("database: ");
            assertThat(windows.worstAcceptedPerSecond()).isEmpty();
        }
    }
}
