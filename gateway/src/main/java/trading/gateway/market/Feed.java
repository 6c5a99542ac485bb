package trading.gateway.market;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.databind.json.JsonMapper;

/**
 * What streams tell: a state with a number, and the newest changes that led to it. It moves on when a stream asks, no more
 * often than it may; a stream that is further behind than the changes reach begins anew with the state. Guarded by itself
 * where several answers must fit together; safe for use by any thread.
 */
abstract class Feed {

    private final Changes changes;
    private final long intervalNanos;
    private long movedNanos = System.nanoTime();

    /**
     * @param maxChanges how many changes are kept for streams that are behind
     * @param intervalNanos how long a state stays at least
     */
    Feed(JsonMapper json, int maxChanges, long intervalNanos) {
        this.changes = new Changes(json, maxChanges);
        this.intervalNanos = intervalNanos;
    }

    /** Looks whether something has changed, unless it was looked a moment ago. */
    final synchronized void move(long nowMillis) {
        long nowNanos = System.nanoTime();
        if (nowNanos - movedNanos >= intervalNanos) {
            movedNanos = nowNanos;
            Object change = change(changes.sequence() + 1, nowMillis);
            if (change != null) {
                changes.add(change);
            }
        }
    }

    /** The number of the newest state. */
    final synchronized long sequence() {
        return changes.sequence();
    }

    /** What leads from a state to the newest one; {@code null} if the changes do not reach back so far. */
    final synchronized @Nullable List<ServerSentEvent<String>> changesSince(long told) {
        return changes.since(told);
    }

    /**
     * The newest state.
     *
     * @param told the state that the stream has, {@code null} if none
     */
    final synchronized ServerSentEvent<String> snapshot(@Nullable Long told) {
        long sequence = changes.sequence();
        return changes.snapshot(state(sequence, told == null ? null : sequence - told));
    }

    /**
     * Looks anew, guarded by this.
     *
     * @param sequence of the state that is seen now, if it differs
     * @return what leads to it, as a client reads it; {@code null} if nothing has changed
     */
    abstract @Nullable Object change(long sequence, long nowMillis);

    /**
     * What was seen last, as a client reads it, guarded by this.
     *
     * @param missed changes that a slow reader was not told of
     */
    abstract Object state(long sequence, @Nullable Long missed);
}
