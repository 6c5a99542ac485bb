package trading.client.audit;

import java.util.List;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Sale;

/**
 * A batch as an engine published it, its parts joined.
 *
 * @param firstOffset the first record of the orders log that it covers
 * @param lastOffset the last one, {@code firstOffset - 1} for a batch without commands
 */
record PublishedBatch(int rulesVersion, long firstOffset, long lastOffset, long nowMillis, long timeoutMillis,
        long idempotencyWindowMillis, List<ClosedOrder> closed, List<Sale> sales, List<OpenOrder> rested) {}
