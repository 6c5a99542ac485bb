package trading.market;

import java.util.UUID;

/**
 * One purchase order met one sales order.
 *
 * @param productId the product
 * @param tradeId numbers the sales of the product 1, 2, 3 …
 * @param purchaseOrderId whose buyer bought
 * @param salesOrderId whose seller sold
 * @param buyer user of the purchase order
 * @param seller user of the sales order
 * @param price in ticks: the sales order's
 * @param quantity how many changed hands
 * @param purchaseOrderRemaining what the buyer still wants
 * @param salesOrderRemaining what the seller still has
 */
public record Sale(String productId, long tradeId, UUID purchaseOrderId, UUID salesOrderId, String buyer, String seller,
        long price, long quantity, long purchaseOrderRemaining, long salesOrderRemaining) {}
