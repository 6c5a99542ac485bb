package trading.gateway.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;
import trading.wire.proto.CloseReason;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

class MergedOrdersTest {

    @ParameterizedTest
    @CsvSource({"6, 3, 3", "3, 6, 3", ", 3, 3", "6, , 6", ", ,"})
    void endsWhereASourceIsNoLongerWhole(Integer storedTo, Integer waitingTo, Integer wholeTo) {
        int lastWaiting = waitingTo == null ? 8 : waitingTo;
        MergedOrders merged = new MergedOrders(new DoneOrders.Page(
                IntStream.rangeClosed(1, storedTo == null ? 9 : storedTo).filter(i -> i % 2 == 1)
                        .mapToObj(i -> filled(i, 1)).toList(),
                storedTo == null ? null : id(storedTo)));
        merged.add(new OpenOrders.Page(
                IntStream.rangeClosed(1, lastWaiting).filter(i -> i % 2 == 0 || i == lastWaiting)
                        .mapToObj(i -> state(i, 5, 2, null)).toList(),
                waitingTo != null, true));
        merged.add(state(10, 5, 2, CloseReason.EXPIRED));

        assertThat(merged.wholeTo()).isEqualTo(wholeTo == null ? null : id(wholeTo).toString());
        assertThat(merged.whole().map(OrderJson::id)).containsExactlyElementsOf(
                IntStream.rangeClosed(1, wholeTo == null ? 10 : wholeTo).mapToObj(i -> id(i).toString()).toList());
    }

    /** Stored as filled at moment 5. */
    @ParameterizedTest
    @CsvSource({"4, 3, FILLED", "5, 3, FILLED", "6, 3, PARTIALLY_FILLED", "4, 0, FILLED", "5, 0, FILLED",
        "6, 0, FILLED"})
    void theNewerIsToldAndAtTheSameMomentTheEnd(long atMillis, long remaining, OrderStatus status) {
        MergedOrders merged = new MergedOrders(new DoneOrders.Page(List.of(filled(1, 5)), null));
        merged.add(state(1, remaining, atMillis, null));

        assertThat(merged.whole()).singleElement().satisfies(order -> {
            assertThat(order.status()).isEqualTo(status);
            // Only the market knows the price of what was filled.
            assertThat(order.price() != null).isEqualTo(atMillis > 5 || (atMillis == 5 && remaining == 0));
        });
    }

    @Test
    void whatLeftWhileItWasReadIsToldAsItLeft() {
        MergedOrders merged = new MergedOrders(new DoneOrders.Page(List.of(), null));
        merged.add(new OpenOrders.Page(List.of(state(1, 5, 2, null)), false, true));
        merged.add(state(1, 5, 2, CloseReason.CANCELLED));

        assertThat(merged.whole()).singleElement().extracting(OrderJson::status).isEqualTo(OrderStatus.CANCELLED);
    }

    private static UUID id(int number) {
        return new UUID(((long) number << 16) | 0x7000, 0x8000_0000_0000_0000L);
    }

    private static OrderResult filled(int number, long atMillis) {
        return new OrderResult(id(number), OrderStatus.FILLED, null, 5, 0,
                OrderResult.Terms.ofSale(Side.BUY, "apple", "bob", 5), atMillis, List.of(), false);
    }

    private static OrderState state(int number, long remaining, long atMillis, @Nullable CloseReason closed) {
        return new OrderState(id(number), Side.BUY, "apple", "bob", 5, remaining, 10_000,
                TimeInForce.TIME_IN_FORCE_UNSPECIFIED, 0, 1, atMillis, closed);
    }
}
