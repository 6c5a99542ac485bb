package trading.client.audit;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import trading.client.CommandFailed;
import trading.client.stack.DatabaseUrl;
import trading.client.stack.Stack;

/** The tables in MySQL or MariaDB. For one thread. */
final class DatabaseRows implements Rows {

    /** Rows that the driver keeps at a time. */
    private static final int FETCH_ROWS = 1000;

    /** Where an order id has its partition, after {@link trading.wire.OrderId}, in three hexadecimal digits. */
    private static final String PARTITION_OF_ORDER = "SUBSTRING(ORDER_ID, 16, 3)";

    private final Connection connection;

    DatabaseRows(Stack.Database database) {
        try {
            connection = DriverManager.getConnection(DatabaseUrl.jdbc(database.jdbcUrl()), database.username(),
                    database.password());
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Takes one row after another. */
    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    @Override
    public void sales(Collection<Range> ranges, Consumer<SalesRow> rows) {
        String where = ranges.stream().map(range -> "(PRODUCT_ID = ? AND TRADE_ID BETWEEN ? AND ?)")
                .collect(joining(" OR "));
        List<Object> parameters = new ArrayList<>();
        ranges.forEach(range -> Collections.addAll(parameters, range.productId(), range.first(), range.last()));
        query("SELECT " + SalesRow.COLUMNS + " FROM SALES WHERE " + where + " ORDER BY PRODUCT_ID, TRADE_ID",
                parameters,
                row -> rows.accept(SalesRow.read(row)));
    }

    @Override
    public long countSales(Range range) {
        List<Long> count = new ArrayList<>();
        query("SELECT COUNT(*) FROM SALES WHERE PRODUCT_ID = ? AND TRADE_ID BETWEEN ? AND ?",
                List.of(range.productId(), range.first(), range.last()), row -> count.add(row.getLong(1)));
        return count.getFirst();
    }

    @Override
    public Map<String, TradeIds> products() {
        Map<String, TradeIds> products = new TreeMap<>();
        query("SELECT PRODUCT_ID, COUNT(*), MIN(TRADE_ID), MAX(TRADE_ID) FROM SALES GROUP BY PRODUCT_ID", List.of(),
                row -> products.put(row.getString(1),
                        new TradeIds(row.getLong(2), row.getLong(3), row.getLong(4))));
        return products;
    }

    @Override
    public List<Long> tradeIdsOutside(Range range, int limit) {
        List<Long> tradeIds = new ArrayList<>();
        query("SELECT TRADE_ID FROM SALES WHERE PRODUCT_ID = ? AND (TRADE_ID < ? OR TRADE_ID > ?)"
                + " ORDER BY TRADE_ID DESC LIMIT " + limit,
                List.of(range.productId(), range.first(), range.last()), row -> tradeIds.add(row.getLong(1)));
        return tradeIds;
    }

    @Override
    public void closedOrders(Collection<String> orderIds, Consumer<ClosedOrdersRow> rows) {
        query("SELECT " + ClosedOrdersRow.COLUMNS + " FROM CLOSED_ORDERS WHERE ORDER_ID IN ("
                + String.join(",", Collections.nCopies(orderIds.size(), "?")) + ")", List.copyOf(orderIds),
                row -> rows.accept(ClosedOrdersRow.read(row)));
    }

    @Override
    public Map<String, Long> closedOrdersByProduct(Map<Integer, Long> afterMillis) {
        Map<String, Long> counts = new HashMap<>();
        List<Object> parameters = new ArrayList<>();
        afterMillis.forEach((partition, millis) -> Collections.addAll(parameters, "%03x".formatted(partition),
                SalesRow.utc(millis)));
        String where = afterMillis.isEmpty()
                ? ""
                : " WHERE CLOSED_AT > CASE " + PARTITION_OF_ORDER + " WHEN ? THEN ?".repeat(afterMillis.size())
                        + " ELSE '1000-01-01' END";
        query("SELECT PRODUCT_ID, COUNT(*) FROM CLOSED_ORDERS" + where + " GROUP BY PRODUCT_ID", parameters,
                row -> counts.put(row.getString(1), row.getLong(2)));
        return counts;
    }

    @Override
    public void closings(String productId, long afterMillis, Consumer<Closing> closings) {
        query("SELECT ORDER_ID, CLOSED_AT FROM CLOSED_ORDERS WHERE PRODUCT_ID = ? AND CLOSED_AT > ?",
                List.of(productId, SalesRow.utc(afterMillis)),
                row -> closings.accept(new Closing(row.getString(1), row.getObject(2, LocalDateTime.class))));
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private void query(String sql, List<?> parameters, RowReader reader) {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setFetchSize(FETCH_ROWS);
            for (int i = 0; i < parameters.size(); i++) {
                select.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static CommandFailed failed(SQLException e) {
        return new CommandFailed("database: " + e.getMessage(), e);
    }
}
