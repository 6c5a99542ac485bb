package trading.market;

import java.util.List;

/**
 * Commands that are traded together, at one moment.
 *
 * @param nowMillis the moment, epoch milliseconds; never before that of the batch before
 * @param timeoutMillis an order older than this expires, unless it has a time of its own
 * @param idempotencyWindowMillis for how long the id of an order that was filled or closed is remembered
 * @param maxOpenOrders orders that come while so many are open are rejected
 * @param maxGtcOrders orders good till cancelled that come while their user has so many open in their product are rejected
 * @param maxProducts orders that come for a product without an open order or a sale, while so many products have one or the other, are
 *        rejected
 * @param selfTrades what happens when orders of the same user meet
 * @param commands in log order; may be empty, since time alone closes orders
 */
public record Batch(long nowMillis, long timeoutMillis, long idempotencyWindowMillis, int maxOpenOrders,
        int maxGtcOrders, int maxProducts, SelfTrades selfTrades, List<Command> commands) {

    /**
     * A batch that rejects nothing: it bounds neither the open orders, nor a user's orders good till cancelled, nor the products,
     * and users may trade with themselves.
     */
    public static Batch unbounded(long nowMillis, long timeoutMillis, long idempotencyWindowMillis,
            List<Command> commands) {
        return new Batch(nowMillis, timeoutMillis, idempotencyWindowMillis, Integer.MAX_VALUE, Integer.MAX_VALUE,
                Integer.MAX_VALUE, SelfTrades.ALLOWED, commands);
    }
}
