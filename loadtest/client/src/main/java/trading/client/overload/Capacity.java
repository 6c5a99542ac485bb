package trading.client.overload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import trading.client.CommandFailed;
import trading.client.orders.Answers;
import trading.client.orders.Pace;
import trading.client.orders.Requests;
import trading.client.stack.Throttle;

/** Finds out how many orders a second the pipeline takes while it keeps up with them. */
final class Capacity {

    private static final Duration REST_AFTER_REFUSAL = Duration.ofMillis(200);
    private static final Duration MAX_BEHIND = Duration.ofSeconds(1);
    private static final int SENDERS = 4;
    private static final Duration WINDOW = Duration.ofSeconds(5);

    /** So many windows are compared with as many before them: one pause is no end of growth. */
    private static final int COMPARED = 6;

    private final String bootstrapServers;
    private final Requests requests;
    private final int ordersInRequest;
    private final AtomicLong nextNumber;

    Capacity(String bootstrapServers, Requests requests, int ordersInRequest, long firstNumber) {
        this.bootstrapServers = bootstrapServers;
        this.requests = requests;
        this.ordersInRequest = ordersInRequest;
        this.nextNumber = new AtomicLong(firstNumber);
    }

    /**
     * Sends as many as the pipeline takes without falling behind, until that grows no more, or the time is over; orders a
     * second.
     */
    double find(Duration limit) throws InterruptedException {
        long endNanos = System.nanoTime() + limit.toNanos();
        AtomicLong accepted = new AtomicLong();
        AtomicBoolean found = new AtomicBoolean();
        Pace pace = new Pace(COMPARED);
        try (Throttle throttle = new Throttle(bootstrapServers, MAX_BEHIND);
                ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            List<Future<?>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                senders.add(threads.submit(() -> {
                    send(throttle, endNanos, found, accepted);
                    return null;
                }));
            }
            try {
                while (!pace.growsNoMore() && senders.stream().noneMatch(Future::isDone)
                        && endNanos - System.nanoTime() > WINDOW.toNanos()) {
                    pace.add(perSecond(accepted));
                }
            } finally {
                found.set(true);
            }
            for (Future<?> sender : senders) {
                sender.get();
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof ExecutionException sending ? sending.getCause() : e.getCause();
            throw cause instanceof CommandFailed failed ? failed : new CommandFailed("sending: " + cause, e);
        }
        return pace.perSecond();
    }

    /** Of the next window. */
    private static double perSecond(AtomicLong accepted) throws InterruptedException {
        long before = accepted.get();
        long beganNanos = System.nanoTime();
        Thread.sleep(WINDOW);
        return (accepted.get() - before) / ((System.nanoTime() - beganNanos) / 1e9);
    }

    /** The number of the first request that was not sent. */
    long nextNumber() {
        return nextNumber.get();
    }

    private void send(Throttle throttle, long endNanos, AtomicBoolean found, AtomicLong accepted)
            throws ExecutionException, InterruptedException {
        while (!found.get() && System.nanoTime() < endNanos) {
            throttle.await(endNanos);
            Answers answers = requests.begin(nextNumber.getAndIncrement()).get();
            accepted.addAndGet(answers.accepted());
            if (answers.accepted() < ordersInRequest) {
                Thread.sleep(REST_AFTER_REFUSAL);
            }
        }
    }
}
