package trading.client.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.client.orders.ClosedLoop;
import trading.client.orders.OpenLoop;
import trading.client.orders.OpenLoop.WhenFull;
import trading.client.orders.RandomRequests;
import trading.client.orders.Requests;

/** A loop that sends on a thread of its own until it is stopped. */
final class Sending {

    /** How long an order may wait for its answer. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LAST_ANSWERS = ANSWER_TIMEOUT.plusSeconds(5);
    private static final Duration LAST_ANSWERS_INTERRUPTED = Duration.ofSeconds(2);

    private final AtomicBoolean goesOn = new AtomicBoolean(true);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile long next;
    private volatile long stoppedNanos;

    /**
     * Starts to send.
     *
     * @param rate orders a second of an open loop; 0: a closed loop
     * @param firstNumber of the requests
     * @param heldBack whether a closed loop is to send nothing now
     */
    Sending(Settings settings, double rate, RandomRequests orders, Recording recording, long firstNumber,
            BooleanSupplier heldBack) {
        Requests requests = settings.lines() == 0 ? orders.singles() : orders.wholeChunks();
        this.next = firstNumber;
        thread = Thread.ofPlatform().daemon().name("sending").unstarted(() -> {
            try {
                next = rate > 0
                        ? new OpenLoop(requests, recording, settings.ordersInRequest(), settings.underWay(),
                                WhenFull.SEND_LATE)
                                .sendUntil(rate, planned -> goesOn.get(), () -> stoppedNanos, firstNumber)
                        : new ClosedLoop(requests, recording, settings.ordersInRequest(), settings.clients(),
                                settings.pause(), heldBack).sendWhile(goesOn::get, firstNumber);
            } catch (RuntimeException e) {
                failure.set(e);
            }
        });
        thread.start();
    }

    /** Nothing more is sent; waits until all is answered, no longer than an answer takes, and hardly longer than until an interruption. */
    void stop(Interruption interruption) throws InterruptedException {
        if (goesOn.get()) {
            stoppedNanos = System.nanoTime();
            goesOn.set(false);
        }
        if (!interruption.await(LAST_ANSWERS, this::ended) && interruption.hasCome()) {
            ended(LAST_ANSWERS_INTERRUPTED);
        }
    }

    /** The number after the last request, once all is answered. */
    long next() {
        return next;
    }

    private boolean ended(Duration limit) throws InterruptedException {
        boolean ended = thread.join(limit);
        Throwable failed = failure.get();
        if (failed != null) {
            throw new CommandFailed("sending: " + failed, failed);
        }
        return ended;
    }
}
