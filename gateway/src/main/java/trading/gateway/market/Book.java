package trading.gateway.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The open orders of a product, added up by price. Not safe for use by threads at the same time. */
final class Book {

    /** The price of purchase orders without a limit: better than any. */
    static final long ANY_PRICE = Long.MAX_VALUE;

    private final TreeMap<Long, Level> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, Level> asks = new TreeMap<>();

    /** What is open at a price, as a total of its quantities: most prices have one order, and are gone with it. */
    private static final class Level extends Total {
        private int orders;
    }

    void add(RestingOrder order) {
        Level level = side(order.isPurchase()).computeIfAbsent(order.price(), _ -> new Level());
        level.add(order.remaining());
        level.orders++;
    }

    /** The order has only this left; 0: it leaves. */
    void reduce(RestingOrder order, long remaining) {
        SortedMap<Long, Level> side = side(order.isPurchase());
        Level level = side.get(order.price());
        if (level == null) {
            throw new IllegalStateException("no level for an order that rests at " + order.price());
        }
        level.add(remaining - order.remaining());
        order.remaining(remaining);
        if (remaining == 0 && --level.orders == 0) {
            side.remove(order.price());
        }
    }

    boolean isEmpty() {
        return bids.isEmpty() && asks.isEmpty();
    }

    /** Purchase orders, the highest prices first; those that take any price before them. */
    List<DepthLevel> bids(int depth) {
        return best(bids, depth);
    }

    /** Sales orders, the lowest prices first. */
    List<DepthLevel> asks(int depth) {
        return best(asks, depth);
    }

    private static List<DepthLevel> best(SortedMap<Long, Level> side, int depth) {
        List<DepthLevel> best = new ArrayList<>(Math.min(depth, side.size()));
        for (Map.Entry<Long, Level> level : side.entrySet()) {
            if (best.size() == depth) {
                break;
            }
            best.add(DepthLevel.of(level.getKey(), level.getValue(), level.getValue().orders));
        }
        return best;
    }

    private SortedMap<Long, Level> side(boolean isPurchase) {
        return isPurchase ? bids : asks;
    }
}
