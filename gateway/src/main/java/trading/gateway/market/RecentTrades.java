package trading.gateway.market;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The newest trades of a product. Plain numbers in a ring: thousands come and go in a second, and each would be an object that
 * lives just long enough for the garbage collector to copy it. Not safe for use by threads at the same time.
 */
final class RecentTrades {

    private static final int NUMBERS = 4;
    private static final int FIRST_CAPACITY = 1;

    private final int most;
    /** Four numbers a trade. */
    private long[] ring = new long[FIRST_CAPACITY * NUMBERS];
    /** Place of the oldest, counted in trades. */
    private int oldest;
    private int size;

    /** @param most the older ones make room */
    RecentTrades(int most) {
        this.most = most;
    }

    /** Adds one that is newer than all others. */
    void add(Trade trade) {
        if (size == capacity() && size < most) {
            grow();
        }
        if (size == capacity()) {
            oldest = (oldest + 1) % capacity();
            size--;
        }
        int at = place(size++);
        ring[at] = trade.tradeId();
        ring[at + 1] = trade.price();
        ring[at + 2] = trade.quantity();
        ring[at + 3] = trade.tradedAtMillis();
    }

    private void grow() {
        long[] larger = new long[Math.min(2 * capacity(), most) * NUMBERS];
        int toEnd = ring.length - oldest * NUMBERS;
        System.arraycopy(ring, oldest * NUMBERS, larger, 0, toEnd);
        System.arraycopy(ring, 0, larger, toEnd, ring.length - toEnd);
        ring = larger;
        oldest = 0;
    }

    private int capacity() {
        return ring.length / NUMBERS;
    }

    private int place(int number) {
        return (oldest + number) % capacity() * NUMBERS;
    }

    private Trade get(int number) {
        long[] trade = Arrays.copyOfRange(ring, place(number), place(number) + NUMBERS);
        return new Trade(trade[0], trade[1], trade[2], trade[3]);
    }

    /** The newest one's id, 0 if there is none. */
    long newestTradeId() {
        return size == 0 ? 0 : ring[place(size - 1)];
    }

    /** The newest before this one, newest first. */
    List<Trade> before(long tradeId, int limit) {
        List<Trade> found = new ArrayList<>();
        for (int number = size - 1; number >= 0 && found.size() < limit; number--) {
            if (ring[place(number)] < tradeId) {
                found.add(get(number));
            }
        }
        return found;
    }

    /** Those behind this one, oldest first. */
    List<Trade> after(long tradeId) {
        List<Trade> found = new ArrayList<>();
        for (int number = 0; number < size; number++) {
            if (ring[place(number)] > tradeId) {
                found.add(get(number));
            }
        }
        return found;
    }

    void clear() {
        size = 0;
    }
}
