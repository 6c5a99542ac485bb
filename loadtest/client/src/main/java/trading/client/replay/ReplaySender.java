package trading.client.replay;

import java.io.IOException;
import java.time.Duration;
import trading.client.CommandFailed;
import trading.client.orders.Answers;
import trading.client.orders.Answers.Refusal;
import trading.client.orders.OrdersEndpoint;

/**
 * Sends order flow in file order: one chunk is under way at a time. When a line is refused for now, or its outcome is
 * unknown, it is sent again together with all that follow it in the chunk: those that were taken already are the same
 * orders, which the engine takes once. For one thread.
 */
final class ReplaySender {

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final OrdersEndpoint endpoint;
    private final Gate gate;
    private final ReplayOrders orders;
    private final int chunkRows;
    private final Duration patience;
    private final ReplayTotals totals = new ReplayTotals();

    /** Holds rows back while the stack is behind. */
    interface Gate {

        /** Waits until rows may be sent, or the deadline, as {@link System#nanoTime}, has come. */
        void await(long deadlineNanos) throws InterruptedException;
    }

    /**
     * @param chunkRows rows on one request
     * @param patience for how long a chunk may be refused before the replay gives up
     */
    ReplaySender(OrdersEndpoint endpoint, Gate gate, ReplayOrders orders, int chunkRows, Duration patience) {
        this.endpoint = endpoint;
        this.gate = gate;
        this.orders = orders;
        this.chunkRows = chunkRows;
        this.patience = patience;
    }

    /** What became of the rows so far. */
    ReplayTotals totals() {
        return totals;
    }

    /**
     * Sends all rows.
     *
     * @param afterChunk runs after each chunk
     * @throws CommandFailed if the stack does not take orders any more
     */
    void send(OrderFlow flow, Runnable afterChunk) throws IOException, InterruptedException {
        Chunk chunk = new Chunk();
        for (FlowRow row = flow.next(); row != null; row = flow.next()) {
            totals.row();
            switch (row) {
                case FlowRow.Add add -> chunk.add(add, orders.line(add));
                case FlowRow.Cancel cancel -> chunk.add(cancel, orders.line(cancel));
                case FlowRow.Bad bad -> totals.bad(bad);
            }
            if (chunk.size() == chunkRows) {
                send(chunk);
                afterChunk.run();
            }
        }
        send(chunk);
        afterChunk.run();
    }

    private void send(Chunk chunk) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        int from = 0;
        String reason = "the engine is behind";
        while (from < chunk.size()) {
            gate.await(deadline);
            if (System.nanoTime() >= deadline) {
                throw new CommandFailed("line " + chunk.row(from).line() + ": not taken for "
                        + patience.toSeconds() + " s: " + reason);
            }
            try {
                byte[] lines = chunk.linesFrom(from);
                Answers answers = endpoint.send(lines, lines.length, chunk.size() - from);
                int settled = settle(chunk, from, answers);
                if (from + settled < chunk.size()) {
                    reason = answers.refusals().isEmpty() ? "no answer" : answers.refusals().getFirst().reason();
                    Thread.sleep(answers.retryAfter().isPositive() ? answers.retryAfter() : PAUSE);
                    totals.sentAgain(chunk.size() - from - settled);
                }
                from += settled;
            } catch (IOException e) {
                reason = e.toString();
                Thread.sleep(PAUSE);
                totals.sentAgain(chunk.size() - from);
            }
        }
        chunk.clear();
    }

    /** Counts the lines up to the first that must be sent again, and says how many they are. */
    private int settle(Chunk chunk, int from, Answers answers) {
        int settled = answers.refusals().stream().filter(Refusal::passing).mapToInt(Refusal::line).findFirst()
                .orElse(answers.lines());
        int next = 0;
        for (Refusal refusal : answers.refusals()) {
            if (refusal.line() >= settled) {
                break;
            }
            accepted(chunk, from + next, from + refusal.line());
            totals.refused(chunk.row(from + refusal.line()), refusal.reason());
            next = refusal.line() + 1;
        }
        accepted(chunk, from + next, from + settled);
        return settled;
    }

    private void accepted(Chunk chunk, int from, int to) {
        for (int i = from; i < to; i++) {
            switch (chunk.row(i)) {
                case FlowRow.Add add ->
                    totals.accepted(add, orders.orderId(add.symbol(), add.side(), add.orderId()));
                case FlowRow.Cancel cancel -> totals.acceptedCancel();
                case FlowRow.Bad bad -> throw new IllegalStateException("sent: " + bad);
            }
        }
    }
}
