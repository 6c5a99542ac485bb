package trading.client.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PaceTest {

    @Test
    void settlesWhenItGrowsNoMore() {
        Pace pace = new Pace();
        assertThat(pace.perSecond()).isZero();
        DoubleStream.of(100, 200, 400, 800, 1_600, 3_200, 6_400, 6_400, 6_400, 6_400, 6_400, 6_400).forEach(window -> {
            pace.add(window);
            assertThat(pace.hasSettled()).isFalse();
        });
        DoubleStream.of(6_300, 6_500, 6_400, 6_400, 6_400, 6_400).forEach(pace::add);

        assertThat(pace.hasSettled()).isTrue();
        assertThat(pace.perSecond()).isEqualTo(6_400);
    }

    @Test
    void onePauseIsNoEndOfGrowth() {
        Pace pace = new Pace();
        DoubleStream.of(1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000, 0, 2_000, 2_000, 2_000)
                .forEach(pace::add);

        assertThat(pace.hasSettled()).isFalse();
        assertThat(pace.perSecond()).isEqualTo(10_000 / 6.0);
    }
}
