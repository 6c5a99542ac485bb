package trading.market;

import java.util.UUID;

/**
 * An order that waits in the market, as it stood at the end of a batch.
 *
 * @param offset where the order stands in its partition of the orders log
 * @param orderId the order
 * @param side purchase order or sales order
 * @param productId the product
 * @param userId buyer or seller
 * @param quantity what was ordered
 * @param remaining what is left of it, from 1
 * @param price in ticks, {@link PlaceOrder#ANY_PRICE} for a purchase order without a limit
 * @param acceptedAtMillis when the log took the order, epoch milliseconds
 * @param timeInForce for how long it stays open
 * @param expiresAtMillis from when on it is no longer open, epoch milliseconds; 0 unless {@link TimeInForce#GTT}
 */
public record OpenOrder(long offset, UUID orderId, Side side, String productId, String userId, long quantity,
        long remaining, long price, long acceptedAtMillis, TimeInForce timeInForce, long expiresAtMillis) {

    /** The same order with less, or more, remaining. */
    public OpenOrder withRemaining(long left) {
        return new OpenOrder(offset, orderId, side, productId, userId, quantity, left, price, acceptedAtMillis,
                timeInForce, expiresAtMillis);
    }
}
