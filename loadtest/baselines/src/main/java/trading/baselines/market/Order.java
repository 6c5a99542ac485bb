package trading.baselines.market;

import java.util.UUID;

/**
 * An order, with what is left of it. Only the engine that has it may ask for what is left; everything else is final.
 */
public final class Order {

    /** The price of a purchase order without a limit. */
    public static final long ANY_PRICE = Long.MAX_VALUE;

    private final UUID id;
    private final Side side;
    private final String productId;
    private final String userId;
    private final long quantity;
    private final long price;
    private final long acceptedAtMillis;
    private long remaining;

    /**
     * @param price in ticks of 1/10,000: the least that a seller takes, the most that a buyer gives
     * @param acceptedAtMillis since the epoch
     */
    public Order(UUID id, Side side, String productId, String userId, long quantity, long price,
            long acceptedAtMillis) {
        this.id = id;
        this.side = side;
        this.productId = productId;
        this.userId = userId;
        this.quantity = quantity;
        this.price = price;
        this.acceptedAtMillis = acceptedAtMillis;
        this.remaining = quantity;
    }

    public UUID id() {
        return id;
    }

    public Side side() {
        return side;
    }

    public String productId() {
        return productId;
    }

    public String userId() {
        return userId;
    }

    public long quantity() {
        return quantity;
    }

    public long price() {
        return price;
    }

    public long acceptedAtMillis() {
        return acceptedAtMillis;
    }

    /** What is left; 0 once filled. */
    public long remaining() {
        return remaining;
    }

    void take(long sold) {
        remaining -= sold;
    }
}
