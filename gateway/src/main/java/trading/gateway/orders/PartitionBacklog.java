package trading.gateway.orders;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Turns offsets into time for one partition: remembers when the end of the log stood where, and so for how long the
 * oldest order that is not traded has been waiting. One thread at a time.
 */
final class PartitionBacklog {

    /** More than a backlog's worth: orders are refused long before it is full. */
    private static final int MAX_SAMPLES = 256;

    private final Deque<Sample> untraded = new ArrayDeque<>();

    /**
     * Takes the newest offsets, and says how long ago the log's end was first seen beyond what is traded.
     *
     * @param end the offset of the next order
     * @param traded the offset of the next order that the engine will trade
     */
    long behindMillis(long end, long traded, long nowMillis) {
        while (!untraded.isEmpty() && untraded.getFirst().end() <= traded) {
            untraded.removeFirst();
        }
        if (end > traded && (untraded.isEmpty() || end > untraded.getLast().end())) {
            if (untraded.size() == MAX_SAMPLES) {
                untraded.removeLast();
            }
            untraded.addLast(new Sample(end, nowMillis));
        }
        return untraded.isEmpty() ? 0 : nowMillis - untraded.getFirst().seenMillis();
    }

    /** Where the log's end stood, and since when. */
    private record Sample(long end, long seenMillis) {}
}
