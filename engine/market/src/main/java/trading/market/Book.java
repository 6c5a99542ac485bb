package trading.market;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The open orders of one product, and the number of its last sale. */
final class Book {

    final String productId;
    long lastTradeId;

    /** Whether orders came with the batch that is being traded. */
    boolean hasNewOrders;

    private final ArrivalQueue buyers = new ArrivalQueue((order, slot) -> order.bookSlot = slot);
    private final ArrivalQueue sellers = new ArrivalQueue((order, slot) -> order.bookSlot = slot);

    /** How many open orders good till cancelled each user has who has any. */
    private final Map<String, Integer> gtcOrders = new HashMap<>();

    Book(String productId) {
        this.productId = productId;
    }

    void add(Order order) {
        switch (order.side) {
            case BUY -> buyers.append(order, order.price);
            case SELL -> sellers.append(order, ArrivalQueue.descending(order.price));
        }
        if (order.timeInForce == TimeInForce.GTC) {
            gtcOrders.merge(order.userId, 1, Integer::sum);
        }
    }

    void remove(Order order) {
        switch (order.side) {
            case BUY -> buyers.remove(order.bookSlot);
            case SELL -> sellers.remove(order.bookSlot);
        }
        if (order.timeInForce == TimeInForce.GTC) {
            gtcOrders.computeIfPresent(order.userId, (userId, count) -> count == 1 ? null : count - 1);
        }
    }

    /** How many open orders good till cancelled a user has. */
    int gtcOrders(String userId) {
        return gtcOrders.getOrDefault(userId, 0);
    }

    /** Whether a new book would be just as good. */
    boolean isForgettable() {
        return lastTradeId == 0 && buyers.size() == 0 && sellers.size() == 0;
    }

    /** The seller with the lowest price, the oldest among equals; {@code null} when sold out. */
    @Nullable
    Order cheapestSeller() {
        return sellers.size() == 0 ? null : sellers.firstFrom(0, sellers.highestRank());
    }

    /** The earliest buyer who pays the price. */
    @Nullable
    Order firstBuyer(long price) {
        return buyers.firstFrom(0, price);
    }

    /** The earliest buyer who pays the price and is not before this one, who may have left. */
    @Nullable
    Order buyerFrom(Order buyer, long price) {
        return buyers.firstFrom(buyer.bookSlot, price);
    }

    /** The earliest buyer who pays the price and came after this one. */
    @Nullable
    Order nextBuyer(Order buyer, long price) {
        return buyers.firstFrom(buyer.bookSlot + 1, price);
    }
}
