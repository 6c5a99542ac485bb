package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trading.client.stack.Backlog.Progress;
import trading.client.stack.Backlog.Reading;

class SlowestPartitionTest {

    private static final Progress NOTHING = new Progress(100, 100);
    private static final Progress WAITS = new Progress(100, 200);

    private final SlowestPartition slowest = new SlowestPartition();

    @Test
    void waitsOfTwoPartitionsAreNotOne() {
        look(0, List.of(NOTHING, NOTHING), List.of(NOTHING, NOTHING));
        look(1, List.of(WAITS, NOTHING), List.of(NOTHING, WAITS));

        assertThat(look(10, List.of(WAITS, NOTHING), List.of(NOTHING, WAITS))).isEqualTo(10);
    }

    @Test
    void waitsOfOnePartitionAddUp() {
        look(0, List.of(NOTHING, NOTHING), List.of(NOTHING, NOTHING));
        look(1, List.of(NOTHING, WAITS), List.of(NOTHING, NOTHING));
        look(4, List.of(NOTHING, WAITS), List.of(NOTHING, NOTHING));
        look(5, List.of(NOTHING, WAITS), List.of(NOTHING, WAITS));

        assertThat(look(10, List.of(NOTHING, WAITS), List.of(NOTHING, WAITS))).isEqualTo(10 + 6);
    }

    @Test
    void whereNoSalesAreLookedAtNoneWait() {
        look(0, List.of(NOTHING, NOTHING), List.of());
        look(1, List.of(NOTHING, WAITS), List.of());

        assertThat(look(10, List.of(NOTHING, WAITS), List.of())).isEqualTo(10);
        assertThat(look(11, List.of(), List.of())).as("nothing is known").isZero();
    }

    private double look(long second, List<Progress> orders, List<Progress> sales) {
        return slowest.seconds(second * 1_000_000_000L, new Reading(orders, sales));
    }
}
