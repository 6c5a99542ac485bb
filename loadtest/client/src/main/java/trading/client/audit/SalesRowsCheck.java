package trading.client.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import trading.client.audit.Rows.Range;
import trading.client.audit.Rows.TradeIds;
import trading.market.Sale;

/**
 * Whether SALES holds exactly the sales of one partition: each that is persisted field by field, looked up by ranges of
 * trade ids while the log is traded again, and no other. For one thread.
 */
final class SalesRowsCheck {

    private static final int MAX_EXPECTED = 2_000;
    private static final int MAX_RANGES = 200;
    private static final int MAX_NAMED = 20;

    private final Rows rows;
    private final Findings.Place findings;
    private final Counts counts;
    private final Map<String, Long> lastTradeIds = new HashMap<>();
    private final Map<String, List<SalesRow>> expected = new LinkedHashMap<>();
    private int expectedRows;

    SalesRowsCheck(Rows rows, Findings.Place findings, Counts counts) {
        this.rows = rows;
        this.findings = findings;
        this.counts = counts;
    }

    /** The sales of a product up to this one were made before the start: their rows are counted. */
    void expectUpTo(String productId, long lastTradeId) {
        lastTradeIds.put(productId, lastTradeId);
        long found = rows.countSales(new Range(productId, 1, lastTradeId));
        counts.add(Count.SALES_ROWS_COUNTED, found);
        if (found != lastTradeId) {
            findings.add(SalesRow.name(productId, firstMissing(productId, lastTradeId)),
                    "no row; " + found + " rows up to trade id " + lastTradeId, lastTradeId + " rows");
        }
    }

    /**
     * The next sale of the partition.
     *
     * @param isPersisted whether its row must be there; else it may be
     */
    void expect(Sale sale, long tradedAtMillis, boolean isPersisted) {
        lastTradeIds.put(sale.productId(), sale.tradeId());
        if (isPersisted) {
            expected.computeIfAbsent(sale.productId(), any -> new ArrayList<>())
                    .add(SalesRow.of(sale, tradedAtMillis));
            expectedRows++;
            if (expectedRows >= MAX_EXPECTED || expected.size() >= MAX_RANGES) {
                compare();
            }
        }
    }

    /**
     * Compares what is left, and names rows that no sale became.
     *
     * @param products of the partition, as SALES had them when the audit began
     */
    void end(Map<String, TradeIds> products) {
        compare();
        products.forEach((productId, tradeIds) -> {
            long last = lastTradeIds.getOrDefault(productId, 0L);
            if (tradeIds.first() < 1 || tradeIds.last() > last) {
                reportOthers(productId, tradeIds, last);
            }
        });
    }

    private void reportOthers(String productId, TradeIds found, long last) {
        long others = Math.max(1, found.rows() - last);
        List<Long> named = rows.tradeIdsOutside(new Range(productId, 1, last), (int) Math.min(others, MAX_NAMED));
        for (long tradeId : named) {
            findings.add(SalesRow.name(productId, tradeId), "a row", "none: the product's last sale is " + last);
        }
        if (others > named.size()) {
            findings.add("SALES, product " + productId, found.rows() + " rows up to trade id " + found.last(),
                    last + " rows");
        }
    }

    private void compare() {
        if (expectedRows == 0) {
            return;
        }
        Map<Key, SalesRow> missing = new LinkedHashMap<>();
        List<Range> ranges = new ArrayList<>();
        expected.forEach((productId, sales) -> {
            ranges.add(new Range(productId, sales.getFirst().TRADE_ID(), sales.getLast().TRADE_ID()));
            sales.forEach(sale -> missing.put(new Key(productId, sale.TRADE_ID()), sale));
        });
        rows.sales(ranges, row -> compare(row, missing.remove(new Key(row.PRODUCT_ID(), row.TRADE_ID()))));
        missing.values().forEach(
                sale -> findings.add(SalesRow.name(sale.PRODUCT_ID(), sale.TRADE_ID()), "no row", sale));
        expected.clear();
        expectedRows = 0;
    }

    private void compare(SalesRow row, @Nullable SalesRow sale) {
        String name = SalesRow.name(row.PRODUCT_ID(), row.TRADE_ID());
        if (sale == null) {
            findings.add(name, "a row", "none");
        } else {
            counts.one(Count.SALES_ROWS);
            Fields.compare(name, row, sale, findings);
        }
    }

    /** By halves: up to the first gap there are as many rows as trade ids. */
    private long firstMissing(String productId, long lastTradeId) {
        long low = 1;
        long high = lastTradeId;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (rows.countSales(new Range(productId, 1, middle)) == middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private record Key(String productId, long tradeId) {}
}
