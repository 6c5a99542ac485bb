package trading.market;

import java.util.UUID;

/**
 * Puts an order at the end of its product's queue.
 *
 * @param offset where the order stands in its partition of the orders log; it decides who came first
 * @param orderId unique per order; an id of UUID version 8 was made from a client order id and can come twice
 * @param side purchase order or sales order
 * @param productId the product
 * @param userId buyer or seller
 * @param quantity how many, from 1
 * @param price in ticks: the highest that a buyer accepts, or {@link #ANY_PRICE}; what a seller asks
 * @param acceptedAtMillis when the log took the order, epoch milliseconds
 * @param timeInForce for how long it stays open
 * @param expiresAtMillis from when on it is no longer open, epoch milliseconds; 0 unless {@link TimeInForce#GTT}
 */
public record PlaceOrder(long offset, UUID orderId, Side side, String productId, String userId, long quantity,
        long price, long acceptedAtMillis, TimeInForce timeInForce, long expiresAtMillis) implements Command {

    /** The price of a purchase order without a limit. */
    public static final long ANY_PRICE = Long.MAX_VALUE;

    /** An order that stays open as long as the order timeout says. */
    public PlaceOrder(long offset, UUID orderId, Side side, String productId, String userId, long quantity, long price,
            long acceptedAtMillis) {
        this(offset, orderId, side, productId, userId, quantity, price, acceptedAtMillis, TimeInForce.TIMEOUT, 0);
    }
}
