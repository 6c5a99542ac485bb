package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    @Test
    void partitionsAreToldByEngine() {
        assertThat(StatusLine.partitions(Map.of("engine-1", 48), List.of("engine-1", "engine-2")))
                .isEqualTo("partitions engine-1 48, engine-2 0");
        assertThat(StatusLine.partitions(Map.of(), List.of("engine-1"))).isEqualTo("partitions are moving");
        assertThat(StatusLine.partitions(Map.of(), List.of())).isEqualTo("no partition is traded");
    }
}
