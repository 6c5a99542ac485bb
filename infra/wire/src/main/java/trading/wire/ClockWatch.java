package trading.wire;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a service when the machine's clock is set back. Kafka's clients and Kafka Streams wait by that clock. Until it is again where
 * it was, a producer sends nothing that waits for more or to be sent again, nor gives it up; no engine ends a batch or commits; and
 * the group, which hears nothing of its member, gives its partitions away, again and again. Whoever runs the service starts it
 * anew, with clients that know no other time.
 *
 * <p>Looks from a thread of its own until it is closed.
 */
public final class ClockWatch implements AutoCloseable {

    /** What the process ends with: an operating system's "internal software error". */
    private static final int STATUS = 70;

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private static final Logger log = LoggerFactory.getLogger(ClockWatch.class);

    private final Duration maxSetBack;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Runnable end;
    private final ScheduledExecutorService thread = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("clock-watch").daemon().factory());

    private long lastAheadMillis;

    /** One that looks when it is told to. */
    ClockWatch(Duration maxSetBack, InstantSource clock, LongSupplier nanoTime, Runnable end) {
        this.maxSetBack = maxSetBack;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.end = end;
        this.lastAheadMillis = aheadMillis();
    }

    /**
     * Ends this process as soon as its clock was set back by more than this. Nothing is committed or handed over then, as when it
     * is killed.
     */
    public static ClockWatch start(Duration maxSetBack) {
        ClockWatch watch = new ClockWatch(maxSetBack, InstantSource.system(), System::nanoTime,
                () -> Runtime.getRuntime().halt(STATUS));
        var _ = watch.thread.scheduleWithFixedDelay(watch::look, INTERVAL.toMillis(), INTERVAL.toMillis(),
                TimeUnit.MILLISECONDS);
        return watch;
    }

    void look() {
        long aheadMillis = aheadMillis();
        long setBackMillis = lastAheadMillis - aheadMillis;
        lastAheadMillis = aheadMillis;
        if (setBackMillis > maxSetBack.toMillis()) {
            log.error("The clock was set back by {} ms: ends, to be started anew", setBackMillis);
            end.run();
        }
    }

    /** From the time that has passed to the clock's. */
    private long aheadMillis() {
        return clock.millis() - TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
