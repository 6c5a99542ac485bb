package trading.client.orders;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

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
        AtomicLong next = new AtomicLong(firstNumber);
        long startNanos = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < clients; client++) {
                long firstNanos = startNanos + wait.toNanos() * client / clients;
                threads.execute(() -> send(goesOn, firstNanos, next));
            }
        }
        return next.get();
    }

    private void send(BooleanSupplier goesOn, long firstNanos, AtomicLong next) {
        try {
            long plannedNanos = firstNanos;
            while (true) {
                Turn.await(plannedNanos);
                while (heldBack.getAsBoolean() && goesOn.getAsBoolean()) {
                    Thread.sleep(BETWEEN_LOOKS);
                    plannedNanos = System.nanoTime();
                }
                if (!goesOn.getAsBoolean()) {
                    return;
                }
                boolean wholly = sendOne(next.getAndIncrement(), plannedNanos);
                Duration rest = wholly || wait.compareTo(REST_AFTER_REFUSAL) > 0 ? wait : REST_AFTER_REFUSAL;
                plannedNanos = System.nanoTime() + rest.toNanos();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether all of its orders were accepted. */
    private boolean sendOne(long number, long plannedNanos) throws InterruptedException {
        try {
            Answers answers = requests.send(number);
            listener.answered(answers, ordersInRequest, plannedNanos);
            return answers.accepted() == ordersInRequest;
        } catch (IOException e) {
            listener.lost(ordersInRequest, plannedNanos);
            return false;
        }
    }
}
