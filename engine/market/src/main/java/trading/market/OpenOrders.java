package trading.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The open orders, by their ids and by when they expire. The index of ids leads to an order's slot in the queue of those that
 * expire as it does, and to nothing of its own: that queue is in order of arrival, as books are and memory is. A table in any
 * other order would have the collector of garbage come to a million orders one here, one there, and lay them down so as well.
 *
 * <p>Not safe for use by several threads.
 */
final class OpenOrders {

    /** Later than every time that an order may name. */
    private static final long NEVER = Long.MAX_VALUE - 1;

    private static final int AGING = 0;
    private static final int DATED = 1;

    private final HashIndex index = new HashIndex();

    /** Under the order timeout, by age. */
    private final ArrivalQueue aging = new ArrivalQueue((order, slot) -> place(order, slot, AGING));

    /** With a time of their own, by that, and those that never expire. */
    private final ArrivalQueue dated = new ArrivalQueue((order, slot) -> place(order, slot, DATED));

    /** {@link HashIndex#fetch}, for what is about to be asked for, added or removed. */
    void fetch(int idHash) {
        index.fetch(idHash);
    }

    @Nullable
    Order get(UUID orderId) {
        for (int entry = index.first(HashIndex.hash(orderId)); entry != HashIndex.NONE; entry = index.next(entry)) {
            int number = index.number(entry);
            Order order = queue(number & 1).at(number >>> 1);
            if (order.orderId.equals(orderId)) {
                return order;
            }
        }
        return null;
    }

    void add(Order order) {
        switch (order.timeInForce) {
            case TIMEOUT, IOC -> aging.append(order, ArrivalQueue.descending(order.acceptedAtMillis));
            case GTT -> dated.append(order, ArrivalQueue.descending(order.expiresAtMillis));
            case GTC -> dated.append(order, ArrivalQueue.descending(NEVER));
        }
    }

    void remove(Order order) {
        int queue = switch (order.timeInForce) {
            case TIMEOUT, IOC -> AGING;
            case GTT, GTC -> DATED;
        };
        index.remove(order.idHash, number(order.expirySlot, queue));
        queue(queue).remove(order.expirySlot);
    }

    /**
     * Those whose time is over, by age.
     *
     * @param latestAcceptedMillis under the order timeout: those that are no younger
     * @param nowMillis with a time of their own: those whose time this is, or was
     */
    List<Order> due(long latestAcceptedMillis, long nowMillis) {
        List<Order> due = new ArrayList<>();
        addDue(aging, latestAcceptedMillis, due);
        int underTimeout = due.size();
        addDue(dated, nowMillis, due);
        if (due.size() > underTimeout) {
            due.sort(Comparator.comparingLong(order -> order.offset));
        }
        return due;
    }

    /**
     * The first moment at which one expires, {@code Long.MAX_VALUE} if none ever does.
     *
     * @param timeoutMillis of the batches to come
     */
    long nextExpiryMillis(long timeoutMillis) {
        long oldest = ArrivalQueue.descending(aging.highestRank());
        long byAge = oldest >= Long.MAX_VALUE - timeoutMillis ? Long.MAX_VALUE : oldest + timeoutMillis + 1;
        long byTime = ArrivalQueue.descending(dated.highestRank());
        return Math.min(byAge, byTime == NEVER ? Long.MAX_VALUE : byTime);
    }

    /** All of them, by age. */
    List<Order> oldestFirst() {
        List<Order> open = new ArrayList<>(size());
        aging.addAllTo(open);
        dated.addAllTo(open);
        open.sort(Comparator.comparingLong(order -> order.offset));
        return open;
    }

    int size() {
        return index.size();
    }

    private void place(Order order, int slot, int queue) {
        int number = number(slot, queue);
        if (order.expirySlot == Order.NOWHERE) {
            index.add(order.idHash, number);
        } else {
            index.renumber(order.idHash, number(order.expirySlot, queue), number);
        }
        order.expirySlot = slot;
    }

    /** Adds the orders whose time was not after this, in order of arrival. */
    private static void addDue(ArrivalQueue queue, long latestMillis, List<Order> due) {
        long rank = ArrivalQueue.descending(latestMillis);
        for (Order order = queue.firstFrom(0, rank); order != null; order = queue.firstFrom(order.expirySlot + 1,
                rank)) {
            due.add(order);
        }
    }

    private ArrivalQueue queue(int queue) {
        return queue == AGING ? aging : dated;
    }

    /** What the index leads to. */
    private static int number(int slot, int queue) {
        return slot << 1 | queue;
    }
}
