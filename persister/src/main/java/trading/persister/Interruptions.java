package trading.persister;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What keeps consumer threads from going on, for now: the database is away, or Kafka does not take results. Safe for use by
 * any thread.
 */
@Component
final class Interruptions {

    /** @param failures in a row */
    record Interruption(Instant since, int failures, String cause) {}

    private final Map<Thread, Interruption> interruptions = new ConcurrentHashMap<>();
    private final LongAdder failures = new LongAdder();
    private final Duration firstDelay;
    private final Duration maxDelay;

    Interruptions(PersisterProperties properties) {
        this.firstDelay = properties.retryDelay();
        this.maxDelay = properties.maxRetryDelay();
    }

    /** The calling thread failed, once more; returns how long it should wait. There is no last attempt. */
    Duration failed(Throwable failure) {
        failures.increment();
        Interruption interruption = interruptions.merge(Thread.currentThread(),
                new Interruption(Instant.now(), 1, describe(failure)),
                (before, now) -> new Interruption(before.since(), before.failures() + 1, now.cause()));
        return delay(interruption.failures());
    }

    /** The calling thread got through, or has lost what it could not get through with. */
    void over() {
        if (!interruptions.isEmpty()) {
            interruptions.remove(Thread.currentThread());
        }
    }

    /** Failures since the start. */
    long total() {
        return failures.sum();
    }

    /** The longest one, {@code null} if all threads get through. */
    @Nullable
    Interruption longest() {
        return interruptions.values().stream().min((a, b) -> a.since().compareTo(b.since())).orElse(null);
    }

    private Duration delay(int failures) {
        int doublings = Math.min(failures - 1, 30);
        return firstDelay.compareTo(maxDelay.dividedBy(1L << doublings)) > 0
                ? maxDelay
                : firstDelay.multipliedBy(1L << doublings);
    }

    /** The first cause, in one line. */
    static String describe(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
