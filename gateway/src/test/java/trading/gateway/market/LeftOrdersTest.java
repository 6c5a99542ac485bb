package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import trading.wire.proto.CloseReason;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

class LeftOrdersTest {

    private static final long NOON = 1_800_000_000_000L;
    private static final int PARTITION = 47;

    private final LeftOrders left = new LeftOrders();

    @Test
    void anOrderIsFoundAsItLeft() {
        OrderState filled = order(1, "sue", null);
        OrderState cancelled = order(2, "bob@example.org", CloseReason.CANCELLED);
        OrderState closedByANewerEngine = order(3, "sue", CloseReason.UNRECOGNIZED);
        left.add(PARTITION, filled);
        left.add(PARTITION, cancelled);
        left.add(PARTITION, closedByANewerEngine);
        assertThat(left.find(id(1))).isEqualTo(filled);
        assertThat(left.find(id(2))).isEqualTo(cancelled);
        assertThat(left.find(id(3))).isEqualTo(closedByANewerEngine);
        assertThat(left.find(id(4))).isNull();
        assertThat(ofUser("sue")).containsExactly(filled, closedByANewerEngine);
        assertThat(ofUser("ann")).isEmpty();
    }

    @Test
    void anIdThatIsUsedAgainIsTheNewOrders() {
        left.add(PARTITION, order(1, "sue", CloseReason.EXPIRED));
        left.remove(id(1));
        assertThat(left.find(id(1))).isNull();
        assertThat(ofUser("sue")).isEmpty();
        OrderState again = order(1, "sue", null);
        left.add(PARTITION, order(1, "sue", CloseReason.CANCELLED));
        left.add(PARTITION, again);
        assertThat(left.find(id(1))).isEqualTo(again);
        assertThat(ofUser("sue")).containsExactly(again);
    }

    @Test
    void itIsKnownWhatWasForgotten() {
        for (int number = 0; number < LeftOrders.MAX; number++) {
            left.add(PARTITION, order(number, "sue", null));
        }
        assertThat(left.mayHaveForgotten(PARTITION, NOON, Long.MIN_VALUE)).isFalse();
        left.add(0, order(LeftOrders.MAX, "sue", null));
        assertThat(left.find(id(0))).isNull();
        assertThat(left.find(id(1))).isNotNull();
        assertThat(left.mayHaveForgotten(PARTITION, NOON, Long.MIN_VALUE)).isTrue();
        assertThat(left.mayHaveForgotten(PARTITION, NOON, NOON - 1)).isTrue();
        assertThat(left.mayHaveForgotten(PARTITION, NOON, NOON)).as("the database has it").isFalse();
        assertThat(left.mayHaveForgotten(PARTITION, NOON + 1, NOON - 1)).as("came later").isFalse();
        assertThat(left.mayHaveForgotten(0, NOON, Long.MIN_VALUE)).isFalse();
        assertThat(ofUser("sue")).hasSize(LeftOrders.MAX);
    }

    @Test
    void whatWasForgottenBeforeAnythingWasToldIsMissedWhereTheDatabaseIsBehind() {
        for (int number = 0; number <= LeftOrders.MAX; number++) {
            left.add(PARTITION, order(number, "sue", null));
        }
        left.tellsFromNow();
        assertThat(left.mayHaveForgotten(PARTITION, NOON, NOON - 1)).isTrue();
        assertThat(left.mayHaveForgotten(PARTITION, NOON, NOON)).isFalse();
        assertThat(left.mayHaveForgotten(PARTITION, NOON, Long.MIN_VALUE)).as("nothing came for long").isFalse();
        left.add(0, order(LeftOrders.MAX + 1, "sue", null));
        assertThat(left.mayHaveForgotten(PARTITION, NOON, Long.MIN_VALUE)).isTrue();
    }

    @Test
    void whatIsAnOpenOrdersAgainIsNotForgotten() {
        left.add(PARTITION, order(0, "sue", null));
        left.remove(id(0));
        for (int number = 1; number <= LeftOrders.MAX; number++) {
            left.add(PARTITION, order(number, "sue", null));
        }
        assertThat(left.mayHaveForgotten(PARTITION, NOON, Long.MIN_VALUE)).isFalse();
    }

    private List<OrderState> ofUser(String userId) {
        List<OrderState> orders = new ArrayList<>();
        left.ofUser(userId, orders::add);
        return orders;
    }

    private static UUID id(int number) {
        return new UUID(7, number);
    }

    private static OrderState order(int number, String userId, @Nullable CloseReason closed) {
        return new OrderState(id(number), number % 2 == 0 ? Side.BUY : Side.SELL, "apple", userId, 9, 4, 12_000,
                TimeInForce.GTT, NOON + 5_000, NOON - 1_000, NOON + number, closed);
    }
}
