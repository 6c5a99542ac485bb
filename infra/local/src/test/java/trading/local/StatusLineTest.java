package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusLineTest {

    private static final Supervised.State UP = Supervised.State.UP;

    @Test
    void allAreUpWhenEachServiceHasOneThatIs() {
        assertThat(StatusLine.states(Map.of("gateway", UP, "engine-1", UP, "persister-1", UP))).isEqualTo("all 3 up");
    }

    @Test
    void aServiceThatNothingRunsOfIsNamed() {
        assertThat(StatusLine.states(Map.of("gateway", UP, "engine-1", UP))).isEqualTo("no persister");
        assertThat(StatusLine.states(Map.of("gateway", UP))).isEqualTo("no engine, no persister");
    }

    @Test
    void whatIsNotUpIsNamedBesideIt() {
        assertThat(StatusLine.states(Map.of("gateway", Supervised.State.RESTARTING, "persister-1", UP)))
                .isEqualTo("no engine, gateway RESTARTING");
    }
}
