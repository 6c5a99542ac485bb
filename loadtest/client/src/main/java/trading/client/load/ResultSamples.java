package trading.client.load;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import trading.client.orders.GatewayAddress;
import trading.client.orders.ResultsEndpoint;

/**
 * Asks the gateway for the results of a few of the orders, again and again until it knows what has become of them: traded, or
 * waiting in the market. That is when everything that the pipeline does for an order that comes is done, its rows written
 * included; how long it then waits for another order is the market's affair.
 *
 * <p>A question that comes too early may cost the database a look, so an order is asked for after 10 ms, and then whenever
 * a tenth more of its time has passed: its time is found too long by at most that. Safe for use by any thread.
 */
final class ResultSamples implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final int LATER_PAUSE_SHARE = 10;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_WAITING = 64;
    private static final int DIGITS = 3;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore places = new Semaphore(MAX_WAITING);
    private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
    private final ResultsEndpoint endpoint;
    private final long nanosBetween;
    private final Histogram toResult = new ConcurrentHistogram(Recording.LONGEST_MICROS, DIGITS);
    private final LongAdder without = new LongAdder();

    /** @param perSecond orders that are asked for at most */
    ResultSamples(GatewayAddress gateway, int perSecond) {
        this.endpoint = new ResultsEndpoint(gateway, TIMEOUT);
        this.nanosBetween = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** An order was accepted: it is asked for if it is time for another. */
    void offer(String id, long plannedNanos, boolean measured) {
        long next = nextNanos.get();
        long nowNanos = System.nanoTime();
        if (nowNanos - next >= 0 && nextNanos.compareAndSet(next, nowNanos + nanosBetween) && places.tryAcquire()) {
            threads.execute(() -> {
                try {
                    follow(id, plannedNanos, measured);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    places.release();
                }
            });
        }
    }

    /** Forgets what was found so far; nothing may be waited for. */
    void reset() {
        toResult.reset();
        without.reset();
    }

    /** Waits until all that is asked for is answered, or is given up. */
    boolean await(Duration limit) throws InterruptedException {
        boolean all = places.tryAcquire(MAX_WAITING, limit.toMillis(), TimeUnit.MILLISECONDS);
        if (all) {
            places.release(MAX_WAITING);
        }
        return all;
    }

    /** Microseconds from the planned time to the result, of measured orders. */
    Histogram toResult() {
        return toResult;
    }

    /** Measured orders of which nothing was known in time. */
    long without() {
        return without.sum();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        endpoint.close();
    }

    private void follow(String id, long plannedNanos, boolean measured) throws InterruptedException {
        long startNanos = System.nanoTime();
        long passed = 0;
        while (passed < LONGEST.toNanos()) {
            Thread.sleep(Duration.ofNanos(Math.max(FIRST_PAUSE.toNanos(), passed / LATER_PAUSE_SHARE)));
            if (isKnown(id)) {
                if (measured) {
                    toResult.recordValue(
                            Math.clamp((System.nanoTime() - plannedNanos) / 1_000, 0, Recording.LONGEST_MICROS));
                }
                return;
            }
            passed = System.nanoTime() - startNanos;
        }
        if (measured) {
            without.increment();
        }
    }

    private boolean isKnown(String id) {
        try {
            return endpoint.knows(id);
        } catch (IOException e) {
            // Asked again, until it takes too long.
            return false;
        }
    }
}
