package trading.client.overload;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import trading.client.orders.Answers;

/**
 * Sends requests at the times that they are planned for, however long answers take: a slow pipeline gets no fewer of them.
 * A request for which no place is free when its time has come is not sent, but counted.
 */
final class OpenLoop {

    private final Requests requests;
    private final Outcomes outcomes;
    private final int ordersInRequest;
    private final Semaphore places;

    /** Sends one request and waits for its answers; called by several threads. */
    @FunctionalInterface
    interface Requests {
        Answers send(long number) throws IOException, InterruptedException;
    }

    /** @param underWay requests that may wait for their answers at once */
    OpenLoop(Requests requests, Outcomes outcomes, int ordersInRequest, int underWay) {
        this.requests = requests;
        this.outcomes = outcomes;
        this.ordersInRequest = ordersInRequest;
        this.places = new Semaphore(underWay);
    }

    /**
     * Sends for a while, and returns when all is answered.
     *
     * @param firstNumber of the requests
     * @return the number after the last
     */
    long send(double ordersPerSecond, Duration time, long firstNumber) {
        double nanosBetween = TimeUnit.SECONDS.toNanos(1) * ordersInRequest / ordersPerSecond;
        long startNanos = System.nanoTime();
        long number = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long planned = 0; planned < time.toNanos(); planned = (long) (++number * nanosBetween)) {
                long plannedNanos = startNanos + planned;
                awaitTurn(plannedNanos);
                if (places.tryAcquire()) {
                    long requestNumber = firstNumber + number;
                    threads.execute(() -> send(requestNumber, plannedNanos));
                } else {
                    outcomes.notSent(ordersInRequest);
                }
            }
        }
        return firstNumber + number;
    }

    private void send(long number, long plannedNanos) {
        try {
            outcomes.answered(requests.send(number), ordersInRequest, plannedNanos);
        } catch (IOException e) {
            outcomes.lost(ordersInRequest);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    private static void awaitTurn(long plannedNanos) {
        for (long early = plannedNanos - System.nanoTime(); early > 0; early = plannedNanos - System.nanoTime()) {
            LockSupport.parkNanos(early);
        }
    }
}
