package trading.baselines.sales;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import trading.baselines.market.Sale;
import trading.wire.Price;

/** A sale as the table SALES has it. */
final class SalesRow {

    static final String INSERT = "INSERT INTO SALES (PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY,"
            + " PO_ID, SO_ID, PO_REMAINING, SO_REMAINING, TRADED_AT) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final int NANOS_PER_MILLI = 1_000_000;

    private SalesRow() {}

    /** In the order of the statement. */
    static List<Object> values(Sale sale) {
        return List.of(sale.productId(), sale.tradeId(), sale.purchaseOrder().userId(), sale.salesOrder().userId(),
                Price.decimal(sale.price()), sale.quantity(),
                sale.purchaseOrder().id().toString(), sale.salesOrder().id().toString(),
                sale.purchaseOrderRemaining(), sale.salesOrderRemaining(), utc(sale.tradedAtMillis()));
    }

    private static LocalDateTime utc(long millis) {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(millis, 1000L),
                (int) Math.floorMod(millis, 1000L) * NANOS_PER_MILLI, ZoneOffset.UTC);
    }
}
