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
 * of another in between: what is open, the last trade ids, and the remembered ids.
 *
 * <p>Not safe for use by several threads.
 */
public final class Market {

    /** Is told which ids made by clients are remembered since a moment. */
    public interface RememberedVisitor {

        /** The ids in the order in which their orders left; epoch milliseconds. */
        void remembered(long nowMillis, List<UUID> orderIds);
    }

    private static final Side[] EXPIRY_ORDER = {Side.SELL, Side.BUY};

    private final Map<String, Book> books = new HashMap<>();
    private final OpenOrders openOrders = new OpenOrders();

    /** Orders of the batch that is being traded that must not outlive it. */
    private final List<Order> immediate = new ArrayList<>();
    private final RememberedIds rememberedIds = new RememberedIds();
    private long nowMillis = Long.MIN_VALUE;
    private Journal journal = new Journal(0);

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
     * Remembers again the ids of the orders that a batch filled or closed. Batches must come in their order.
     *
     * @param nowMillis the moment of that batch
     */
    public void restoreRemembered(long nowMillis, Collection<UUID> orderIds) {
        advanceTo(nowMillis);
        orderIds.forEach(orderId -> rememberedIds.add(orderId, nowMillis));
    }

    /** Trades a batch by the rules. Costs the same per order however many are open. */
    public Outcome trade(Batch batch) {
        advanceTo(batch.nowMillis());
        journal = new Journal(batch.commands().size());
        rememberedIds.forget(batch.nowMillis(), batch.idempotencyWindowMillis());
        List<Book> booksWithNewOrders = apply(batch);
        expire(batch);
        // Where nothing new came, no buyer reaches the cheapest seller: the last batch ended so, and orders that leave
        // do not change it.
        for (Book book : booksWithNewOrders) {
            trade(book, batch.selfTrades().of(book.productId));
        }
        closeImmediate();
        return journal.outcome();
    }

    /**
     * The first moment at which an open order expires, {@code Long.MAX_VALUE} if none ever does.
     *
     * @param timeoutMillis of the batches to come
     */
    public long nextExpiryMillis(long timeoutMillis) {
        return openOrders.nextExpiryMillis(timeoutMillis);
    }

    /** The open orders as they stand, oldest first: costs what sorting them costs. */
    public List<OpenOrder> open() {
        List<OpenOrder> open = new ArrayList<>(openOrders());
        for (Order order : openOrders.oldestFirst()) {
            open.add(order.asOpen());
        }
        return open;
    }

    /** Visits the ids that are remembered, moment by moment, oldest first. */
    public void eachRemembered(RememberedVisitor visitor) {
        rememberedIds.each(visitor);
    }

    /** How many orders are open. */
    public int openOrders() {
        return openOrders.size();
    }

    /** How many ids made by clients are remembered, of orders that were filled or closed. */
    public int rememberedIds() {
        return rememberedIds.size();
    }

