package trading.engine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the engine when the machine's clock is set back. Kafka's consumer and Kafka Streams wait by that clock: until it is again
 * where it was, no batch ends, nothing is committed, and the group, which hears nothing of the engine, gives its partitions
 * away, again and again. Whoever runs the engine starts it anew, with clients that know no other time. Gateways and persisters bear
 * it: records that come end their waiting.
 *
 * <p>Looks from a thread of its own until it is closed.
 */
final class ClockWatch implements AutoCloseable {

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
    static ClockWatch start(Duration maxSetBack) {
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
