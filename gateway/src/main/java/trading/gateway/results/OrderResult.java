package trading.gateway.results;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.TimeInForce;

/**
 * What became of an order.
 *
 * @param orderId the order
 * @param status how far it has come
 * @param reason why it closed with something left, as in {@code CLOSED_ORDERS}; {@code null} unless it did
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param timeInForce as an engine told of it; unspecified, too, where none did
 * @param expiresAtMillis epoch milliseconds, 0 unless it is GTT
 * @param sales the newest, oldest of them first; at most {@link #MAX_SALES}
 * @param moreSales whether there are older sales
 */
record OrderResult(UUID orderId, OrderStatus status, @Nullable String reason, long filled, long remaining,
        TimeInForce timeInForce, long expiresAtMillis, List<OrderSale> sales, boolean moreSales) {

    /** Sales that a result carries itself. */
    static final int MAX_SALES = 100;
}
