package trading.gateway.market;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.CloseReason;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * How an order stood after the newest batch that told of it; its sales may not be in the database yet.
 *
 * @param orderId the order
 * @param side buys or sells
 * @param productId what
 * @param userId who
 * @param quantity as ordered
 * @param remaining what is left, or was left when it closed
 * @param price in ticks, 0 for any price
 * @param timeInForce for how long it is good
 * @param expiresAtMillis epoch milliseconds, 0 unless it is GTT
 * @param acceptedAtMillis when the log took it
 * @param changedAtMillis moment of the batch that changed it last; where a checkpoint told of it, not before that
 * @param closed why it closed with something left; {@code null} unless it did
 */
public record OrderState(UUID orderId, Side side, String productId, String userId, long quantity, long remaining,
        long price, TimeInForce timeInForce, long expiresAtMillis, long acceptedAtMillis, long changedAtMillis,
        @Nullable CloseReason closed) {

    static OrderState ofClosed(OpenOrder order, CloseReason reason, long atMillis) {
        return new OrderState(new UUID(order.getOrderIdHigh(), order.getOrderIdLow()), order.getSide(),
                order.getProductId(), order.getUserId(), order.getQuantity(), order.getRemaining(), order.getPrice(),
                order.getTimeInForce(), order.getExpiresAt(), order.getAcceptedAt(), atMillis, reason);
    }
}
