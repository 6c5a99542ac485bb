package trading.client.audit;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import trading.codec.BatchRecords;
import trading.codec.CheckpointRecords;
import trading.market.Batch;
import trading.market.ClosedOrder;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;
import trading.market.Sale;
import trading.wire.proto.Checkpoint;

/**
 * Trades one partition of the orders log again by the batches that the engines published: the same commands, in the same
 * batches, at the same moments. The rules leave no choice then, so that every event must come out as it was published.
 * For one thread.
 */
final class Retrade {

    private final Findings.Place findings;
    private final Market market = new Market();
    private long nowMillis = Long.MIN_VALUE;

    Retrade(Findings.Place findings) {
        this.findings = findings;
    }

    /** Begins where a checkpoint says; its parts in their order. */
    void restore(Checkpoint part) {
        CheckpointRecords.restore(part, market);
        nowMillis = part.getNow();
    }

    /**
     * What must be in the tables of a batch.
     *
     * @param closed with no more of a reason than the log tells
     */
    record Expected(List<Sale> sales, List<ClosedOrder> closed) {}

    /** Trades a batch and names every event that is not as the rules give it. */
    Expected trade(PublishedBatch published, List<Command> commands) {
        // A moment that went backwards is named elsewhere; the market takes none.
        nowMillis = Math.max(nowMillis, published.nowMillis());
        Batch batch = new Batch(nowMillis, published.timeoutMillis(), published.idempotencyWindowMillis(),
                published.maxOpenOrders(), published.maxGtcOrders(), published.maxProducts(), published.selfTrades(),
                commands);
        Outcome outcome = market.trade(batch);
        String where = published.name();
        List<ClosedOrder> expected = asDetailedAs(published.closed(), outcome.closed());
        compare(where, published.closed(), expected, closed -> closed.order().productId(),
                closed -> "closed order " + closed.order().orderId());
        compare(where, published.sales(), outcome.sales(), Sale::productId, Retrade::name);
        compare(where, published.rested(), outcome.rested(), rested -> rested.productId(),
                rested -> "rested order " + rested.orderId());
        long oldest = BatchRecords.oldestAcceptedAt(batch, outcome);
        // Batches from before there was time in force do not say.
        if (published.oldestAcceptedAtMillis() != oldest && published.maxGtcOrders() != Integer.MAX_VALUE) {
            findings.add(where + ", oldest_accepted_at", published.oldestAcceptedAtMillis(), oldest);
        }
        return new Expected(outcome.sales(), expected);
    }

    /** How many orders are open. */
    int openOrders() {
        return market.openOrders();
    }

    /** Names a sale. */
    static String name(Sale sale) {
        return "sale " + sale.productId() + " " + sale.tradeId();
    }

    /** An old log does not say by which bound orders were rejected. */
    private static List<ClosedOrder> asDetailedAs(List<ClosedOrder> published, List<ClosedOrder> expected) {
        if (published.stream().noneMatch(closed -> closed.reason() == ClosedOrder.Reason.REJECTED)) {
            return expected;
        }
        return expected.stream().map(closed -> closed.reason().isRejection()
                ? new ClosedOrder(closed.order(), ClosedOrder.Reason.REJECTED)
                : closed).toList();
    }

    /** Events are in order within a product, not between products. */
    private <E extends Record> void compare(String where, List<E> published, List<E> expected,
            Function<E, String> productId, Function<E, String> name) {
        if (published.equals(expected)) {
            return;
        }
        Map<String, E> publishedByName = new LinkedHashMap<>();
        for (E event : published) {
            if (publishedByName.putIfAbsent(name.apply(event), event) != null) {
                findings.add(where + ", " + name.apply(event), "twice", "once");
            }
        }
        Set<String> unexpected = new HashSet<>(publishedByName.keySet());
        for (E event : expected) {
            E found = publishedByName.get(name.apply(event));
            unexpected.remove(name.apply(event));
            if (found == null) {
                findings.add(where + ", " + name.apply(event), "nothing", event);
            } else {
                Fields.compare(where + ", " + name.apply(event), found, event, findings);
            }
        }
        publishedByName.forEach((event, found) -> {
            if (unexpected.contains(event)) {
                findings.add(where + ", " + event, found, "nothing");
            }
        });
        if (unexpected.isEmpty() && publishedByName.size() == expected.size()) {
            compareOrder(where, published, expected, productId, name);
        }
    }

    private <E> void compareOrder(String where, List<E> published, List<E> expected, Function<E, String> productId,
            Function<E, String> name) {
        Map<String, Integer> next = new LinkedHashMap<>();
        for (E event : published) {
            String product = productId.apply(event);
            int from = next.getOrDefault(product, 0);
            while (from < expected.size() && !productId.apply(expected.get(from)).equals(product)) {
                from++;
            }
            if (from < expected.size() && !name.apply(expected.get(from)).equals(name.apply(event))) {
                findings.add(where + ", " + name.apply(event), "here in the order of events",
                        name.apply(expected.get(from)));
                return;
            }
            next.put(product, from + 1);
        }
    }
}
