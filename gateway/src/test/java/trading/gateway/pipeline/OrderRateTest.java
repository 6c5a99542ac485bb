package trading.gateway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderRateTest {

    private static final long SECOND = 1_000_000_000;

    private final OrderRate rate = new OrderRate();

    @Test
    void isThatOfTheLastSeconds() {
        assertThat(rate.after(1_000, 0)).isNull();
        assertThat(rate.after(1_100, SECOND)).isEqualTo(100);
        for (int second = 2; second <= 20; second++) {
            rate.after(1_100 + (second - 1) * 300L, second * SECOND);
        }
        assertThat(rate.after(1_100 + 20 * 300L, 21 * SECOND)).isEqualTo(300);
        assertThat(rate.after(1_100 + 20 * 300L, 60 * SECOND)).as("a pause between two samples").isLessThan(10);
    }

    @Test
    void beginsAnewWithTopicsThatWereMadeAnew() {
        rate.after(1_000, 0);
        assertThat(rate.after(10, SECOND)).isNull();
        assertThat(rate.after(30, 2 * SECOND)).isEqualTo(20);
    }
}
