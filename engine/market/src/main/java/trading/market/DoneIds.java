package trading.market;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids made by clients whose orders are closed, for as long as they are remembered: some millions in 10 minutes, so the
 * ids lie in a ring of plain numbers, oldest first, and every batch only knows how many of them are its own. 32 to 64
 * bytes for each.
 *
 * <p>Not safe for use by several threads.
 */
final class DoneIds {

    /** The ids that one moment closed. */
    private static final class Closing {

        private final long atMillis;
        private int ids;

        private Closing(long atMillis) {
            this.atMillis = atMillis;
        }
    }

    private static final int SMALLEST = 16;

    private final HashIndex index = new HashIndex();
    private final Queue<Closing> closings = new ArrayDeque<>();
    private @Nullable Closing lastClosing;

    /** Both halves of an id, at its number modulo their length. Numbers go on from their highest to their lowest. */
    private long[] highs = new long[SMALLEST];
    private long[] lows = new long[SMALLEST];
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
    void add(UUID orderId, long closedAtMillis) {
        if (size() == highs.length) {
            resize(2 * highs.length);
        }
        if (lastClosing == null || lastClosing.atMillis != closedAtMillis) {
            lastClosing = new Closing(closedAtMillis);
            closings.add(lastClosing);
        }
        lastClosing.ids++;
        int place = place(nextNumber);
        highs[place] = orderId.getMostSignificantBits();
        lows[place] = orderId.getLeastSignificantBits();
        index.add(HashIndex.hash(orderId), nextNumber);
        nextNumber++;
    }

    /** Forgets what closed longer ago than the window. */
    void forget(long nowMillis, long windowMillis) {
        Closing oldest = closings.peek();
        while (oldest != null && nowMillis - oldest.atMillis > windowMillis) {
            for (int i = 0; i < oldest.ids; i++) {
                int place = place(firstNumber);
                index.remove(HashIndex.hash(new UUID(highs[place], lows[place])), firstNumber);
                firstNumber++;
            }
            closings.remove();
            oldest = closings.peek();
        }
        if (oldest == null) {
            lastClosing = null;
        }
        while (8 * size() < highs.length && highs.length > SMALLEST) {
            resize(highs.length / 2);
        }
    }

    /** The longest window, at most the one wished for, that forgets all but so many, or 0. */
    long windowMillis(long nowMillis, long wishedMillis, int maxIds) {
        long windowMillis = wishedMillis;
        int left = size();
        for (Closing closing : closings) {
            if (left <= maxIds) {
                break;
            }
            windowMillis = Math.min(windowMillis, Math.max(0, nowMillis - closing.atMillis - 1));
            left -= closing.ids;
        }
        return windowMillis;
    }

    int size() {
        return nextNumber - firstNumber;
    }

    private int place(int number) {
        return number & (highs.length - 1);
    }

    private void resize(int capacity) {
        long[] newHighs = new long[capacity];
        long[] newLows = new long[capacity];
        for (int number = firstNumber; number != nextNumber; number++) {
            int place = number & (capacity - 1);
            newHighs[place] = highs[place(number)];
            newLows[place] = lows[place(number)];
        }
        highs = newHighs;
        lows = newLows;
    }
}
