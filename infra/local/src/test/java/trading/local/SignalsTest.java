package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalsTest {

    private static final long MOMENT_MILLIS = 200;

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
            Thread.sleep(MOMENT_MILLIS);
            assertThat(out.ready()).isFalse();

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
