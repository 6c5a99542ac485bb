package trading.gateway.orders;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The orders that Kafka has not acknowledged yet, bounded twice: by their bytes, for the gateway's memory, and by the time
 * that the newest will have waited, because a broker that is slower than its clients turns any memory into a queue. What
 * comes past either is refused at once.
 *
 * <p>Any thread adds and removes; one looks at the time.
 */
final class InFlight {

    /** Who publishes counts what came, Kafka's thread what is settled: so far apart that no processor waits for the other's. */
    private static final int CAME = 16;
    private static final int SETTLED = 32;
    /** As far behind the last count as the counts are apart: what follows in memory must not share its cache line either. */
    private static final int PADDED_LENGTH = 48;

    private final AtomicLongArray bytes = new AtomicLongArray(PADDED_LENGTH);

    private final ForeseenWait wait;
    private final long maxBytes;
    private final long maxWaitMillis;

    /** Whether the newest order would have waited too long, when that was last looked at. */
    private volatile boolean late;

    InFlight(long maxBytes, long maxWaitMillis) {
        this.maxBytes = maxBytes;
        this.maxWaitMillis = maxWaitMillis;
        this.wait = new ForeseenWait(maxWaitMillis);
    }

    /** Adds an order, or says why not. Threads that add at the same time may pass the limit by an order each. */
    @Nullable
    Refusal add(int more) {
        if (late) {
            return Refusal.KAFKA_BEHIND;
        }
        if (bytes() + more > maxBytes) {
            return Refusal.IN_FLIGHT;
        }
        // What was counted must have come: a look in between would wait for ever for what is taken back.
        bytes.addAndGet(CAME, more);
        return null;
    }

    /** Kafka has answered, or never will. */
    void remove(int settled) {
        bytes.addAndGet(SETTLED, settled);
    }

    long bytes() {
        // In this order, here and below: what is settled in between must not look as if it had never come.
        long settled = bytes.get(SETTLED);
        return bytes.get(CAME) - settled;
    }

    /** Looks how long the newest order will have waited. */
    void look(long nowMillis) {
        long settled = bytes.get(SETTLED);
        long came = bytes.get(CAME);
        late = wait.waitMillis(came, settled, nowMillis) > maxWaitMillis;
    }
}
