package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import trading.client.report.LoadReport.Capacity;
import trading.client.report.LoadReport.Trial;

class CapacitySearchTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void isFoundFromBelowAndFromAbove() throws InterruptedException {
        for (double first : new double[]{500, 60_000}) {
            Capacity capacity = search(7_300, 7_300).find(first, LONG);

            assertThat(capacity.ordersPerSecond()).as("from %.0f", first).isBetween(7_300 / 1.05, 7_300.0);
            assertThat(capacity.trials().getLast().seconds()).isEqualTo((double) LONG.toSeconds());
        }
    }

    @Test
    void whatIsFlatForShortOnlyIsLowered() throws InterruptedException {
        Capacity capacity = search(7_300, 6_000).find(500, LONG);

        assertThat(capacity.ordersPerSecond()).isBetween(6_000 * 0.93, 6_000.0);
        List<Trial> held = capacity.trials().stream().filter(trial -> trial.seconds() == LONG.toSeconds()).toList();
        assertThat(held).hasSizeGreaterThan(1).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void isNoneWhereNothingIsFlat() throws InterruptedException {
        assertThat(search(5, 5).find(500, LONG).ordersPerSecond()).isZero();
        assertThat(search(7_300, 100).find(500, LONG).ordersPerSecond()).isZero();
    }

    @Test
    void whoIsNoLongerWantedTriesNothingMore() throws InterruptedException {
        AtomicInteger tried = new AtomicInteger();
        Capacity capacity = new CapacitySearch((rate, _) -> {
            tried.incrementAndGet();
            return new Trial(rate, 1, true, "", 1);
        }, () -> tried.get() == 2).find(500, LONG);

        assertThat(capacity.ordersPerSecond()).isZero();
        assertThat(capacity.trials()).extracting(Trial::ordersPerSecond).containsExactly(500.0, 1_000.0);
    }

    private static CapacitySearch search(double forShort, double forLong) {
        return new CapacitySearch((rate, time) -> {
            boolean flat = rate <= (time.equals(LONG) ? forLong : forShort);
            return new Trial(rate, (double) time.toSeconds(), flat, flat ? "" : "too much", 1);
        }, () -> false);
    }
}
