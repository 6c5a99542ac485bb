package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StabilityTest {

    private final Stability stability = new Stability(0, 1_000);
    private long second;
    private long sales = 1_000;

    @Test
    void threeWindowsWithinTenPercentAreStable() {
        seconds(10, 1_000);
        assertThat(stability.isStable()).as("two windows").isFalse();
        seconds(5, 910);
        assertThat(stability.isStable()).isTrue();
        assertThat(stability.since(sales)).isEqualTo(14_550);
    }

    @Test
    void moreThanTenPercentApartAreNot() {
        seconds(10, 1_000);
        seconds(5, 890);
        assertThat(stability.isStable()).isFalse();
        seconds(10, 890);
        assertThat(stability.isStable()).as("the first is forgotten").isTrue();
    }

    @Test
    void nothingIsNotStable() {
        seconds(30, 0);
        assertThat(stability.isStable()).isFalse();
    }

    private void seconds(int count, long salesEach) {
        for (int i = 0; i < count; i++) {
            sales += salesEach;
            stability.add(TimeUnit.SECONDS.toNanos(++second), sales);
        }
    }
}
