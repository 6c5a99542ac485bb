package trading.client.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import trading.codec.BatchRecords;
import trading.market.Batch;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;

/**
 * Trades one partition of the orders log again, from its beginning, by the batches that the engines published: the same
 * commands, in the same batches, at the same moments. The rules leave no choice then, so that every event must come out
 * as it was published. For one thread.
 */
final class Retrade {

    private final int partition;
    private final OrdersLog orders;
    private final SalesLog sales;
    private final Differences differences;
    private final Market market = new Market();

    Retrade(int partition, OrdersLog orders, SalesLog sales, Differences differences) {
        this.partition = partition;
        this.orders = orders;
        this.sales = sales;
        this.differences = differences;
    }

    /** Takes each batch with what came of it. */
    interface Listener {

        /** A batch was traded again. */
        void traded(Batch batch, Outcome outcome);
    }

    /**
     * Trades all batches again and names every difference.
     *
     * @param ordersEnd orders before this offset must all have been traded
     */
    void run(long ordersEnd, Listener listener) {
        @Nullable
        PublishedBatch before = null;
        for (PublishedBatch published = sales.next(); published != null; published = sales.next()) {
            compareHead(published, before);
            List<Command> commands = orders.through(published.lastOffset());
            Batch batch = new Batch(published.nowMillis(), published.timeoutMillis(),
                    published.idempotencyWindowMillis(), commands);
            Outcome outcome = market.trade(batch);
            compareEvents(published, outcome);
            listener.traded(batch, outcome);
            before = published;
        }
        Long untraded = orders.nextOffset();
        if (untraded != null && untraded < ordersEnd) {
            differences.add("orders log, partition " + partition, "offsets " + untraded + " to " + (ordersEnd - 1)
                    + " are in no batch", "all are traded");
        }
    }

    private void compareHead(PublishedBatch batch, @Nullable PublishedBatch before) {
        compare(batch, "rules version", batch.rulesVersion(), BatchRecords.RULES_VERSION);
        Long next = orders.nextOffset();
        if (before != null) {
            compare(batch, "first offset", batch.firstOffset(), before.lastOffset() + 1);
            if (batch.nowMillis() < before.nowMillis()) {
                differences.add(where(batch) + ", now", batch.nowMillis(), "from " + before.nowMillis());
            }
        } else if (next != null && next < batch.firstOffset()) {
            differences.add(where(batch) + ", first offset", batch.firstOffset(), next);
        }
    }

    private void compareEvents(PublishedBatch published, Outcome outcome) {
        compareEvents(published, "closed order", published.closed(), outcome.closed(),
                closed -> closed.order().productId());
        compareEvents(published, "sale", published.sales(), outcome.sales(), sale -> sale.productId());
        compareEvents(published, "rested order", published.rested(), outcome.rested(), rested -> rested.productId());
    }

    /** Events are in order within a product, not between products. */
    private <E extends Record> void compareEvents(PublishedBatch batch, String kind, List<E> published,
            List<E> expected, Function<E, String> productId) {
        if (published.equals(expected)) {
            return;
        }
        SortedMap<String, List<E>> publishedOf = byProduct(published, productId);
        SortedMap<String, List<E>> expectedOf = byProduct(expected, productId);
        SortedMap<String, List<E>> products = new TreeMap<>(publishedOf);
        products.putAll(expectedOf);
        for (String product : products.keySet()) {
            compareInOrder(where(batch) + ", " + product + ", " + kind,
                    publishedOf.getOrDefault(product, List.of()), expectedOf.getOrDefault(product, List.of()));
        }
    }

    private <E extends Record> void compareInOrder(String where, List<E> published, List<E> expected) {
        for (int i = 0; i < Math.max(published.size(), expected.size()); i++) {
            String event = where + " " + (i + 1);
            if (i >= published.size()) {
                differences.add(event, "nothing", expected.get(i));
            } else if (i >= expected.size()) {
                differences.add(event, published.get(i), "nothing");
            } else {
                Fields.compare(event, published.get(i), expected.get(i), differences);
            }
        }
    }

    private void compare(PublishedBatch batch, String field, long found, long expected) {
        if (found != expected) {
            differences.add(where(batch) + ", " + field, found, expected);
        }
    }

    private String where(PublishedBatch batch) {
        return "partition " + partition + ", batch " + batch.firstOffset() + " to " + batch.lastOffset();
    }

    private static <E> SortedMap<String, List<E>> byProduct(List<E> events, Function<E, String> productId) {
        SortedMap<String, List<E>> products = new TreeMap<>();
        for (E event : events) {
            products.computeIfAbsent(productId.apply(event), any -> new ArrayList<>()).add(event);
        }
        return products;
    }
}
