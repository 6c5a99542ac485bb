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

    private static final Duration STEP = Duration.ofSeconds(1);

    private final CountDownLatch came = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::come, "interruption");

    /** Waits until something is done, no longer than a while; whether it is done. */
    @FunctionalInterface
    interface Step {
        boolean await(Duration limit) throws InterruptedException;
    }

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

    /** Waits until something is done, no longer than a limit, and hardly longer than until this comes; whether it is done. */
    boolean await(Duration limit, Step step) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!step.await(Duration.ofNanos(Math.clamp(deadline - System.nanoTime(), 0, STEP.toNanos())))) {
            if (hasCome() || System.nanoTime() - deadline >= 0) {
                return false;
            }
        }
        return true;
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

    /** It comes, and waits for the end of what it interrupts. */
    void come() {
        came.countDown();
        try {
            closed.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
