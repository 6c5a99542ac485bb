package trading.market;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The ids made by clients whose orders were filled or closed, for as long as they are remembered: some millions in 10 minutes, so they
 * lie in a ring of plain numbers, oldest first. 34 to 68 bytes for each.
 *
 * <p>Not safe for use by several threads.
 */
final class RememberedIds {

    private static final int SMALLEST = 16;

    private final HashIndex index = new HashIndex();

    /** Both halves of an id, and when its order left, at its number modulo their length. */
    private long[] highs = new long[SMALLEST];
    private long[] lows = new long[SMALLEST];
    private long[] leftAtMillis = new long[SMALLEST];

    /** Numbers go on from their highest to their lowest. */
    private int firstNumber;
    private int nextNumber;

    boolean contains(UUID orderId) {
        for (int entry = index.first(HashIndex.hash(orderId)); entry != HashIndex.NONE; entry = index.next(entry)) {
            int place = place(index.number(entry));
            if (lows[place] == orderId.getLeastSignificantBits() && highs[place] == orderId.getMostSignificantBits()) {
                return true;
            }
        }
        return false;
    }

    /** Remembers an id. Times must not go backwards. */
    void add(UUID orderId, long nowMillis) {
        if (size() == highs.length) {
            resize(2 * highs.length);
        }
        int place = place(nextNumber);
        highs[place] = orderId.getMostSignificantBits();
        lows[place] = orderId.getLeastSignificantBits();
        leftAtMillis[place] = nowMillis;
        index.add(HashIndex.hash(orderId), nextNumber);
        nextNumber++;
    }

    /** Forgets what left longer ago than the window. */
    void forget(long nowMillis, long windowMillis) {
        while (size() > 0 && nowMillis - leftAtMillis[place(firstNumber)] > windowMillis) {
            index.remove(HashIndex.hash(id(firstNumber)), firstNumber);
            firstNumber++;
        }
        while (8 * size() < highs.length && highs.length > SMALLEST) {
            resize(highs.length / 2);
        }
    }

    /** Visits what is remembered, moment by moment. */
    void each(Market.RememberedVisitor visitor) {
        int number = firstNumber;
        while (number != nextNumber) {
            long atMillis = leftAtMillis[place(number)];
            List<UUID> ids = new ArrayList<>();
            while (number != nextNumber && leftAtMillis[place(number)] == atMillis) {
                ids.add(id(number));
                number++;
            }
            visitor.remembered(atMillis, ids);
        }
    }

    /** The longest window, at most the one wished for, that forgets all but so many, or 0. */
    long windowMillis(long nowMillis, long wishedMillis, int maxIds) {
        int tooMany = size() - maxIds;
        if (tooMany <= 0) {
            return wishedMillis;
        }
        long newestTooMany = leftAtMillis[place(firstNumber + tooMany - 1)];
        return Math.min(wishedMillis, Math.max(0, nowMillis - newestTooMany - 1));
    }

    int size() {
        return nextNumber - firstNumber;
    }

    private UUID id(int number) {
        int place = place(number);
        return new UUID(highs[place], lows[place]);
    }

    private int place(int number) {
        return number & (highs.length - 1);
    }

    private void resize(int capacity) {
        highs = moved(highs, capacity);
        lows = moved(lows, capacity);
        leftAtMillis = moved(leftAtMillis, capacity);
    }

    private long[] moved(long[] from, int capacity) {
        long[] to = new long[capacity];
        for (int number = firstNumber; number != nextNumber; number++) {
            to[number & (capacity - 1)] = from[number & (from.length - 1)];
        }
        return to;
    }
}
