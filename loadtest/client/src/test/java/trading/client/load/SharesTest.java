package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trading.client.report.Spread;
import trading.client.stack.EngineSales;

class SharesTest {

    @Test
    void theLargestShareIsThatOfTheGrowth() {
        assertThat(Shares.largestShare(Map.of(0, 1_100L, 1, 300L), Map.of(0, 1_000L, 1, 0L))).isEqualTo(0.75);
        assertThat(Shares.largestShare(Map.of(0, 5L, 1, 1L), Map.of(0, 5L))).as("one is new").isEqualTo(1);
    }

    @Test
    void whatBeganAnewDoesNotCount() {
        assertThat(Shares.largestShare(Map.of("engine-1", 10L, "engine-2", 40L), Map.of("engine-1", 900L)))
                .isEqualTo(1);
    }

    @Test
    void nobodyIsTheBusiestAsLongAsOneIsSilent() {
        EngineSales all = new EngineSales(Map.of("engine-1", 30L, "engine-2", 10L), Set.of());
        EngineSales without = new EngineSales(Map.of("engine-1", 30L), Set.of("engine-2"));

        assertThat(Shares.spread(Map.of(0, 9L, 1, 3L), Map.of(), all)).isEqualTo(new Spread(0.75, 2, 0.75, 2));
        assertThat(Shares.spread(Map.of(0, 9L, 1, 3L), Map.of(), without)).isEqualTo(new Spread(0.75, 2, 0, 0));
    }

    @Test
    void withoutGrowthThereIsNoShare() {
        assertThat(Shares.largestShare(Map.of(0, 7L), Map.of(0, 7L))).isZero();
    }
}
