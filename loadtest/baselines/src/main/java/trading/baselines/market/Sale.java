package trading.baselines.market;

/**
 * A purchase order met a sales order.
 *
 * @param tradeId 1, 2, 3 and so on per product
 * @param quantity how much changed hands, at the sales order's price
 * @param purchaseOrderRemaining left of the purchase order after this sale
 * @param salesOrderRemaining left of the sales order after this sale
 * @param tradedAtMillis since the epoch
 */
public record Sale(long tradeId, Order purchaseOrder, Order salesOrder, long quantity, long purchaseOrderRemaining,
        long salesOrderRemaining, long tradedAtMillis) {

    public String productId() {
        return salesOrder.productId();
    }

    /** In ticks. */
    public long price() {
        return salesOrder.price();
    }
}
