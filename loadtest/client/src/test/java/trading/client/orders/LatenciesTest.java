package trading.client.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void areMedianHighestOfNinetyNineInAHundredAndLongest() {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(2_000, 98);
        micros.recordValue(7_000);
        micros.recordValue(30_000);

        assertThat(Latencies.of(micros)).hasToString("2/7/30");
    }

    @Test
    void ofNothingAreADash() {
        assertThat(Latencies.of(new Histogram(3))).hasToString("-");
    }
}
