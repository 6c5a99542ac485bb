package trading.client.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import trading.client.CommandFailed;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;

/** Watches SALES on a thread of its own, to tell when the last row was written. */
final class LastRow {

    /** A row is seen at most so much too late. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final Stack.Database database;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final FutureTask<Long> watch = new FutureTask<>(this::watch);

    /** Starts to watch. */
    LastRow(Stack.Database database) {
        this.database = database;
        Thread.ofPlatform().daemon().name("last-row").start(watch);
    }

    /** Looks once more and stops: when rows were last seen to have been added, as {@link System#nanoTime}. */
    long seenNanos() throws InterruptedException {
        stopped.countDown();
        try {
            return watch.get();
        } catch (ExecutionException e) {
            throw new CommandFailed("watching SALES: " + e.getCause(), e);
        }
    }

    private long watch() throws InterruptedException {
        try (SalesTable sales = new SalesTable(database)) {
            long seenNanos = System.nanoTime();
            long before = sales.lastTradeIds();
            boolean last;
            do {
                last = stopped.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
                long now = sales.lastTradeIds();
                if (now != before) {
                    seenNanos = System.nanoTime();
                    before = now;
                }
            } while (!last);
            return seenNanos;
        }
    }
}
