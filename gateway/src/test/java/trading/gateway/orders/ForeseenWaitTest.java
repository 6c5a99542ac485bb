package trading.gateway.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeseenWaitTest {

    private final ForeseenWait backlog = new ForeseenWait(5_000);

    @Test
    void whoKeepsUpIsNotBehind() {
        assertThat(backlog.waitMillis(0, 0, 1_000)).isZero();
        assertThat(backlog.waitMillis(10, 10, 2_000)).isZero();
        assertThat(backlog.waitMillis(20, 21, 3_000)).isZero();
    }

    @Test
    void theOldestRecordCounts() {
        assertThat(backlog.waitMillis(10, 0, 1_000)).isZero();
        assertThat(backlog.waitMillis(20, 0, 2_000)).isEqualTo(1_000);
        assertThat(backlog.waitMillis(30, 9, 2_500)).isEqualTo(1_500);
        assertThat(backlog.waitMillis(30, 10, 2_600)).isEqualTo(600);
        assertThat(backlog.waitMillis(30, 29, 5_000)).isEqualTo(2_500);
        assertThat(backlog.waitMillis(30, 30, 6_000)).isZero();
    }

    @Test
    void oneRecordIsEnoughToBeBehind() {
        backlog.waitMillis(1, 0, 0);
        assertThat(backlog.waitMillis(1, 0, 60_000)).isEqualTo(60_000);
    }

    @Test
    void whatWillTakeLongIsSeenBeforeItHasTakenLong() {
        backlog.waitMillis(3_000, 0, 0);
        backlog.waitMillis(6_000, 1_000, 1_000);
        assertThat(backlog.waitMillis(9_000, 2_000, 2_000)).as("not known yet").isEqualTo(2_000);
        assertThat(backlog.waitMillis(12_000, 3_000, 3_000)).as("9,000 at 1,000 a second").isEqualTo(9_000);
        assertThat(backlog.waitMillis(12_000, 10_000, 4_000)).as("2,000 at 2,500 a second").isEqualTo(1_000);
    }

    @Test
    void whatComesAtOnceIsNoStandstill() {
        for (int i = 0; i <= 20; i++) {
            assertThat(backlog.waitMillis(5 + 10L * i, 10L * i, 500L * i)).isLessThan(1_000);
        }
        assertThat(backlog.waitMillis(10_205, 205, 10_400)).isLessThan(1_000);
    }

    @Test
    void onlyThePaceOfLateCounts() {
        for (int second = 0; second <= 10; second++) {
            backlog.waitMillis(100_000, 100L * second, 1_000L * second);
        }
        for (int second = 11; second <= 16; second++) {
            backlog.waitMillis(100_000, 1_000 + 10_000L * (second - 10), 1_000L * second);
        }
        assertThat(backlog.waitMillis(200_000, 71_000, 17_000)).isEqualTo(17_000);
        assertThat(backlog.waitMillis(200_000, 150_000, 18_000)).isEqualTo(2_100);
    }

    @Test
    void timeInWhichThereWasNothingToDoIsNoPace() {
        for (int second = 0; second <= 10; second++) {
            backlog.waitMillis(1_000, 999, 1_000L * second);
        }
        backlog.waitMillis(21_000, 999, 11_000);
        assertThat(backlog.waitMillis(21_000, 11_000, 12_000)).isLessThan(1_001);
    }

    @Test
    void aStandstillIsNoPace() {
        backlog.waitMillis(1_000, 0, 0);
        backlog.waitMillis(1_000, 0, 4_000);
        assertThat(backlog.waitMillis(1_000, 500, 5_000)).as("waited longer than the rest will take").isEqualTo(5_000);
        assertThat(backlog.waitMillis(1_500, 1_000, 6_000)).isZero();
    }

    @Test
    void whoIsAwayIsNotSlow() {
        ForeseenWait wait = new ForeseenWait(60_000);
        for (int second = 0; second <= 20; second++) {
            wait.waitMillis(1_000L * second + 500, 1_000L * second, 1_000L * second);
        }
        for (int second = 21; second <= 60; second++) {
            assertThat(wait.waitMillis(1_000L * second + 500, 20_000, 1_000L * second)).as("second %d", second)
                    .isEqualTo(1_000L * (second - 20));
        }
        for (int second = 61; second <= 139; second++) {
            assertThat(wait.waitMillis(1_000L * second + 500, 20_000 + 1_500L * (second - 60), 1_000L * second))
                    .as("second %d", second).isLessThanOrEqualTo(40_000);
        }
    }

    @Test
    void whoPausesIsSlow() {
        ForeseenWait wait = new ForeseenWait(60_000);
        for (int second = 0; second <= 40; second++) {
            wait.waitMillis(1_000L * second, 1_000L * (second / 9), 1_000L * second);
        }
        assertThat(wait.waitMillis(41_000, 4_000, 41_000)).as("37,000 at 4,000 in 41 seconds").isGreaterThan(300_000);
    }

    @Test
    void whatIsRememberedIsLimited() {
        for (int i = 1; i <= 100_000; i++) {
            assertThat(backlog.waitMillis(i, 0, i)).isEqualTo(i - 1);
        }
        assertThat(backlog.waitMillis(100_000, 99_999, 100_001)).isEqualTo(1);
    }
}
