package trading.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes down what one batch does, as it does it, and gives the outcome at its end. */
final class Journal {

    private final List<Order> placed;
    private final List<Order> olderSold;
    private final List<ClosedOrder> closed = new ArrayList<>();
    private final List<Sale> sales;
    private final List<Long> gone;
    private final Map<String, Long> lastTradeIds = new LinkedHashMap<>();
    private final List<UUID> rememberedIds = new ArrayList<>();
    private int repeated;
    private int conflicting;
    private long oldestAcceptedAtMillis = Long.MAX_VALUE;

    /** @param commands how many the batch has: of most of what it does there is about as much */
    Journal(int commands) {
        this.placed = new ArrayList<>(commands);
        this.olderSold = new ArrayList<>(commands);
        this.sales = new ArrayList<>(commands);
        this.gone = new ArrayList<>(commands);
    }

    void placed(Order order) {
        placed.add(order);
    }

    /** An order was ignored, since its id is known; as far as is known, it is the same as the first with that id. */
    void repeated(boolean isSame) {
        repeated++;
        if (!isSame) {
            conflicting++;
        }
    }

    /** The order closes as it stands now. */
    void closed(Order order, ClosedOrder.Reason reason) {
        closed.add(new ClosedOrder(order.asOpen(), reason));
        touched(order);
    }

    /** The last sale of their book, between these two, who stand as they do after it. */
    void sold(Order buyer, Order seller, long quantity) {
        Book book = seller.book;
        sales.add(new Sale(book.productId, book.lastTradeId, buyer.orderId, seller.orderId, buyer.userId, seller.userId,
                seller.price, quantity, buyer.remaining, seller.remaining));
        changed(buyer);
        changed(seller);
    }

    /** There were sales of the book, and there are no more in this batch. */
    void traded(Book book) {
        lastTradeIds.put(book.productId, book.lastTradeId);
    }

    /** The order is no longer open, for whatever reason. */
    void left(Order order) {
        if (!order.isNew) {
            gone.add(order.offset);
        }
        if (order.isClientMade) {
            rememberedIds.add(order.orderId);
        }
    }

    Outcome outcome() {
        List<OpenOrder> rested = stillOpen(placed);
        List<OpenOrder> changed = stillOpen(olderSold);
        placed.forEach(order -> order.isNew = false);
        olderSold.forEach(order -> order.isChanged = false);
        return new Outcome(closed, sales, rested, changed, gone, lastTradeIds, rememberedIds, repeated,
                conflicting, oldestAcceptedAtMillis);
    }

    private void changed(Order order) {
        touched(order);
        if (!order.isNew && !order.isChanged) {
            order.isChanged = true;
            olderSold.add(order);
        }
    }

    private void touched(Order order) {
        if (!order.isNew && order.acceptedAtMillis < oldestAcceptedAtMillis) {
            oldestAcceptedAtMillis = order.acceptedAtMillis;
        }
    }

    private static List<OpenOrder> stillOpen(List<Order> orders) {
        List<OpenOrder> open = new ArrayList<>(orders.size());
        for (Order order : orders) {
            if (order.isOpen) {
                open.add(order.asOpen());
            }
        }
        return open;
    }
}
