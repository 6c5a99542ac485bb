package trading.gateway.orders;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The orders that Kafka has not acknowledged yet, bounded twice: by their bytes, for the gateway's memory, and by the time
 * that the newest will have waited, because a broker that is slower than its clients turns any memory into a queue. What
 * comes past either is refused at once.
 *
 * <p>Any thread adds and removes; one looks at the time.
 */
final class InFlight {

    private final AtomicLong bytes = new AtomicLong();
    private final LongAdder settledBytes = new LongAdder();
    private final ForeseenWait wait;
    private final long maxBytes;
    private final long maxWaitMillis;

    /** When the time was last looked at. */
    private volatile boolean late;

    InFlight(long maxBytes, long maxWaitMillis) {
        this.maxBytes = maxBytes;
        this.maxWaitMillis = maxWaitMillis;
        this.wait = new ForeseenWait(maxWaitMillis);
    }

    /** Adds an order, or says why not. */
    @Nullable
    Refusal add(int more) {
        if (late) {
            return Refusal.KAFKA_BEHIND;
        }
        if (bytes.addAndGet(more) > maxBytes) {
            bytes.addAndGet(-more);
            return Refusal.IN_FLIGHT;
        }
        return null;
    }

    /** Kafka has answered, or never will. */
    void remove(int settled) {
        settledBytes.add(settled);
        bytes.addAndGet(-settled);
    }

    long bytes() {
        return bytes.get();
    }

    /** Looks how long the newest order will have waited. */
    void look(long nowMillis) {
        // In this order: what is settled in between must not look as if it had never come.
        long settled = settledBytes.sum();
        long came = settled + bytes.get();
        late = wait.waitMillis(came, settled, nowMillis) > maxWaitMillis;
    }
}
