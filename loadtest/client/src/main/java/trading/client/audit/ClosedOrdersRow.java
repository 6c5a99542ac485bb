package trading.client.audit;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.PlaceOrder;

/** A row of CLOSED_ORDERS; the components are its columns. */
record ClosedOrdersRow(String ORDER_ID, String SIDE, String PRODUCT_ID, String USER_ID, long QUANTITY, long REMAINING,
        @Nullable BigDecimal PRICE, String REASON, LocalDateTime CLOSED_AT) {

    /** The columns, as {@link #read} wants them. */
    static final String COLUMNS = "ORDER_ID, SIDE, PRODUCT_ID, USER_ID, QUANTITY, REMAINING, PRICE, REASON, CLOSED_AT";

    /** What tells it from all other rows. */
    Rows.Closing key() {
        return new Rows.Closing(ORDER_ID, CLOSED_AT);
    }

    /** The row that a closed order must become. */
    static ClosedOrdersRow of(ClosedOrder closed, long closedAtMillis) {
        OpenOrder order = closed.order();
        return new ClosedOrdersRow(order.orderId().toString(), order.side().name(), order.productId(), order.userId(),
                order.quantity(), order.remaining(),
                order.price() == PlaceOrder.ANY_PRICE ? null : SalesRow.price(order.price()), closed.reason().name(),
                SalesRow.utc(closedAtMillis));
    }

    /** The row that the database has. */
    static ClosedOrdersRow read(ResultSet row) throws SQLException {
        return new ClosedOrdersRow(row.getString(1), row.getString(2), row.getString(3), row.getString(4),
                row.getLong(5), row.getLong(6), row.getBigDecimal(7), row.getString(8),
                row.getObject(9, LocalDateTime.class));
    }
}
