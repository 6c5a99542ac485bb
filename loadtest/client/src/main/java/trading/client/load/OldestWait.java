package trading.client.load;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How long the oldest record that waits in a log has waited, found from where the log ended at earlier looks. For one thread.
 *
 * <p>Between two looks the log is taken to have grown evenly. Records of several partitions count as one log's, so that a
 * partition which stands still shows only once the others have nothing left.
 */
final class OldestWait {

    /** Where the log ended at a moment. */
    private record End(long nanos, long records) {}

    /** From the last end that is known to be taken, or the first of all, on. */
    private final Deque<End> ends = new ArrayDeque<>();

    /**
     * Takes a look in.
     *
     * @param taken how many of the log's records have been taken by now
     * @param end how many there are
     * @return seconds; 0 if nothing waits. What waited before the first look has waited since that look
     */
    double seconds(long nanos, long taken, long end) {
        if (taken >= end) {
            ends.clear();
        }
        ends.addLast(new End(nanos, end));
        if (ends.size() == 1) {
            return 0;
        }
        End reached = ends.removeFirst();
        while (ends.getFirst().records() <= taken) {
            reached = ends.removeFirst();
        }
        End next = ends.getFirst();
        ends.addFirst(reached);
        double share = Math.max(0, (double) (taken - reached.records()) / (next.records() - reached.records()));
        return (nanos - reached.nanos() - share * (next.nanos() - reached.nanos())) / 1e9;
    }
}
