package trading.gateway.results;

/**
 * A sale as one of its two orders sees it.
 *
 * @param productId the product
 * @param tradeId numbers the sales of the product
 * @param price in ticks
 * @param quantity how many changed hands
 * @param remaining what this order had left after the sale
 * @param counterparty user of the other order
 */
record OrderSale(String productId, long tradeId, long price, long quantity, long remaining, String counterparty) {}
