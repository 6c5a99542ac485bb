package trading.client.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, as something that a run can see: the process lives on until this is closed, at most for a while, so that the
 * figures so far are told.
 */
final class Interruption implements AutoCloseable {

    private static final Duration LAST_WORDS = Duration.ofSeconds(30);

    private final CountDownLatch came = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::come, "interruption");

    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether it has come. */
    boolean hasCome() {
        return came.getCount() == 0;
    }

    /** Waits for it, no longer than until a moment; whether it has come. */
    boolean await(long untilNanos) throws InterruptedException {
        return came.await(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        closed.countDown();
        if (!hasCome()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It comes just now, and nothing waits for it any more.
            }
        }
    }

    private void come() {
        came.countDown();
        try {
            closed.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
