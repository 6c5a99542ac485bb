package trading.client.audit;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import trading.market.Sale;
import trading.wire.Price;

/** A row of SALES; the components are its columns. */
record SalesRow(String PRODUCT_ID, long TRADE_ID, String BUYER_NAME, String SELLER_NAME, BigDecimal PRICE,
        long QUANTITY, String PO_ID, String SO_ID, long PO_REMAINING, long SO_REMAINING, LocalDateTime TRADED_AT) {

    /** The columns, as {@link #read} wants them. */
    static final String COLUMNS = "PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID,"
            + " PO_REMAINING, SO_REMAINING, TRADED_AT";

    /** The row that a sale must become. */
    static SalesRow of(Sale sale, long tradedAtMillis) {
        return new SalesRow(sale.productId(), sale.tradeId(), sale.buyer(), sale.seller(), price(sale.price()),
                sale.quantity(), sale.purchaseOrderId().toString(), sale.salesOrderId().toString(),
                sale.purchaseOrderRemaining(), sale.salesOrderRemaining(), utc(tradedAtMillis));
    }

    /** The row that the database has. */
    static SalesRow read(ResultSet row) throws SQLException {
        return new SalesRow(row.getString(1), row.getLong(2), row.getString(3), row.getString(4),
                row.getBigDecimal(5), row.getLong(6), row.getString(7), row.getString(8), row.getLong(9),
                row.getLong(10), row.getObject(11, LocalDateTime.class));
    }

    /** Names it. */
    static String name(String productId, long tradeId) {
        return "SALES, sale " + productId + " " + tradeId;
    }

    static BigDecimal price(long ticks) {
        return Price.decimal(ticks);
    }

    static LocalDateTime utc(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
}
