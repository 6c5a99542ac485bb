package trading.client.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import trading.client.CommandFailed;
import trading.client.orders.Answers;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.RandomOrders;
import trading.client.orders.Turn;
import trading.client.stack.Throttle;

/**
 * Sends random orders over a few connections, one chunk under way on each. What the gateway refuses for now is not sent
 * again: it is counted as refused, and the connection rests, after a chunk that was refused as a whole for as long as the
 * gateway asks.
 */
final class Senders {

    private static final Duration REST_AFTER_REFUSAL = Duration.ofMillis(200);
    private static final Duration REST_AFTER_FAILURE = Duration.ofSeconds(1);

    private final OrdersEndpoint endpoint;
    private final RandomOrders orders;
    private final Throttle throttle;
    private final Load load;
    private final Outcomes outcomes;
    private final AtomicLong nextChunk;
    private final AtomicLong firstSentNanos = new AtomicLong();

    /**
     * @param outcomes what is counted into
     * @param firstChunk number of the first chunk of orders
     */
    Senders(OrdersEndpoint endpoint, RandomOrders orders, Throttle throttle, Load load, Outcomes outcomes,
            long firstChunk) {
        this.endpoint = endpoint;
        this.orders = orders;
        this.throttle = throttle;
        this.load = load;
        this.outcomes = outcomes;
        this.nextChunk = new AtomicLong(firstChunk);
    }

    /**
     * Sends for a while; {@code everySecond} runs on the calling thread meanwhile.
     *
     * @return a number from which on no chunk was sent
     * @throws CommandFailed if a sender failed
     */
    long send(Duration time, Runnable everySecond) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        long firstChunk = nextChunk.get();
        try (ExecutorService threads = Executors.newFixedThreadPool(load.connections())) {
            List<Future<?>> senders = new ArrayList<>();
            for (int i = 0; i < load.connections(); i++) {
                senders.add(threads.submit(() -> {
                    sendUntil(start, end, firstChunk);
                    return null;
                }));
            }
            threads.shutdown();
            while (!threads.awaitTermination(1, TimeUnit.SECONDS)) {
                everySecond.run();
            }
            for (Future<?> sender : senders) {
                sender.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CommandFailed failed
                    ? failed
                    : new CommandFailed("sending: " + e.getCause(), e);
        }
        return nextChunk.get();
    }

    /** When the first order was sent, as {@link System#nanoTime}; 0 before that. */
    long firstSentNanos() {
        return firstSentNanos.get();
    }

    private void sendUntil(long start, long end, long firstChunk) throws InterruptedException {
        byte[] buffer = new byte[load.chunk() * RandomOrders.MAX_LINE_LENGTH];
        while (true) {
            throttle.await(end);
            if (System.nanoTime() >= end) {
                return;
            }
            long chunk = nextChunk.getAndIncrement();
            if (!awaitTurn(start, end, chunk - firstChunk)) {
                return;
            }
            int length = orders.chunk(chunk, load.chunk(), buffer);
            Duration rest = sendChunk(buffer, length);
            if (rest.isPositive()) {
                Thread.sleep(rest);
            }
        }
    }

    /** How long the connection is to rest afterwards. */
    private Duration sendChunk(byte[] buffer, int length) throws InterruptedException {
        long sentNanos = System.nanoTime();
        firstSentNanos.compareAndSet(0, sentNanos);
        try {
            Answers answers = endpoint.send(buffer, length, load.chunk());
            outcomes.answered(answers, load.chunk(), sentNanos);
            if (answers.refused(Answers.UNAVAILABLE) == 0) {
                return Duration.ZERO;
            }
            return answers.retryAfter().isPositive() ? answers.retryAfter() : REST_AFTER_REFUSAL;
        } catch (IOException e) {
            outcomes.lost(load.chunk(), sentNanos, e);
            return REST_AFTER_FAILURE;
        }
    }

    /** Whether there is one before the end. */
    private boolean awaitTurn(long start, long end, long chunksBefore) {
        if (load.rate() == 0) {
            return true;
        }
        long turn = start + chunksBefore * load.chunk() * TimeUnit.SECONDS.toNanos(1) / load.rate();
        if (turn >= end) {
            return false;
        }
        Turn.await(turn);
        return true;
    }
}
