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

    /** Nothing more is sent; waits until all is answered, or a limit is over. Whether all is. */
    boolean stop(Duration limit) throws InterruptedException {
        if (goesOn.get()) {
            stoppedNanos = System.nanoTime();
            goesOn.set(false);
        }
        boolean ended = thread.join(limit);
        Throwable failed = failure.get();
        if (failed != null) {
            throw new CommandFailed("sending: " + failed, failed);
        }
        return ended;
    }

    /** The number after the last request, once all is answered. */
    long next() {
        return next;
    }
}
