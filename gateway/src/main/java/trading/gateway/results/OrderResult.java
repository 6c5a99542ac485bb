package trading.gateway.results;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * What became of an order.
 *
 * @param orderId the order
 * @param status how far it has come
 * @param reason why it closed with something left, as in {@code CLOSED_ORDERS}; {@code null} unless it did
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param terms what was ordered
 * @param changedAtMillis moment of the batch that changed it last
 * @param sales the newest, oldest of them first; at most {@link #MAX_SALES}
 * @param moreSales whether there are older sales
 */
record OrderResult(UUID orderId, OrderStatus status, @Nullable String reason, long filled, long remaining, Terms terms,
        long changedAtMillis, List<OrderSale> sales, boolean moreSales) {

    /** Sales that a result carries itself. */
    static final int MAX_SALES = 100;

    /**
     * What was ordered, as far as it is known: of an order that neither rested nor closed, what its sales tell.
     *
     * @param price in ticks, 0 for any price, or if it is not known
     * @param timeInForce unspecified, too, where it is not known
     * @param expiresAtMillis epoch milliseconds, 0 unless it is GTT
     * @param acceptedAtMillis when the log took it, epoch milliseconds; 0 if it is not known
     */
    record Terms(Side side, String productId, String userId, long quantity, long price, TimeInForce timeInForce,
            long expiresAtMillis, long acceptedAtMillis) {

        static Terms of(OpenOrder order) {
            return new Terms(order.getSide(), order.getProductId(), order.getUserId(), order.getQuantity(),
                    order.getPrice(), order.getTimeInForce(), order.getExpiresAt(), order.getAcceptedAt());
        }

        static Terms ofSale(Side side, String productId, String userId, long quantity) {
            return ofRow(side, productId, userId, quantity, 0);
        }

        static Terms ofRow(Side side, String productId, String userId, long quantity, long price) {
            return new Terms(side, productId, userId, quantity, price, TimeInForce.TIME_IN_FORCE_UNSPECIFIED, 0, 0);
        }
    }
}
