package trading.client.orders;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * Sends requests at the times that they are planned for, however long answers take: a slow pipeline gets no fewer of them.
 */
public final class OpenLoop {

    /**
     * Requests that come sooner than this after one another are sent together, the first of them so much late: to wake for each of
     * thousands a second takes the machine more than to send it.
     */
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Requests requests;
    private final AnswerListener listener;
    private final int ordersInRequest;
    private final int underWay;
    private final Semaphore places;
    private final WhenFull whenFull;

    /** What becomes of a request whose time has come while as many as may be wait for their answers. */
    public enum WhenFull {
        /** It is not sent, but counted: the load on the pipeline stays bounded. */
        LEAVE_OUT,
        /** It is sent late, still planned for its time, so that no wait goes uncounted; what is late at the end is left out. */
        SEND_LATE
    }

    /** @param underWay requests that may wait for their answers at once */
    public OpenLoop(Requests requests, AnswerListener listener, int ordersInRequest, int underWay, WhenFull whenFull) {
        this.requests = requests;
        this.listener = listener;
        this.ordersInRequest = ordersInRequest;
        this.underWay = underWay;
        this.places = new Semaphore(underWay);
        this.whenFull = whenFull;
    }

    /**
     * Sends for a while, and returns when all is answered.
     *
     * @param firstNumber of the requests
     * @return the number after the last
     */
    public long send(double ordersPerSecond, Duration time, long firstNumber) {
        long endNanos = System.nanoTime() + time.toNanos();
        return sendUntil(ordersPerSecond, planned -> planned < time.toNanos(), () -> endNanos, firstNumber);
    }

    /**
     * Sends as long as it is to go on, and returns when all is answered.
     *
     * @param goesOn is asked before each request, with the time from the first request to this one in nanoseconds
     * @param ended when it was to go on no more; what was planned for later is not late
     * @param firstNumber of the requests
     * @return the number after the last
     */
    public long sendUntil(double ordersPerSecond, LongPredicate goesOn, LongSupplier ended, long firstNumber) {
        double nanosBetween = TimeUnit.SECONDS.toNanos(1) * ordersInRequest / ordersPerSecond;
        long startNanos = System.nanoTime();
        long number = 0;
        for (long planned = 0; goesOn.test(planned); planned = (long) (++number * nanosBetween)) {
            long plannedNanos = startNanos + planned;
            awaitTurn(plannedNanos);
            if (whenFull == WhenFull.SEND_LATE) {
                places.acquireUninterruptibly();
            }
            if (whenFull == WhenFull.SEND_LATE || places.tryAcquire()) {
                send(firstNumber + number, plannedNanos);
            } else {
                listener.notSent(ordersInRequest);
            }
        }
        // What waits to be sent together with others is not late.
        long late = (long) ((ended.getAsLong() - SHORTEST_WAIT_NANOS - startNanos) / nanosBetween) - number;
        if (whenFull == WhenFull.SEND_LATE && late > 0) {
            listener.notSent((int) Math.min(Integer.MAX_VALUE, late * ordersInRequest));
        }
        places.acquireUninterruptibly(underWay);
        places.release(underWay);
        return firstNumber + number;
    }

    private static void awaitTurn(long plannedNanos) {
        long nowNanos = System.nanoTime();
        if (nowNanos < plannedNanos) {
            Turn.await(Math.max(plannedNanos, nowNanos + SHORTEST_WAIT_NANOS));
        }
    }

    private void send(long number, long plannedNanos) {
        var _ = requests.begin(number).whenComplete((answers, failure) -> {
            try {
                if (failure == null) {
                    listener.answered(answers, ordersInRequest, plannedNanos);
                } else {
                    listener.lost(ordersInRequest, plannedNanos, failure);
                }
            } finally {
                places.release();
            }
        });
    }
}
