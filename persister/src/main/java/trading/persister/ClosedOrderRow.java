package trading.persister;

import java.time.LocalDateTime;
import java.util.UUID;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;

/**
 * A row of {@code CLOSED_ORDERS}: an order that closed with something left.
 *
 * @param side {@code BUY} or {@code SELL}
 * @param quantity as it was ordered
 * @param remaining what was left when it closed
 * @param price in ticks; 0: any price
 * @param reason name of a {@link trading.wire.proto.CloseReason}
 * @param closedAt UTC, to the millisecond
 */
record ClosedOrderRow(UUID orderId, String side, String productId, String userId, long quantity, long remaining,
        long price, String reason, LocalDateTime closedAt) {

    static ClosedOrderRow of(ClosedOrder closed, LocalDateTime now) {
        OpenOrder order = closed.getOrder();
        return new ClosedOrderRow(new UUID(order.getOrderIdHigh(), order.getOrderIdLow()), order.getSide().name(),
                order.getProductId(), order.getUserId(), order.getQuantity(), order.getRemaining(), order.getPrice(),
                closed.getReason().name(), now);
    }
}
