package trading.gateway.market;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/** An order in a book, and in the list of its user. Guarded by the partition that it is in. */
final class RestingOrder {

    /** What one takes in memory, with its id, a user's name and a price of its own, and its places in maps, roughly. */
    static final int BYTES = 296;

    private final UUID orderId;
    private final ProductMarket product;
    private final String userId;
    private final boolean isPurchase;
    private final long price;
    private final long quantity;
    private final TimeInForce timeInForce;
    private final long expiresAtMillis;
    private final long acceptedAtMillis;
    private long remaining;
    private long changedAtMillis;

    /** Its neighbours in {@link UserLists}. */
    @Nullable
    RestingOrder older;
    @Nullable
    RestingOrder newer;

    /**
     * @param userId whose it is
     * @param changedAtMillis since when it stands as it is told
     */
    RestingOrder(UUID orderId, OpenOrder told, ProductMarket product, String userId, long changedAtMillis) {
        this.orderId = orderId;
        this.product = product;
        this.userId = userId;
        this.isPurchase = told.getSide() == Side.BUY;
        this.price = isPurchase && told.getPrice() == 0 ? Book.ANY_PRICE : told.getPrice();
        this.quantity = told.getQuantity();
        this.timeInForce = told.getTimeInForce();
        this.expiresAtMillis = told.getExpiresAt();
        this.acceptedAtMillis = told.getAcceptedAt();
        this.remaining = told.getRemaining();
        this.changedAtMillis = changedAtMillis;
    }

    UUID orderId() {
        return orderId;
    }

    ProductMarket product() {
        return product;
    }

    String userId() {
        return userId;
    }

    boolean isPurchase() {
        return isPurchase;
    }

    /** In ticks, {@link Book#ANY_PRICE} without a limit. */
    long price() {
        return price;
    }

    long remaining() {
        return remaining;
    }

    void remaining(long left) {
        remaining = left;
    }

    void changedAt(long millis) {
        changedAtMillis = millis;
    }

    OrderState state() {
        return new OrderState(orderId, isPurchase ? Side.BUY : Side.SELL, product.productId(), userId, quantity,
                remaining, price == Book.ANY_PRICE ? 0 : price, timeInForce, expiresAtMillis, acceptedAtMillis,
                changedAtMillis, null);
    }
}
