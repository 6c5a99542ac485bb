package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalsTest {

    private static final Duration MOMENT = Duration.ofMillis(200);

    private final Process echo;

    SignalsTest() throws IOException {
        echo = new ProcessBuilder("cat").start();
    }

    @AfterEach
    void end() {
        echo.destroyForcibly();
    }

    @Test
    void whoIsStalledAnswersWhenHeIsResumed() throws Exception {
        try (Writer in = echo.outputWriter(); BufferedReader out = echo.inputReader()) {
            Signals.stall(echo.pid());
            in.write("here\n");
            in.flush();
            await().during(MOMENT).until(() -> !out.ready());

            Signals.resume(echo.pid());
            assertThat(out.readLine()).isEqualTo("here");
        }
    }

    @Test
    void whoIsGoneIsNotReached() throws Exception {
        echo.destroyForcibly().waitFor();
        assertThatThrownBy(() -> Signals.stall(echo.pid())).isInstanceOf(IOException.class)
                .hasMessage("SIGSTOP did not reach " + echo.pid());
    }
}
