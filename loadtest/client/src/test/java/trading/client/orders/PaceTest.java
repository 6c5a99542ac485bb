package trading.client.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PaceTest {

    @Test
    void settlesWhenItGrowsNoMore() {
        Pace pace = new Pace(6);
        assertThat(pace.perSecond()).isZero();
        DoubleStream.of(100, 200, 400, 800, 1_600, 3_200, 6_400, 6_400, 6_400, 6_400, 6_400, 6_400).forEach(window -> {
            pace.add(window);
            assertThat(pace.growsNoMore()).isFalse();
        });
        DoubleStream.of(6_300, 6_500, 6_400, 6_400, 6_400, 6_400).forEach(pace::add);

        assertThat(pace.growsNoMore()).isTrue();
        assertThat(pace.perSecond()).isEqualTo(6_400);
    }

    @Test
    void nothingHasNotSettled() {
        Pace pace = new Pace(1);
        DoubleStream.of(0, 0).forEach(pace::add);
        assertThat(pace.growsNoMore()).isFalse();
        DoubleStream.of(100, 90).forEach(pace::add);
        assertThat(pace.growsNoMore()).isTrue();
    }

    @Test
    void isSteadyWhileAllWindowsAreAlike() {
        Pace pace = new Pace(3);
        DoubleStream.of(50, 100, 91).forEach(pace::add);
        assertThat(pace.isSteady()).isFalse();
        pace.add(95);
        assertThat(pace.isSteady()).isTrue();
        pace.add(89);
        assertThat(pace.isSteady()).as("95 and 89 are, 91 and 95 are").isTrue();
        pace.add(80);
        assertThat(pace.isSteady()).isFalse();
    }

    @Test
    void onePauseIsNoEndOfGrowth() {
        Pace pace = new Pace(6);
        DoubleStream.of(1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000, 0, 2_000, 2_000, 2_000)
                .forEach(pace::add);

        assertThat(pace.growsNoMore()).isFalse();
        assertThat(pace.perSecond()).isEqualTo(10_000 / 6.0);
    }
}
