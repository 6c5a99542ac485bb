package trading.market;

import java.util.List;

/**
 * Commands that are traded together, at one moment.
 *
 * @param nowMillis the moment, epoch milliseconds; never before that of the batch before
 * @param timeoutMillis an order older than this expires
 * @param idempotencyWindowMillis for how long the id of a closed order is remembered
 * @param maxOpenOrders orders that come while so many are open are rejected
 * @param commands in log order; may be empty, since time alone closes orders
 */
public record Batch(long nowMillis, long timeoutMillis, long idempotencyWindowMillis, int maxOpenOrders,
        List<Command> commands) {

    /** A batch that may leave any number of orders open. */
    public Batch(long nowMillis, long timeoutMillis, long idempotencyWindowMillis, List<Command> commands) {
        this(nowMillis, timeoutMillis, idempotencyWindowMillis, Integer.MAX_VALUE, commands);
    }
}
