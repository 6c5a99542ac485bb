package trading.client.audit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import trading.client.audit.Bounds.Range;
import trading.wire.Topics;

/**
 * Waits until every order that was in the log when it began has been traded and persisted. Committed offsets alone do not
 * say so: an engine commits records that its unfinished batch has only taken, and transaction markers take offsets, too.
 * So the last batch of each partition is looked at. For one thread.
 */
final class CatchUp {

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Where to look for the last batch at first: so many offsets before the end. */
    private static final int TAIL = 64;

    private final Logs logs;
    private final Map<Integer, Long> ordersEnds = new HashMap<>();
    private final Map<Integer, LastBatch> lastBatches = new HashMap<>();

    /**
     * The newest batch that was seen.
     *
     * @param lastOffset of the orders log, -1 for none
     * @param salesOffset of its record, -1 for none
     * @param seenTo offset of the sales topic up to which this is known
     */
    private record LastBatch(long lastOffset, long salesOffset, long seenTo) {}

    CatchUp(Logs logs, Set<Integer> partitions) {
        this.logs = logs;
        Map<Integer, Range> orders = logs.ranges(Topics.ORDERS);
        partitions.forEach(partition -> {
            Range range = orders.getOrDefault(partition, new Range(0, 0));
            ordersEnds.put(partition, range.beginning() == range.end() ? 0 : range.end());
        });
    }

    /** Where each partition of the orders log ended. */
    Map<Integer, Long> ordersEnds() {
        return ordersEnds;
    }

    /**
     * Waits.
     *
     * @return the partitions that are still behind after the limit, and what they wait for
     */
    Map<Integer, String> await(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Map<Integer, String> behind = behind(ordersEnds.keySet());
        while (!behind.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(PAUSE);
            behind = behind(Set.copyOf(behind.keySet()));
        }
        return behind;
    }

    private Map<Integer, String> behind(Set<Integer> partitions) {
        Map<Integer, Range> sales = logs.ranges(Topics.SALES);
        Map<Integer, Long> persisted = logs.committed(Topics.PERSISTER_GROUP, Topics.SALES);
        Map<Integer, String> behind = new TreeMap<>();
        for (int partition : partitions) {
            LastBatch last = lastBatch(partition, sales.getOrDefault(partition, new Range(0, 0)));
            long ordersEnd = ordersEnds.getOrDefault(partition, 0L);
            if (last.lastOffset() < ordersEnd - 1) {
                behind.put(partition, "orders at offsets " + (last.lastOffset() + 1) + " to " + (ordersEnd - 1)
                        + " are in no batch");
            } else if (persisted.getOrDefault(partition, 0L) <= last.salesOffset()) {
                behind.put(partition, "sales at offsets " + persisted.getOrDefault(partition, 0L) + " to "
                        + last.salesOffset() + " are not in the database");
            }
        }
        return behind;
    }

    /** Once a partition has traded all that it must, its newer batches do not matter. */
    private LastBatch lastBatch(int partition, Range sales) {
        LastBatch known = lastBatches.get(partition);
        if (known != null && known.salesOffset() >= 0
                && known.lastOffset() >= ordersEnds.getOrDefault(partition, 0L) - 1) {
            return known;
        }
        LastBatch found = known != null
                ? read(partition, known, sales.end())
                : lastBatchBefore(partition, sales);
        lastBatches.put(partition, found);
        return found;
    }

    private LastBatch lastBatchBefore(int partition, Range sales) {
        long tail = TAIL;
        LastBatch found = new LastBatch(-1, -1, sales.beginning());
        for (long from = sales.end(); from > sales.beginning() && found.salesOffset() < 0; tail *= TAIL) {
            from = Math.max(sales.beginning(), sales.end() - tail);
            found = read(partition, new LastBatch(-1, -1, from), sales.end());
        }
        return found;
    }

    private LastBatch read(int partition, LastBatch known, long end) {
        long lastOffset = known.lastOffset();
        long salesOffset = known.salesOffset();
        try (Log log = logs.read(Topics.SALES, partition, known.seenTo(), end)) {
            SalesLog batches = SalesLog.unjudged(log);
            for (PublishedBatch batch = batches.next(); batch != null; batch = batches.next()) {
                lastOffset = Math.max(lastOffset, batch.lastOffset());
                salesOffset = batch.salesOffset();
            }
        }
        return new LastBatch(lastOffset, salesOffset, end);
    }
}
