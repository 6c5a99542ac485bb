package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OldestWaitTest {

    private final OldestWait wait = new OldestWait();

    @Test
    void whatIsTakenAtOnceDoesNotWait() {
        assertThat(look(0, 100, 100)).isZero();
        assertThat(look(1, 200, 200)).isZero();
        assertThat(look(60, 200, 200)).isZero();
    }

    @Test
    void isTheTimeSinceTheLogEndedWhereItIsTakenTo() {
        look(0, 0, 0);
        look(1, 900, 1_000);

        assertThat(look(2, 1_000, 2_000)).isEqualTo(1);
        assertThat(look(3, 1_500, 3_000)).as("half way between two looks").isEqualTo(1.5);
        assertThat(look(4, 3_900, 4_000)).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void growsWithTheClockWhereNothingIsTaken() {
        look(0, 500, 500);
        look(1, 1_000, 1_000);

        assertThat(look(2, 1_000, 1_001)).isEqualTo(1);
        assertThat(look(3, 1_000, 1_001)).isEqualTo(2);
        assertThat(look(4, 1_000, 50_000)).isEqualTo(3);
        assertThat(look(5, 50_000, 50_000)).isZero();
    }

    @Test
    void whatWaitedBeforeTheFirstLookHasWaitedSinceThen() {
        assertThat(look(10, 400, 1_000)).isZero();
        assertThat(look(11, 700, 2_000)).isEqualTo(1);
        assertThat(look(12, 1_500, 2_000)).isEqualTo(1.5);
    }

    @Test
    void whereNothingIsKnownNothingWaits() {
        assertThat(look(0, 0, -1)).isZero();
        assertThat(look(1, 0, -1)).isZero();
    }

    private double look(long second, long taken, long end) {
        return wait.seconds(second * 1_000_000_000L, taken, end);
    }
}
