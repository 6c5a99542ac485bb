package trading.gateway.orders;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Turns two counts that only grow, what came and what is done of it, into time: how long the newest will have waited when it
 * is done. That is no less than how long the oldest has been waiting; and where more comes than is done it is longer. So
 * where the oldest has been waiting for a while, the pace of late counts, too, as long as there was always something to do
 * and somebody who did it. One thread at a time.
 */
final class ForeseenWait {

    /** More than a backlog's worth: orders are refused long before it is full. */
    private static final int MAX_SAMPLES = 256;

    /** Half of the time for the pace must have passed, or what came at once would look like a standstill. */
    private static final int MIN_PACE_DIVISOR = 2;

    /** A fifth of it the oldest must have been waiting. */
    private static final int MIN_WAITED_DIVISOR = 5;

    /** Whoever does nothing for so long is not slow but away: that tells nothing of the pace before, or afterwards. */
    private static final long AWAY_MILLIS = 10_000;

    /** A group that has done all can stay one behind for ever: the end of a transaction takes an offset. */
    private static final long CAUGHT_UP = 1;

    private final long paceMillis;
    private final Deque<Sample> undone = new ArrayDeque<>();
    private final Deque<Progress> progress = new ArrayDeque<>();
    private long movedMillis;

    /** @param paceMillis how far the pace looks back */
    ForeseenWait(long paceMillis) {
        this.paceMillis = paceMillis;
    }

    /**
     * Takes the newest counts, and says how long the wait is.
     *
     * @param end what came: of a log, the offset of the next record
     * @param done what is done, in their order: of a log, the offset of the next record that will be done
     */
    long waitMillis(long end, long done, long nowMillis) {
        long waited = waitedMillis(end, done, nowMillis);
        long expected = expectedMillis(end, done, nowMillis);
        return waited * MIN_WAITED_DIVISOR < paceMillis ? waited : Math.max(waited, expected);
    }

    /** How long ago the end was first seen beyond what is done. */
    private long waitedMillis(long end, long done, long nowMillis) {
        while (!undone.isEmpty() && undone.getFirst().end() <= done) {
            undone.removeFirst();
        }
        if (end > done && (undone.isEmpty() || end > undone.getLast().end())) {
            if (undone.size() == MAX_SAMPLES) {
                undone.removeLast();
            }
            undone.addLast(new Sample(end, nowMillis));
        }
        return undone.isEmpty() ? 0 : nowMillis - undone.getFirst().seenMillis();
    }

    /** How long what is not done will take at the pace of late; 0 when that is not known. */
    private long expectedMillis(long end, long done, long nowMillis) {
        if (end - done <= CAUGHT_UP) {
            progress.clear();
            return 0;
        }
        boolean moves = progress.isEmpty() || progress.getLast().done() != done;
        if (nowMillis - movedMillis >= AWAY_MILLIS) {
            progress.clear();
        }
        if (moves) {
            movedMillis = nowMillis;
        }
        boolean stands = !progress.isEmpty() && progress.getFirst().done() == done;
        if (stands || progress.size() == MAX_SAMPLES) {
            progress.removeFirst();
        }
        progress.addLast(new Progress(done, nowMillis));
        while (progress.size() > 2 && nowMillis - progress.getFirst().atMillis() > paceMillis) {
            progress.removeFirst();
        }
        long inMillis = nowMillis - progress.getFirst().atMillis();
        long doneSince = done - progress.getFirst().done();
        return inMillis * MIN_PACE_DIVISOR < paceMillis || doneSince <= 0 ? 0 : (end - done) * inMillis / doneSince;
    }

    /** Where the end stood, and since when. */
    private record Sample(long end, long seenMillis) {}

    /** What was done by when. */
    private record Progress(long done, long atMillis) {}
}
