package trading.market;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The market of one partition: its open orders, the ids that it must not take twice, and the trading rules.
 *
 * <p>The same batches give the same outcomes, in a market that saw them all as in one that was restored from the outcomes
 * of another in between: what is open, the last trade ids, and the ids of clients' orders that are done.
 *
 * <p>Not safe for use by several threads.
 */
public final class Market {

    private final Map<String, Book> books = new HashMap<>();
    private final OpenOrders openOrders = new OpenOrders();
    private final ArrivalQueue oldestOrders = new ArrivalQueue((order, slot) -> order.ageSlot = slot);
    private final DoneIds doneIds = new DoneIds();
    private long nowMillis = Long.MIN_VALUE;
    private Journal journal = new Journal();

    /** A market in which nothing was ever ordered. */
    public Market() {}

    /** Puts an open order back, behind those that were put back before: the oldest must come first, by offset. */
    public void restoreOpen(OpenOrder order) {
        enter(new Order(book(order.productId()), order));
    }

    /** Goes on numbering the sales of a product behind this one. */
    public void restoreLastTradeId(String productId, long lastTradeId) {
        book(productId).lastTradeId = lastTradeId;
    }

    /**
     * Remembers again the ids that a batch was done with. Batches must come in their order.
     *
     * @param nowMillis the moment of that batch
     */
    public void restoreDone(long nowMillis, Collection<UUID> doneClientIds) {
        advanceTo(nowMillis);
        doneClientIds.forEach(orderId -> doneIds.add(orderId, nowMillis));
    }

    /** Trades a batch by the rules. Costs the same per order however many are open. */
    public Outcome trade(Batch batch) {
        advanceTo(batch.nowMillis());
        journal = new Journal();
        doneIds.forget(batch.nowMillis(), batch.idempotencyWindowMillis());
        List<Book> booksWithNewOrders = apply(batch);
        expire(batch.nowMillis() - batch.timeoutMillis());
        // Where nothing new came, no buyer reaches the cheapest seller: the last batch ended so, and orders that leave
        // do not change it.
        for (Book book : booksWithNewOrders) {
            trade(book);
        }
        return journal.outcome();
    }

    /** When the log took the oldest open order, {@code Long.MAX_VALUE} when none is open. */
    public long oldestAcceptedAtMillis() {
        return ArrivalQueue.descending(oldestOrders.highestRank());
    }

    /** How many orders are open. */
    public int openOrders() {
        return oldestOrders.size();
    }

    /** How many ids of orders that are done are remembered. */
    public int doneClientIds() {
        return doneIds.size();
    }

    /**
     * The longest window, no longer than the one wished for, with which a batch of this moment begins with no more than so
     * many ids remembered; 0 at least, so that the ids of this very moment always stay.
     */
    public long idempotencyWindowMillis(long nowMillis, long wishedMillis, int maxDoneClientIds) {
        return doneIds.windowMillis(nowMillis, wishedMillis, maxDoneClientIds);
    }

    /** How many products are known: those with open orders, and those that ever had a sale. */
    public int products() {
        return books.size();
    }

    private void advanceTo(long millis) {
        if (millis < nowMillis) {
            throw new IllegalArgumentException("nowMillis: " + millis + " (expected: >= " + nowMillis + ")");
        }
        nowMillis = millis;
    }

    private List<Book> apply(Batch batch) {
        List<Book> booksWithNewOrders = new ArrayList<>();
        for (Command command : batch.commands()) {
            switch (command) {
                case PlaceOrder place -> {
                    Book book = place(place, batch.maxOpenOrders());
                    if (book != null && !book.hasNewOrders) {
                        book.hasNewOrders = true;
                        booksWithNewOrders.add(book);
                    }
                }
                case CancelOrder cancel -> cancel(cancel);
            }
        }
        return booksWithNewOrders;
    }

    /** Places an order, and tells whose book it stands in then, if it does. */
    private @Nullable Book place(PlaceOrder place, int maxOpenOrders) {
        Order known = openOrders.get(place.orderId());
        if (known != null || doneIds.contains(place.orderId())) {
            journal.repeated(known == null || known.isPlacedBy(place));
            return null;
        }
        Order order = new Order(book(place.productId()), place);
        enter(order);
        journal.placed(order);
        if (openOrders() > maxOpenOrders) {
            close(order, ClosedOrder.Reason.REJECTED);
            return null;
        }
        return order.book;
    }

    private void cancel(CancelOrder cancel) {
        Order order = openOrders.get(cancel.orderId());
        if (order != null && order.userId.equals(cancel.userId())) {
            close(order, ClosedOrder.Reason.CANCELLED);
        }
    }

    /** Closes what was accepted before the deadline. */
    private void expire(long deadlineMillis) {
        long expired = ArrivalQueue.descending(deadlineMillis - 1);
        // Sales orders go first, so purchase orders wait.
        List<Order> purchaseOrders = new ArrayList<>();
        for (Order order = oldestOrders.firstFrom(0, expired); order != null; order = oldestOrders
                .firstFrom(order.ageSlot + 1, expired)) {
            switch (order.side) {
                case SELL -> close(order, ClosedOrder.Reason.EXPIRED);
                case BUY -> purchaseOrders.add(order);
            }
        }
        purchaseOrders.forEach(order -> close(order, ClosedOrder.Reason.EXPIRED));
    }

    /** Session after session, until one makes no sale. */
    private void trade(Book book) {
        book.hasNewOrders = false;
        long lastTradeIdBefore = book.lastTradeId;
        boolean sold;
        do {
            sold = session(book);
        } while (sold);
        if (book.lastTradeId > lastTradeIdBefore) {
            journal.traded(book);
        }
    }

    /**
     * Every buyer goes once, in order of arrival, to the cheapest seller; those who find that price too high step aside.
     * Prices only rise while sellers sell out, so the next buyer is simply the next one who pays the price.
     *
     * @return whether there was a sale
     */
    private boolean session(Book book) {
        boolean sold = false;
        Order seller = book.cheapestSeller();
        Order buyer = seller == null ? null : book.firstBuyer(seller.price);
        while (seller != null && buyer != null) {
            sell(buyer, seller);
            sold = true;
            if (!seller.isOpen) {
                seller = book.cheapestSeller();
            }
            buyer = seller == null ? null : book.nextBuyer(buyer, seller.price);
        }
        return sold;
    }

    private void sell(Order buyer, Order seller) {
        long quantity = Math.min(buyer.remaining, seller.remaining);
        buyer.remaining -= quantity;
        seller.remaining -= quantity;
        seller.book.lastTradeId++;
        journal.sold(buyer, seller, quantity);
        if (buyer.remaining == 0) {
            leave(buyer);
        }
        if (seller.remaining == 0) {
            leave(seller);
        }
    }

    private void close(Order order, ClosedOrder.Reason reason) {
        journal.closed(order, reason);
        leave(order);
    }

    private void enter(Order order) {
        openOrders.add(order);
        oldestOrders.append(order, ArrivalQueue.descending(order.acceptedAtMillis));
        order.book.add(order);
    }

    private void leave(Order order) {
        order.isOpen = false;
        openOrders.remove(order);
        oldestOrders.remove(order.ageSlot);
        order.book.remove(order);
        if (order.isClientMade) {
            doneIds.add(order.orderId, nowMillis);
        }
        journal.left(order);
        // Else every name that anyone ever tried would stay.
        if (order.book.isForgettable()) {
            books.remove(order.book.productId);
        }
    }

    private Book book(String productId) {
        return books.computeIfAbsent(productId, Book::new);
    }
}
