package trading.client.audit;

import java.util.List;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Sale;
import trading.market.SelfTrades;

/**
 * A batch as an engine published it, its parts joined.
 *
 * @param salesOffset where its last part stands on the sales topic
 * @param number 1, 2, 3 … in its partition, 0 in a batch that is older than the number
 * @param firstOffset the first record of the orders log that it covers
 * @param lastOffset the last one, {@code firstOffset - 1} for a batch without commands
 * @param missed how many of these records no engine has read nor ever will
 * @param oldestAcceptedAtMillis of the oldest order that it sold or closed, if that is older than the timeout, else 0
 */
record PublishedBatch(long salesOffset, long number, int rulesVersion, long firstOffset, long lastOffset,
        long missed, long nowMillis, long timeoutMillis, long idempotencyWindowMillis, int maxOpenOrders,
        int maxGtcOrders,
        int maxProducts,
        SelfTrades selfTrades, long oldestAcceptedAtMillis, List<ClosedOrder> closed, List<Sale> sales,
        List<OpenOrder> rested) {

    /** Names it. */
    String name() {
        return name(number, firstOffset, lastOffset);
    }

    static String name(long number, long firstOffset, long lastOffset) {
        return "batch" + (number == 0 ? "" : " " + number) + " (orders " + firstOffset + " to " + lastOffset + ")";
    }
}
