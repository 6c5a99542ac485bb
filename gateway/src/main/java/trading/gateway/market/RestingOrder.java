package trading.gateway.market;

/** An order in a book. Not safe for use by threads at the same time. */
final class RestingOrder {

    /** What one takes in memory, with its id and its place in a map, roughly. */
    static final int BYTES = 112;

    private final ProductMarket product;
    private final boolean isPurchase;
    private final long price;
    private long remaining;

    /** @param price in ticks, {@link Book#ANY_PRICE} without a limit */
    RestingOrder(ProductMarket product, boolean isPurchase, long price, long remaining) {
        this.product = product;
        this.isPurchase = isPurchase;
        this.price = price;
        this.remaining = remaining;
    }

    ProductMarket product() {
        return product;
    }

    boolean isPurchase() {
        return isPurchase;
    }

    long price() {
        return price;
    }

    long remaining() {
        return remaining;
    }

    void remaining(long left) {
        remaining = left;
    }
}
