package trading.persister;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import org.springframework.stereotype.Component;
import trading.persister.RowTable.Column;
import trading.wire.Price;

/** The sales table in MySQL or MariaDB, through R2DBC. */
@Component
final class R2dbcSalesTable implements SalesTable {

    private static final List<Column<SaleRow>> SALES = List.of(
            new Column<>("PRODUCT_ID", String.class, SaleRow::productId),
            new Column<>("TRADE_ID", Long.class, SaleRow::tradeId),
            new Column<>("BUYER_NAME", String.class, SaleRow::buyer),
            new Column<>("SELLER_NAME", String.class, SaleRow::seller),
            new Column<>("PRICE", BigDecimal.class, row -> Price.decimal(row.price())),
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
            new Column<>("PRODUCT_ID", String.class, ClosedOrderRow::productId),
            new Column<>("USER_ID", String.class, ClosedOrderRow::userId),
            new Column<>("QUANTITY", Long.class, ClosedOrderRow::quantity),
            new Column<>("REMAINING", Long.class, ClosedOrderRow::remaining),
            new Column<>("PRICE", BigDecimal.class,
                    row -> row.price() == 0 ? null : Price.decimal(row.price())),
            new Column<>("REASON", String.class, ClosedOrderRow::reason));

    private final DatabaseConnections connections;
    private final RowTable<SaleRow> sales;
    private final RowTable<ClosedOrderRow> closedOrders;

    R2dbcSalesTable(DatabaseConnections connections, RowLoads loads, PersisterProperties properties) {
        int maxRows = properties.statementRows();
        this.connections = connections;
        this.sales = new RowTable<>("SALES", SALES, 2,
                Comparator.comparing(SaleRow::productId).thenComparingLong(SaleRow::tradeId), maxRows, loads);
        this.closedOrders = new RowTable<>("CLOSED_ORDERS", CLOSED_ORDERS, 2,
                Comparator.comparing((ClosedOrderRow row) -> row.orderId().toString())
                        .thenComparing(ClosedOrderRow::closedAt),
                maxRows, loads);
    }

    @Override
    public NewRows write(List<SaleRow> saleRows, List<ClosedOrderRow> closedOrderRows) {
        return new NewRows(sales.write(connections, saleRows), closedOrders.write(connections, closedOrderRows));
    }
}
