package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

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
    void withoutGrowthThereIsNoShare() {
        assertThat(Shares.largestShare(Map.of(0, 7L), Map.of(0, 7L))).isZero();
    }
}
