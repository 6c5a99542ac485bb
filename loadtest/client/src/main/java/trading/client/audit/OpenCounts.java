package trading.client.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import trading.market.OpenOrder;
import trading.market.TimeInForce;

/** How many orders of a partition are open, by what a batch bounds. For one thread. */
final class OpenCounts {

    private final Map<String, Integer> byProduct = new HashMap<>();
    private final Map<GtcOwner, Integer> gtcByOwner = new HashMap<>();
    private int all;

    /** Whose orders good till cancelled are counted together. */
    private record GtcOwner(String productId, String userId) {

        private static GtcOwner of(OpenOrder order) {
            return new GtcOwner(order.productId(), order.userId());
        }
    }

    void enter(OpenOrder order) {
        all++;
        byProduct.merge(order.productId(), 1, Integer::sum);
        if (order.timeInForce() == TimeInForce.GTC) {
            gtcByOwner.merge(GtcOwner.of(order), 1, Integer::sum);
        }
    }

    void leave(OpenOrder order) {
        all--;
        leave(byProduct, order.productId());
        if (order.timeInForce() == TimeInForce.GTC) {
            leave(gtcByOwner, GtcOwner.of(order));
        }
    }

    private static <K> void leave(Map<K, Integer> counts, K key) {
        counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    }

    /**
     * Whether an order that has just come is one too many.
     *
     * @param sold products that were ever sold
     */
    boolean areTooMany(OpenOrder newest, PublishedBatch batch, Set<String> sold) {
        return all > batch.maxOpenOrders() || isGtcTooMany(newest, batch.maxGtcOrders())
        // An old log has no such bound, and may have any number of products.
                || (batch.maxProducts() < Integer.MAX_VALUE && isFirstOfProduct(newest, sold)
                        && products(sold) > batch.maxProducts());
    }

    private boolean isGtcTooMany(OpenOrder newest, int maxGtcOrders) {
        return newest.timeInForce() == TimeInForce.GTC
                && gtcByOwner.getOrDefault(GtcOwner.of(newest), 0) > maxGtcOrders;
    }

    private boolean isFirstOfProduct(OpenOrder newest, Set<String> sold) {
        return byProduct.getOrDefault(newest.productId(), 0) == 1 && !sold.contains(newest.productId());
    }

    private int products(Set<String> sold) {
        Set<String> products = new HashSet<>(sold);
        products.addAll(byProduct.keySet());
        return products.size();
    }
}
