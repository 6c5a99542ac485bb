package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import trading.client.report.Lag;
import trading.client.report.Percentiles;
import trading.client.report.Sample;
import trading.client.report.Window;

class FlatnessTest {

    private static final int ACCEPTED = 100_000;

    @Test
    void whatIsBorneHasNoFlaw() {
        assertThat(flaw(ACCEPTED / 1_001, new Lag(0.2, 0.6, false, null), 40, 90)).isEmpty();
        assertThat(flaw(0, null, 40, 90)).as("where lag is not known").isEmpty();
    }

    @Test
    void aFlawIsNamed() {
        Lag none = new Lag(0, 0, false, null);

        assertThat(flaw(ACCEPTED / 999 + 1, none, 40, 40)).isEqualTo("101 orders not taken");
        assertThat(flaw(0, new Lag(0.1, 2.34, true, null), 40, 40))
                .isEqualTo("behind by 0.10 s at first, 2.34 s at last");
        assertThat(flaw(0, none, 40, 91)).isEqualTo("99 % in 40.0 ms at first, 91.0 ms at last");
    }

    @Test
    void isLostOnceTheWholeTimeCannotMakeUpForIt() {
        Duration minutes = Duration.ofMinutes(5);

        assertThat(Flatness.isLost(300, 1_000, minutes)).isFalse();
        assertThat(Flatness.isLost(301, 1_000, minutes)).isTrue();
    }

    private static String flaw(int notSent, @Nullable Lag lag, double firstMillis, double lastMillis) {
        Window window = new Window(60, ACCEPTED, 0, 0, 0, notSent, ACCEPTED, Percentiles.NONE, null, Percentiles.NONE,
                0, 0L, lag, Map.of(), Map.of(), null, null, List.of());
        List<Sample> samples = IntStream.range(0, 60).mapToObj(second -> sample(second,
                second < 30 ? firstMillis : lastMillis)).toList();
        return Flatness.flaw(window, lag, samples);
    }

    private static Sample sample(double second, double p99) {
        return new Sample(second, "measured", 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, p99, Map.of(), Map.of(), null);
    }
}
