package trading.client.audit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import trading.client.audit.Rows.Closing;
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
    private final Map<Closing, ClosedOrdersRow> expected = new LinkedHashMap<>();
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
            ClosedOrdersRow row = ClosedOrdersRow.of(closed, closedAtMillis);
            expected.put(row.key(), row);
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
    void end(Map<String, Long> products, Supplier<Set<Closing>> closedSince) {
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

    private void reportOthers(Set<String> suspects, Supplier<Set<Closing>> closedSince) {
        Map<Closing, String> candidates = new LinkedHashMap<>();
        for (String productId : suspects) {
            rows.closings(productId, afterMillis, closing -> candidates.put(closing, productId));
        }
        candidates.keySet().removeAll(closedSince.get());
        candidates.forEach((closing, productId) -> findings.add("CLOSED_ORDERS, order " + closing.orderId() + " of "
                + productId, "a row, closed at " + closing.closedAt(), "none: it did not close then"));
    }

    private void compare() {
        if (expected.isEmpty()) {
            return;
        }
        rows.closedOrders(expected.keySet().stream().map(Closing::orderId).distinct().toList(), row -> {
            ClosedOrdersRow closed = expected.remove(row.key());
            if (closed != null) {
                counts.one(Count.CLOSED_ORDERS_ROWS);
                Fields.compare("CLOSED_ORDERS, order " + row.ORDER_ID(), row, closed, findings);
            }
        });
        for (ClosedOrdersRow closed : expected.values()) {
            tally(closed.PRODUCT_ID()).missing++;
            findings.add("CLOSED_ORDERS, order " + closed.ORDER_ID(), "no row", closed);
        }
        expected.clear();
    }

    private Tally tally(String productId) {
        return tallies.computeIfAbsent(productId, any -> new Tally());
    }
}
