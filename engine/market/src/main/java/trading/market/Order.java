package trading.market;

import java.util.UUID;

/** An order as the market keeps it: what was ordered, what remains, and where it stands in its queues. */
final class Order {

    /** The slot of an order that stands in no queue. */
    static final int NOWHERE = -1;

    final Book book;
    final Side side;
    final long offset;
    final UUID orderId;

    /** Told of the id once, so that nobody must fetch it again. */
    final boolean isClientMade;
    final int idHash;

    final String userId;
    final long quantity;
    final long price;
    final long acceptedAtMillis;
    final TimeInForce timeInForce;
    final long expiresAtMillis;

    /** What is left; 0 once filled. */
    long remaining;

    /** Whether it came with the batch that is being traded. */
    boolean isNew;

    /** Whether it came before the batch that is being traded, and was part of a sale in it. */
    boolean isChanged;

    /** Whether it is in the market, with something left. */
    boolean isOpen = true;

    /** Its place among the buyers or sellers of its product. */
    int bookSlot;

    /** Its place among those that expire as it does: by age, or at a time of their own or never. */
    int expirySlot = NOWHERE;

    Order(Book book, PlaceOrder placed) {
        this(book, placed.side(), placed.offset(), placed.orderId(), placed.userId(), placed.quantity(),
                placed.quantity(), placed.price(), placed.acceptedAtMillis(), placed.timeInForce(),
                placed.expiresAtMillis());
        this.isNew = true;
    }

    Order(Book book, OpenOrder open) {
        this(book, open.side(), open.offset(), open.orderId(), open.userId(), open.quantity(), open.remaining(),
                open.price(), open.acceptedAtMillis(), open.timeInForce(), open.expiresAtMillis());
    }

    private Order(Book book, Side side, long offset, UUID orderId, String userId, long quantity, long remaining,
            long price, long acceptedAtMillis, TimeInForce timeInForce, long expiresAtMillis) {
        this.book = book;
        this.side = side;
        this.offset = offset;
        this.orderId = orderId;
        this.isClientMade = orderId.version() == 8;
        this.idHash = HashIndex.hash(orderId);
        this.userId = userId;
        this.quantity = quantity;
        this.remaining = remaining;
        this.price = price;
        this.acceptedAtMillis = acceptedAtMillis;
        this.timeInForce = timeInForce;
        this.expiresAtMillis = expiresAtMillis;
    }

    /** Whether this is what was ordered, when and wherever it was said. */
    boolean isPlacedBy(PlaceOrder place) {
        return side == place.side() && quantity == place.quantity() && price == place.price()
                && timeInForce == place.timeInForce() && expiresAtMillis == place.expiresAtMillis()
                && userId.equals(place.userId()) && book.productId.equals(place.productId());
    }

    /** The order as it stands. */
    OpenOrder asOpen() {
        return new OpenOrder(offset, orderId, side, book.productId, userId, quantity, remaining, price,
                acceptedAtMillis, timeInForce, expiresAtMillis);
    }
}
