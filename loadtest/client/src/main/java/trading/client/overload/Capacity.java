package trading.client.overload;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import trading.client.CommandFailed;
import trading.client.orders.Answers;
import trading.client.stack.Throttle;

/** Finds out how many orders a second the pipeline takes while it keeps up with them. */
final class Capacity {

    private static final Duration REST_AFTER_REFUSAL = Duration.ofMillis(200);
    private static final Duration MAX_BEHIND = Duration.ofSeconds(1);
    private static final int SENDERS = 4;

    /** The first part of the time warms up. */
    private static final double WARM_UP = 0.4;

    private final String bootstrapServers;
    private final OpenLoop.Requests requests;
    private final int ordersInRequest;
    private final AtomicLong nextNumber;

    Capacity(String bootstrapServers, OpenLoop.Requests requests, int ordersInRequest, long firstNumber) {
        this.bootstrapServers = bootstrapServers;
        this.requests = requests;
        this.ordersInRequest = ordersInRequest;
        this.nextNumber = new AtomicLong(firstNumber);
    }

    /** Sends as many as the pipeline takes without falling behind, for so long; orders a second. */
    double find(Duration time) throws InterruptedException {
        long startNanos = System.nanoTime();
        long measureNanos = startNanos + (long) (time.toNanos() * WARM_UP);
        long endNanos = startNanos + time.toNanos();
        AtomicLong accepted = new AtomicLong();
        try (Throttle throttle = new Throttle(bootstrapServers, MAX_BEHIND);
                ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            List<Future<?>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                senders.add(threads.submit(() -> {
                    send(throttle, measureNanos, endNanos, accepted);
                    return null;
                }));
            }
            for (Future<?> sender : senders) {
                sender.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CommandFailed failed
                    ? failed
                    : new CommandFailed("sending: " + e.getCause(), e);
        }
        return accepted.get() / ((endNanos - measureNanos) / 1e9);
    }

    /** The number of the first request that was not sent. */
    long nextNumber() {
        return nextNumber.get();
    }

    private void send(Throttle throttle, long measureNanos, long endNanos, AtomicLong accepted)
            throws IOException, InterruptedException {
        while (System.nanoTime() < endNanos) {
            throttle.await(endNanos);
            Answers answers = requests.send(nextNumber.getAndIncrement());
            if (System.nanoTime() >= measureNanos) {
                accepted.addAndGet(answers.accepted());
            }
            if (answers.accepted() < ordersInRequest) {
                Thread.sleep(REST_AFTER_REFUSAL);
            }
        }
    }
}