    /**
     * The longest window, no longer than the one wished for, with which a batch of this moment begins with no more than so
     * many ids remembered; 0 at least, so that the ids of this very moment always stay.
     */
    public long idempotencyWindowMillis(long nowMillis, long wishedMillis, int maxRememberedIds) {
        return rememberedIds.windowMillis(nowMillis, wishedMillis, maxRememberedIds);
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
            openOrders.fetch(HashIndex.hash(command.orderId()));
        }
        for (Command command : batch.commands()) {
            switch (command) {
                case PlaceOrder place -> {
                    Book book = place(place, batch);
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
    private @Nullable Book place(PlaceOrder place, Batch batch) {
        Order known = openOrders.get(place.orderId());
        if (known != null || rememberedIds.contains(place.orderId())) {
            journal.repeated(known == null || known.isPlacedBy(place));
            return null;
        }
        Book book = books.get(place.productId());
        boolean isNewProduct = book == null;
        Order order = new Order(book == null ? book(place.productId()) : book, place);
        enter(order);
        journal.placed(order);
        ClosedOrder.Reason rejection = rejection(order, isNewProduct, batch);
        if (rejection != null) {
            close(order, rejection);
            return null;
        }
        if (order.timeInForce == TimeInForce.IOC) {
            immediate.add(order);
        }
        return order.book;
    }

    /** The first bound of the batch that an order breaks, by being there. */
    private ClosedOrder.@Nullable Reason rejection(Order order, boolean isNewProduct, Batch batch) {
        if (openOrders() > batch.maxOpenOrders()) {
            return ClosedOrder.Reason.MAX_OPEN_ORDERS;
        }
        if (order.timeInForce == TimeInForce.GTC && order.book.gtcOrders(order.userId) > batch.maxGtcOrders()) {
            return ClosedOrder.Reason.MAX_GTC_ORDERS;
        }
        return isNewProduct && products() > batch.maxProducts() ? ClosedOrder.Reason.MAX_PRODUCTS : null;
    }

    private void cancel(CancelOrder cancel) {
        Order order = openOrders.get(cancel.orderId());
        if (order != null && order.userId.equals(cancel.userId())) {
            close(order, ClosedOrder.Reason.CANCELLED);
        }
    }

    /** Closes what is too old, or past its own time: sales orders first, then purchase orders, each oldest first. */
    private void expire(Batch batch) {
        List<Order> due = openOrders.due(batch.nowMillis() - batch.timeoutMillis() - 1, batch.nowMillis());
        for (Order order : due) {
            openOrders.fetch(order.idHash);
        }
        for (Side side : EXPIRY_ORDER) {
            for (Order order : due) {
                if (order.side == side) {
                    close(order, ClosedOrder.Reason.EXPIRED);
                }
            }
        }
    }

    /** Closes what is left of the batch's orders that must not outlive it, in order of arrival. */
    private void closeImmediate() {
        for (Order order : immediate) {
            if (order.isOpen) {
                close(order, ClosedOrder.Reason.UNFILLED);
            }
        }
        immediate.clear();
    }

    /** Session after session, until one makes no sale. */
    private void trade(Book book, SelfTrades.Rule selfTrades) {
        book.hasNewOrders = false;
        long lastTradeIdBefore = book.lastTradeId;
        boolean sold;
        do {
            sold = session(book, selfTrades);
        } while (sold);
        if (book.lastTradeId > lastTradeIdBefore) {
            journal.traded(book);
        }
    }

    /**
     * Every buyer goes once, in order of arrival, to the cheapest seller; those who find that price too high step aside.
     * Prices only rise while sellers leave, so the next buyer is simply the next one who pays the price. A buyer who meets
     * an order of their own and stays keeps their turn.
     *
     * @return whether there was a sale
     */
    private boolean session(Book book, SelfTrades.Rule selfTrades) {
        boolean sold = false;
        Order seller = book.cheapestSeller();
        Order buyer = seller == null ? null : book.firstBuyer(seller.price);
        while (seller != null && buyer != null) {
            boolean selfTrade = selfTrades != SelfTrades.Rule.NONE && buyer.userId.equals(seller.userId);
            if (selfTrade) {
                keepApart(buyer, seller, selfTrades);
            } else {
                sell(buyer, seller);
                sold = true;
            }
            if (!seller.isOpen) {
                seller = book.cheapestSeller();
            }
            if (seller == null) {
                return sold;
            }
            buyer = selfTrade ? book.buyerFrom(buyer, seller.price) : book.nextBuyer(buyer, seller.price);
        }
        return sold;
    }

    /** Closes one of two orders of the same user that met, or both, the older one first. */
    private void keepApart(Order buyer, Order seller, SelfTrades.Rule selfTrades) {
        Order older = buyer.offset < seller.offset ? buyer : seller;
        Order newer = buyer.offset < seller.offset ? seller : buyer;
        if (selfTrades != SelfTrades.Rule.CLOSE_NEWER) {
            close(older, ClosedOrder.Reason.SELF_TRADE);
        }
        if (selfTrades != SelfTrades.Rule.CLOSE_OLDER) {
            close(newer, ClosedOrder.Reason.SELF_TRADE);
        }
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
        order.book.add(order);
    }

    private void leave(Order order) {
        order.isOpen = false;
        openOrders.remove(order);
        order.book.remove(order);
        if (order.isClientMade) {
            rememberedIds.add(order.orderId, nowMillis);
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
