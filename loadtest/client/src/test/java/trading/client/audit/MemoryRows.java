package trading.client.audit;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import trading.wire.OrderId;

/** The tables as maps, open to anybody's hands. */
final class MemoryRows implements Rows {

    final Map<String, TreeMap<Long, SalesRow>> sales = new TreeMap<>();
    final Map<Closing, ClosedOrdersRow> closedOrders = new LinkedHashMap<>();

    void add(SalesRow row) {
        sales.computeIfAbsent(row.PRODUCT_ID(), any -> new TreeMap<>()).put(row.TRADE_ID(), row);
    }

    SalesRow sale(String productId, long tradeId) {
        return requireNonNull(sales.getOrDefault(productId, new TreeMap<>()).get(tradeId), "no such row");
    }

    void remove(String productId, long tradeId) {
        sales.getOrDefault(productId, new TreeMap<>()).remove(tradeId);
    }

    ClosedOrdersRow closedOrder(UUID orderId) {
        return closedOrders.values().stream().filter(row -> row.ORDER_ID().equals(orderId.toString())).findFirst()
                .orElseThrow();
    }

    void add(ClosedOrdersRow row) {
        closedOrders.put(row.key(), row);
    }

    @Override
    public void sales(Collection<Range> ranges, Consumer<SalesRow> rows) {
        for (Range range : ranges) {
            new ArrayList<>(sales.getOrDefault(range.productId(), new TreeMap<>())
                    .subMap(range.first(), true, range.last(), true).values()).forEach(rows);
        }
    }

    @Override
    public long countSales(Range range) {
        return sales.getOrDefault(range.productId(), new TreeMap<>()).subMap(range.first(), true, range.last(), true)
                .size();
    }

    @Override
    public Map<String, TradeIds> products() {
        Map<String, TradeIds> products = new TreeMap<>();
        sales.forEach((productId, rows) -> {
            if (!rows.isEmpty()) {
                products.put(productId, new TradeIds(rows.size(), rows.firstKey(), rows.lastKey()));
            }
        });
        return products;
    }

    @Override
    public List<Long> tradeIdsOutside(Range range, int limit) {
        return sales.getOrDefault(range.productId(), new TreeMap<>()).descendingKeySet().stream()
                .filter(tradeId -> tradeId < range.first() || tradeId > range.last()).limit(limit).toList();
    }

    @Override
    public void closedOrders(Collection<String> orderIds, Consumer<ClosedOrdersRow> rows) {
        closedOrders.values().stream().filter(row -> orderIds.contains(row.ORDER_ID())).forEach(rows);
    }

    @Override
    public Map<String, Long> closedOrdersByProduct(Map<Integer, Long> afterMillis) {
        Map<String, Long> counts = new HashMap<>();
        for (ClosedOrdersRow row : closedOrders.values()) {
            int partition = OrderId.partition(UUID.fromString(row.ORDER_ID()));
            if (row.CLOSED_AT().isAfter(SalesRow.utc(afterMillis.getOrDefault(partition, 0L)))) {
                counts.merge(row.PRODUCT_ID(), 1L, Long::sum);
            }
        }
        return counts;
    }

    @Override
    public void closings(String productId, long afterMillis, Consumer<Closing> closings) {
        closedOrders.values().stream().filter(row -> row.PRODUCT_ID().equals(productId)
                && row.CLOSED_AT().isAfter(SalesRow.utc(afterMillis))).map(ClosedOrdersRow::key).forEach(closings);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
