package trading.client.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import trading.market.ClosedOrder;

/**
 * Whether CLOSED_ORDERS holds exactly the orders of one partition that expired or were cancelled: each that is persisted
 * field by field, and by their counts no other. For one thread.
 */
final class ClosedOrdersCheck {

    private static final int MAX_EXPECTED = 1_000;

    private final Rows rows;
    private final long afterMillis;
    private final Findings.Place findings;
    private final Counts counts;
    private final Map<String, ClosedOrdersRow> expected = new LinkedHashMap<>();
    private final Map<String, Tally> tallies = new HashMap<>();

    /** Closed orders of a product: those that may have a row, and those that should and have none. */
    private static final class Tally {
        private long possible;
        private long missing;
    }

    /**
     * @param afterMillis orders that closed up to this moment are not counted
     */
    ClosedOrdersCheck(Rows rows, long afterMillis, Findings.Place findings, Counts counts) {
        this.rows = rows;
        this.afterMillis = afterMillis;
        this.findings = findings;
        this.counts = counts;
    }

    /**
     * The next closed order of the partition.
     *
     * @param isPersisted whether its row must be there; else it may be
     */
    void expect(ClosedOrder closed, long closedAtMillis, boolean isPersisted) {
        if (closedAtMillis > afterMillis) {
            tally(closed.order().productId()).possible++;
        }
        if (isPersisted) {
            if (expected.containsKey(closed.order().orderId().toString())) {
                // A forgotten id that was used again; each compares with its own row.
                compare();
            }
            expected.put(closed.order().orderId().toString(), ClosedOrdersRow.of(closed, closedAtMillis));
            if (expected.size() >= MAX_EXPECTED) {
                compare();
            }
        }
    }

    /**
     * Compares what is left, and names rows that no closed order became.
     *
     * @param products of the partition: how many rows of CLOSED_ORDERS each had when the audit began
     * @param closedSince reads again which orders closed, up to now
     */
    void end(Map<String, Long> products, Supplier<Set<String>> closedSince) {
        compare();
        Set<String> suspects = new TreeSet<>();
        products.forEach((productId, found) -> {
            Tally tally = tally(productId);
            if (found > tally.possible - tally.missing) {
                suspects.add(productId);
            }
        });
        if (!suspects.isEmpty()) {
            reportOthers(suspects, closedSince);
        }
    }

    private void reportOthers(Set<String> suspects, Supplier<Set<String>> closedSince) {
        List<ClosedId> candidates = new ArrayList<>();
        for (String productId : suspects) {
            rows.closedOrderIds(productId, afterMillis, orderId -> candidates.add(new ClosedId(productId, orderId)));
        }
        Set<String> closed = closedSince.get();
        for (ClosedId candidate : candidates) {
            if (!closed.contains(candidate.orderId())) {
                findings.add("CLOSED_ORDERS, order " + candidate.orderId() + " of " + candidate.productId(), "a row",
                        "none: it did not close");
            }
        }
    }

    private void compare() {
        if (expected.isEmpty()) {
            return;
        }
        Map<String, ClosedOrdersRow> found = new HashMap<>();
        rows.closedOrders(expected.keySet(), row -> {
            ClosedOrdersRow closed = expected.get(row.ORDER_ID());
            if (closed != null && (!found.containsKey(row.ORDER_ID()) || row.CLOSED_AT().equals(closed.CLOSED_AT()))) {
                found.put(row.ORDER_ID(), row);
            }
        });
        expected.forEach((orderId, closed) -> {
            ClosedOrdersRow row = found.get(orderId);
            if (row == null) {
                tally(closed.PRODUCT_ID()).missing++;
                findings.add("CLOSED_ORDERS, order " + orderId, "no row", closed);
            } else {
                counts.one(Count.CLOSED_ORDERS_ROWS);
                Fields.compare("CLOSED_ORDERS, order " + orderId, row, closed, findings);
            }
        });
        expected.clear();
    }

    private Tally tally(String productId) {
        return tallies.computeIfAbsent(productId, any -> new Tally());
    }

    private record ClosedId(String productId, String orderId) {}
}
