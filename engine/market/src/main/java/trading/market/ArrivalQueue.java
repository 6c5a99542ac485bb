package trading.market;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Orders in order of arrival, each with a rank, in which the earliest order of at least a given rank is found without
 * looking at those that rank lower. It is the one data structure of the market, used four times:
 *
 * <table>
 * <caption>Ranks</caption>
 * <tr><th>queue</th><th>rank</th><th>the earliest order that reaches ...</th></tr>
 * <tr><td>buyers of a product</td><td>limit</td><td>a price is the next buyer for it</td></tr>
 * <tr><td>sellers of a product</td><td>{@link #descending} price</td><td>the highest rank is the cheapest, oldest
 * seller</td></tr>
 * <tr><td>open orders under the order timeout</td><td>{@link #descending} time of acceptance</td><td>a deadline is the
 * next to expire</td></tr>
 * <tr><td>open orders with a time of their own, or that never expire</td><td>{@link #descending} that time</td><td>a moment
 * is the next to expire</td></tr>
 * </table>
 *
 * <p><b>Shape.</b> An order takes the next free slot of an array and keeps it; leaving empties the slot. Above the slots
 * lies a tree of maxima, {@value #WIDTH} to one, each level an array of its own, up to a single root:
 *
 * <pre>
 * maxima[2]                 9
 * maxima[1]        7        9        3
 * maxima[0]     1 7 - 2   9 - 4 4   3 - -        ranks of the slots
 * orders        a b   c   d   e f   g            next free slot: behind g
 * </pre>
 *
 * <p><b>Costs</b>, for n slots. Arrival is a write at the end and stops climbing where a maximum is already as high:
 * constant. Leaving recomputes one node a level and stops where the maximum stays: O(log n). Searching climbs only until a
 * node holds a rank that is high enough, then descends to it: O(log n), and constant where nothing reaches the rank. With
 * {@value #WIDTH} ranks to a node, a million orders are five levels, of which all but the lowest stay in the processor's
 * caches; a search reads neighbouring memory where a tree of objects would follow pointers.
 *
 * <p>Empty slots at the end are taken again at once, which serves most orders: they trade as soon as they come. When the last
 * order leaves, so do all slots. Other empty slots stay until no slot is free; then the orders close ranks in an array in
 * which they fill at most half, so that as many must arrive until it happens again: constant per arrival.
 *
 * <p>Not safe for use by several threads.
 */
final class ArrivalQueue {

    /** Orders know their slots; the queue tells them. */
    interface SlotListener {
        void slotted(Order order, int slot);
    }

    private static final int WIDTH_BITS = 4;
    private static final int WIDTH = 1 << WIDTH_BITS;
    private static final int WITHIN_NODE = WIDTH - 1;

    private static final int FEWEST_SLOTS = 4;

    /** Rank of an empty slot, below every order's. */
    private static final long EMPTY = Long.MIN_VALUE;

    /** Of a queue in which nobody stands: there are two for every product that was ever sold. */
    private static final @Nullable Order[] NO_SLOTS = {};
    private static final long[][] NO_MAXIMA = {{EMPTY}};

    private final SlotListener slotListener;
    private @Nullable Order[] orders;
    private long[][] maxima;
    private int nextSlot;
    private int size;

    ArrivalQueue(SlotListener slotListener) {
        this.slotListener = slotListener;
        this.orders = NO_SLOTS;
        this.maxima = NO_MAXIMA;
    }

    /** The rank that turns a smaller value into a higher one; its own inverse. An empty queue gives the largest. */
    static long descending(long value) {
        return ~value;
    }

    int size() {
        return size;
    }

    /** The highest rank in the queue, {@code Long.MIN_VALUE} when it is empty. */
    long highestRank() {
        return maxima[maxima.length - 1][0];
    }

    /** The order of a slot in which one stands. */
    Order at(int slot) {
        return Objects.requireNonNull(orders[slot]);
    }

    /** Adds all orders, in order of arrival. */
    void addAllTo(List<Order> all) {
        for (int slot = 0; slot < nextSlot; slot++) {
            Order order = orders[slot];
            if (order != null) {
                all.add(order);
            }
        }
    }

    /** Puts an order behind all others. May give orders new slots. */
    void append(Order order, long rank) {
        if (nextSlot == orders.length) {
            closeRanks();
        }
        take(nextSlot, order, rank);
        nextSlot++;
        size++;
    }

    /** Empties a slot. No other order changes its slot. */
    void remove(int slot) {
        size--;
        if (size == 0) {
            orders = NO_SLOTS;
            maxima = NO_MAXIMA;
            nextSlot = 0;
            return;
        }
        orders[slot] = null;
        lower(slot);
        while (nextSlot > 0 && orders[nextSlot - 1] == null) {
            nextSlot--;
        }
    }

    /** The earliest order, from a slot on, that has this rank or a higher one. */
    @Nullable
    Order firstFrom(int slot, long rank) {
        if (size == 0) {
            return null;
        }
        int index = slot;
        for (int level = 0; level < maxima.length; level++) {
            long[] ranks = maxima[level];
            // What starts with a whole node is answered one level up.
            boolean wholeNode = (index & WITHIN_NODE) == 0 && level < maxima.length - 1;
            if (!wholeNode) {
                int end = endOfNode(index, ranks);
                for (; index < end; index++) {
                    if (ranks[index] >= rank) {
                        return orders[descend(level, index, rank)];
                    }
                }
                index = (index + WITHIN_NODE) & ~WITHIN_NODE;
            }
            index >>= WIDTH_BITS;
        }
        return null;
    }

    private int descend(int fromLevel, int fromIndex, long rank) {
        int index = fromIndex;
        for (int level = fromLevel - 1; level >= 0; level--) {
            long[] ranks = maxima[level];
            index <<= WIDTH_BITS;
            while (ranks[index] < rank) {
                index++;
            }
        }
        return index;
    }

    private void take(int slot, Order order, long rank) {
        orders[slot] = order;
        slotListener.slotted(order, slot);
        int index = slot;
        for (long[] ranks : maxima) {
            if (ranks[index] >= rank) {
                return;
            }
            ranks[index] = rank;
            index >>= WIDTH_BITS;
        }
    }

    private void lower(int slot) {
        int index = slot;
        long was = maxima[0][slot];
        maxima[0][slot] = EMPTY;
        for (int level = 1; level < maxima.length; level++) {
            int parent = index >> WIDTH_BITS;
            if (maxima[level][parent] != was) {
                return;
            }
            long highest = highestInNode(maxima[level - 1], parent << WIDTH_BITS);
            if (highest == was) {
                return;
            }
            maxima[level][parent] = highest;
            index = parent;
        }
    }

    private static long highestInNode(long[] ranks, int start) {
        long highest = EMPTY;
        int end = endOfNode(start, ranks);
        for (int i = start; i < end; i++) {
            highest = Math.max(highest, ranks[i]);
        }
        return highest;
    }

    private static int endOfNode(int index, long[] ranks) {
        return Math.min((index | WITHIN_NODE) + 1, ranks.length);
    }

    private void closeRanks() {
        @Nullable
        Order[] old = orders;
        long[] oldRanks = maxima[0];
        int capacity = capacityFor(size);
        orders = new Order[capacity];
        maxima = emptyMaxima(capacity);
        int slot = 0;
        for (int i = 0; i < nextSlot; i++) {
            Order order = old[i];
            if (order != null) {
                take(slot, order, oldRanks[i]);
                slot++;
            }
        }
        nextSlot = slot;
    }

    /** The smallest power of two of which so many orders fill at most half. */
    private static int capacityFor(int size) {
        return Math.max(FEWEST_SLOTS, Integer.highestOneBit(2 * size - 1) << 1);
    }

    private static long[][] emptyMaxima(int capacity) {
        int levels = 1;
        for (int nodes = capacity; nodes > 1; nodes = nodesAbove(nodes)) {
            levels++;
        }
        long[][] maxima = new long[levels][];
        int length = capacity;
        for (int level = 0; level < levels; level++) {
            maxima[level] = new long[length];
            Arrays.fill(maxima[level], EMPTY);
            length = nodesAbove(length);
        }
        return maxima;
    }

    private static int nodesAbove(int nodes) {
        return (nodes + WITHIN_NODE) >> WIDTH_BITS;
    }
}
