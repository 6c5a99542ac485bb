package trading.client.orders;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Clients that each send a request, wait for its answer, wait a while, and send the next. A request is planned for the end
 * of that while. A slow pipeline gets fewer requests: that is what a closed loop is. One that answers sooner than it trades
 * can hold them back: what is sent then is planned for the end of that.
 */
public final class ClosedLoop {

    /** A client whose order was refused, or not answered, does not try as fast as it can. */
    private static final Duration REST_AFTER_REFUSAL = Duration.ofMillis(200);

    /** A client that is held back looks again after this. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private final Requests requests;
    private final AnswerListener listener;
    private final int ordersInRequest;
    private final int clients;
    private final Duration wait;
    private final BooleanSupplier heldBack;

    /**
     * @param wait between an answer and the client's next request
     * @param heldBack whether nothing is to be sent now; many threads ask
     */
    public ClosedLoop(Requests requests, AnswerListener listener, int ordersInRequest, int clients, Duration wait,
            BooleanSupplier heldBack) {
        this.requests = requests;
        this.listener = listener;
        this.ordersInRequest = ordersInRequest;
        this.clients = clients;
        this.wait = wait;
        this.heldBack = heldBack;
    }

    /**
     * Sends as long as it is to go on, and returns when all is answered. Clients begin one after the other within the first
     * wait.
     *
     * @param firstNumber of the requests
     * @return the number after the last
     */
    public long sendWhile(BooleanSupplier goesOn, long firstNumber) {
        try (ScheduledExecutorService turns = Executors
                .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("turns").factory())) {
            Run run = new Run(goesOn, firstNumber, turns);
            long startNanos = System.nanoTime();
            for (int client = 0; client < clients; client++) {
                run.sendAt(startNanos + wait.toNanos() * client / clients);
            }
            run.ended.acquireUninterruptibly(clients);
            return run.next.get();
        }
    }

    /**
     * Whoever reads a client's answer sends its next order: a thread for each client would have to be woken for each answer, which
     * takes a machine more than to send. What is not due yet is left to one thread that knows whose turn it is, and so are chunks,
     * for others' answers would have to wait until they are made.
     */
    private final class Run {

        private final BooleanSupplier goesOn;
        private final AtomicLong next;
        private final ScheduledExecutorService turns;
        private final Semaphore ended = new Semaphore(0);

        private Run(BooleanSupplier goesOn, long firstNumber, ScheduledExecutorService turns) {
            this.goesOn = goesOn;
            this.next = new AtomicLong(firstNumber);
            this.turns = turns;
        }

        private void sendAt(long plannedNanos) {
            long early = plannedNanos - System.nanoTime();
            if (early > 0 || ordersInRequest > 1) {
                var _ = turns.schedule(() -> send(plannedNanos), early, NANOSECONDS);
            } else {
                send(plannedNanos);
            }
        }

        private void send(long plannedNanos) {
            boolean held = heldBack.getAsBoolean();
            if (!goesOn.getAsBoolean()) {
                ended.release();
            } else if (held) {
                var _ = turns.schedule(() -> send(System.nanoTime()), BETWEEN_LOOKS.toNanos(), NANOSECONDS);
            } else {
                var _ = requests.begin(next.getAndIncrement())
                        .whenComplete((answers, failure) -> sent(answers, failure, plannedNanos));
            }
        }

        private void sent(@Nullable Answers answers, @Nullable Throwable failure, long plannedNanos) {
            if (answers == null || failure != null) {
                listener.lost(ordersInRequest, plannedNanos, failure);
            } else {
                listener.answered(answers, ordersInRequest, plannedNanos);
            }
            boolean wholly = answers != null && answers.accepted() == ordersInRequest;
            Duration rest = wholly || wait.compareTo(REST_AFTER_REFUSAL) > 0 ? wait : REST_AFTER_REFUSAL;
            sendAt(System.nanoTime() + rest.toNanos());
        }
    }
}
