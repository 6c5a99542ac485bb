package trading.persister;

import java.time.LocalDateTime;
import java.util.UUID;
import trading.wire.proto.Sale;

/**
 * A row of {@code SALES}.
 *
 * @param price in ticks
 * @param purchaseOrderRemaining what the purchase order still wanted after this sale
 * @param salesOrderRemaining what the sales order still offered after this sale
 * @param tradedAt UTC, to the millisecond
 */
record SaleRow(String productId, long tradeId, String buyer, String seller, long price, long quantity,
        UUID purchaseOrderId, UUID salesOrderId, long purchaseOrderRemaining, long salesOrderRemaining,
        LocalDateTime tradedAt) {

    static SaleRow of(Sale sale, LocalDateTime now) {
        return new SaleRow(sale.getProductId(), sale.getTradeId(), sale.getBuyer(), sale.getSeller(), sale.getPrice(),
                sale.getQuantity(), new UUID(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow()),
                new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow()), sale.getPurchaseOrderRemaining(),
                sale.getSalesOrderRemaining(), now);
    }
}
