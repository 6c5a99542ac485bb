package trading.client.audit;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import trading.market.Sale;

/** A row of SALES; the components are its columns. */
record SalesRow(String PRODUCT_ID, long TRADE_ID, String BUYER_NAME, String SELLER_NAME, BigDecimal PRICE,
        long QUANTITY, String PO_ID, String SO_ID, long PO_REMAINING, long SO_REMAINING, LocalDateTime TRADED_AT) {

    private static final int PRICE_DECIMALS = 4;

    /** The row that a sale must become. */
    static SalesRow of(Sale sale, long tradedAtMillis) {
        return new SalesRow(sale.productId(), sale.tradeId(), sale.buyer(), sale.seller(),
                BigDecimal.valueOf(sale.price(), PRICE_DECIMALS), sale.quantity(), sale.purchaseOrderId().toString(),
                sale.salesOrderId().toString(), sale.purchaseOrderRemaining(), sale.salesOrderRemaining(),
                LocalDateTime.ofInstant(Instant.ofEpochMilli(tradedAtMillis), ZoneOffset.UTC));
    }

    /** The row that the database has. */
    static SalesRow read(ResultSet row) throws SQLException {
        return new SalesRow(row.getString("PRODUCT_ID"), row.getLong("TRADE_ID"), row.getString("BUYER_NAME"),
                row.getString("SELLER_NAME"), row.getBigDecimal("PRICE"), row.getLong("QUANTITY"),
                row.getString("PO_ID"), row.getString("SO_ID"), row.getLong("PO_REMAINING"),
                row.getLong("SO_REMAINING"), row.getObject("TRADED_AT", LocalDateTime.class));
    }
}
