package trading.gateway.results;

import java.util.List;
import java.util.UUID;

/**
 * What became of an order.
 *
 * @param orderId the order
 * @param status how far it has come
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param sales the newest, oldest of them first; at most {@link #MAX_SALES}
 * @param moreSales whether there are older sales
 */
record OrderResult(UUID orderId, OrderStatus status, long filled, long remaining, List<OrderSale> sales,
        boolean moreSales) {

    /** Sales that a result carries itself. */
    static final int MAX_SALES = 100;
}
