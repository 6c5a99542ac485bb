package trading.gateway.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionBacklogTest {

    private final PartitionBacklog backlog = new PartitionBacklog();

    @Test
    void anEngineThatKeepsUpIsNotBehind() {
        assertThat(backlog.behindMillis(0, 0, 1_000)).isZero();
        assertThat(backlog.behindMillis(10, 10, 2_000)).isZero();
        assertThat(backlog.behindMillis(20, 21, 3_000)).isZero();
    }

    @Test
    void theOldestUntradedOrderCounts() {
        assertThat(backlog.behindMillis(10, 0, 1_000)).isZero();
        assertThat(backlog.behindMillis(20, 0, 2_000)).isEqualTo(1_000);
        assertThat(backlog.behindMillis(30, 9, 3_000)).isEqualTo(2_000);
        assertThat(backlog.behindMillis(30, 10, 4_000)).isEqualTo(2_000);
        assertThat(backlog.behindMillis(30, 29, 5_000)).isEqualTo(2_000);
        assertThat(backlog.behindMillis(30, 30, 6_000)).isZero();
    }

    @Test
    void oneOrderIsEnoughToBeBehind() {
        backlog.behindMillis(1, 0, 0);
        assertThat(backlog.behindMillis(1, 0, 60_000)).isEqualTo(60_000);
    }

    @Test
    void whatIsRememberedIsLimited() {
        for (int i = 1; i <= 100_000; i++) {
            assertThat(backlog.behindMillis(i, 0, i)).isEqualTo(i - 1);
        }
        assertThat(backlog.behindMillis(100_000, 99_999, 100_001)).isEqualTo(1);
    }
}
