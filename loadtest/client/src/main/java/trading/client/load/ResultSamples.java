package trading.client.load;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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
 * <p>Of each stretch of planned time, one order is asked for, however late it is answered: where the pipeline stands still
 * for a second, the orders of all of it are among those that are asked for, as they are among all orders.
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
    private final long startNanos = System.nanoTime();
    private final BitSet sampled = new BitSet();
    private final ResultsEndpoint endpoint;
    private final long nanosBetween;
    private final Histogram toResult = new ConcurrentHistogram(Recording.LONGEST_MICROS, DIGITS);
    private final LongAdder without = new LongAdder();
    private final LongAdder withoutPlace = new LongAdder();

    /** @param perSecond orders that are asked for at most, of those planned in a second */
    ResultSamples(GatewayAddress gateway, int perSecond) {
        this.endpoint = new ResultsEndpoint(gateway, TIMEOUT);
        this.nanosBetween = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** An order was accepted: it is asked for if it is the first of its stretch of the plan. */
    void offer(String id, long plannedNanos, boolean measured) {
        if (!isFirst(plannedNanos)) {
            return;
        }
        if (!places.tryAcquire()) {
            if (measured) {
                withoutPlace.increment();
            }
            return;
        }
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

    private boolean isFirst(long plannedNanos) {
        int stretch = Math.toIntExact(Math.max(0, plannedNanos - startNanos) / nanosBetween);
        synchronized (sampled) {
            boolean isFirst = !sampled.get(stretch);
            sampled.set(stretch);
            return isFirst;
        }
    }

    /** Forgets what was found so far; nothing may be waited for. */
    void reset() {
        toResult.reset();
        without.reset();
        withoutPlace.reset();
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

    /** Measured orders that were not asked for, since too many others were. */
    long withoutPlace() {
        return withoutPlace.sum();
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
