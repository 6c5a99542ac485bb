package trading.client.load;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import trading.client.report.Spread;
import trading.client.stack.Backlog;
import trading.client.stack.EngineSales;
import trading.client.stack.Stack;

/** How orders and sales were shared by partitions and engines since a moment. For one thread. */
final class Shares {

    private final Backlog backlog;
    private final Map<Integer, Long> ordersBefore;
    private final EngineSales salesBefore;

    private Shares(Stack stack, Backlog backlog) throws InterruptedException {
        this.backlog = backlog;
        this.ordersBefore = backlog.ordersEnds();
        this.salesBefore = EngineSales.of(stack);
    }

    /** From now on; {@code null} without Kafka. */
    static @Nullable Shares from(Stack stack, @Nullable Backlog backlog) throws InterruptedException {
        return backlog == null ? null : new Shares(stack, backlog);
    }

    /**
     * Until now; {@code null} if there was nothing to share.
     *
     * @param stack as it is now
     */
    @Nullable
    Spread soFar(Stack stack) throws InterruptedException {
        return spread(backlog.ordersEnds(), ordersBefore, EngineSales.of(stack).since(salesBefore));
    }

    /** Of engines nothing if one did not answer: what it sold may be the most. */
    static @Nullable Spread spread(Map<Integer, Long> ordersNow, Map<Integer, Long> ordersBefore, EngineSales sales) {
        double fullest = largestShare(ordersNow, ordersBefore);
        if (fullest == 0) {
            return null;
        }
        return sales.silent().isEmpty()
                ? new Spread(fullest, ordersNow.size(), largestShare(sales.sales(), Map.of()), sales.sales().size())
                : new Spread(fullest, ordersNow.size(), 0, 0);
    }

    /** The largest part of all growth; 0 if nothing grew. */
    static <K> double largestShare(Map<K, Long> now, Map<K, Long> before) {
        long sum = 0;
        long largest = 0;
        for (Map.Entry<K, Long> entry : now.entrySet()) {
            // What began anew meanwhile has no growth that could be told.
            long growth = Math.max(0, entry.getValue() - before.getOrDefault(entry.getKey(), 0L));
            sum += growth;
            largest = Math.max(largest, growth);
        }
        return sum == 0 ? 0 : (double) largest / sum;
    }
}
