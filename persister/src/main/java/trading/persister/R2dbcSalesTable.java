package trading.persister;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import trading.persister.RowTable.Column;

/** The sales table in MySQL or MariaDB, through R2DBC. */
@Component
final class R2dbcSalesTable implements SalesTable {

    private static final int PRICE_DECIMALS = 4;
    private static final char LAST_ASCII = 0x7f;

    private static final List<Column<SaleRow>> SALES = List.of(
            text("SALES", "PRODUCT_ID", SaleRow::productId),
            new Column<>("TRADE_ID", Long.class, SaleRow::tradeId),
            text("SALES", "BUYER_NAME", SaleRow::buyer),
            text("SALES", "SELLER_NAME", SaleRow::seller),
            new Column<>("PRICE", BigDecimal.class, row -> BigDecimal.valueOf(row.price(), PRICE_DECIMALS)),
            new Column<>("QUANTITY", Long.class, SaleRow::quantity),
            new Column<>("PO_ID", String.class, row -> row.purchaseOrderId().toString()),
            new Column<>("SO_ID", String.class, row -> row.salesOrderId().toString()),
            new Column<>("PO_REMAINING", Long.class, SaleRow::purchaseOrderRemaining),
            new Column<>("SO_REMAINING", Long.class, SaleRow::salesOrderRemaining),
            new Column<>("TRADED_AT", LocalDateTime.class, SaleRow::tradedAt));

    private static final List<Column<ClosedOrderRow>> CLOSED_ORDERS = List.of(
            new Column<>("ORDER_ID", String.class, row -> row.orderId().toString()),
            new Column<>("CLOSED_AT", LocalDateTime.class, ClosedOrderRow::closedAt),
            new Column<>("SIDE", String.class, ClosedOrderRow::side),
            text("CLOSED_ORDERS", "PRODUCT_ID", ClosedOrderRow::productId),
            text("CLOSED_ORDERS", "USER_ID", ClosedOrderRow::userId),
            new Column<>("QUANTITY", Long.class, ClosedOrderRow::quantity),
            new Column<>("REMAINING", Long.class, ClosedOrderRow::remaining),
            new Column<>("PRICE", BigDecimal.class,
                    row -> row.price() == 0 ? null : BigDecimal.valueOf(row.price(), PRICE_DECIMALS)),
            new Column<>("REASON", String.class, ClosedOrderRow::reason));

    private final DatabaseConnections connections;
    private final RowTable<SaleRow> sales;
    private final RowTable<ClosedOrderRow> closedOrders;

    R2dbcSalesTable(DatabaseConnections connections, PersisterProperties properties) {
        int maxRows = properties.statementRows();
        this.connections = connections;
        this.sales = new RowTable<>("SALES", SALES, 2,
                Comparator.comparing(SaleRow::productId).thenComparingLong(SaleRow::tradeId), maxRows);
        this.closedOrders = new RowTable<>("CLOSED_ORDERS", CLOSED_ORDERS, 2,
                Comparator.comparing((ClosedOrderRow row) -> row.orderId().toString())
                        .thenComparing(ClosedOrderRow::closedAt),
                maxRows);
    }

    /** A text that somebody chose: connections take bytes for ASCII without looking at them. */
    private static <R> Column<R> text(String table, String name, Function<R, String> value) {
        return new Column<>(name, String.class, row -> ascii(table, name, value.apply(row)));
    }

    private static String ascii(String table, String name, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > LAST_ASCII) {
                throw new UnwritableRow(table, name + ": " + text + " (expected: ASCII)");
            }
        }
        return text;
    }

    @Override
    public NewRows write(List<SaleRow> saleRows, List<ClosedOrderRow> closedOrderRows) {
        return new NewRows(sales.write(connections, saleRows), closedOrders.write(connections, closedOrderRows));
    }
}
