package trading.gateway.orders;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

/**
 * The answers to the lines of one piece of a stream, in the order of the lines, complete when the last of them is
 * settled. One thread adds lines and then calls {@link #sealed}; any thread may settle them.
 */
final class Answers {

    private static final int ANSWER_LENGTH = answer(new UUID(0, 0)).length() + 1;

    private final List<Line> lines = new ArrayList<>();
    private int problems;
    /** Lines that are not settled, and one more until the last line was added. */
    private final AtomicInteger open = new AtomicInteger(1);
    private final CompletableFuture<byte[]> complete = new CompletableFuture<>();

    /** Adds a line whose outcome comes later. */
    OrderPublisher.Outcome add(UUID orderId) {
        open.incrementAndGet();
        Line line = new Line(orderId, null);
        lines.add(line);
        return line;
    }

    /** Adds a line that failed already. */
    void add(Problem problem) {
        problems++;
        lines.add(new Line(null, problem));
    }

    /** How many lines failed already when they were added. */
    int problems() {
        return problems;
    }

    /** No line is added any more: the answers, one per line, as soon as all are settled. */
    CompletableFuture<byte[]> sealed() {
        settleOne();
        return complete;
    }

    private void settleOne() {
        if (open.decrementAndGet() == 0) {
            complete.complete(text());
        }
    }

    private byte[] text() {
        StringBuilder text = new StringBuilder(lines.size() * ANSWER_LENGTH);
        for (Line line : lines) {
            Problem problem = line.problem;
            if (problem == null) {
                text.append(answer(line.orderId)).append('\n');
            } else {
                text.append("{\"problem\":").append(problem.toJsonText()).append("}\n");
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What a client is told about an order that Kafka has. */
    static String answer(@Nullable UUID orderId) {
        return "{\"id\":\"" + orderId + "\",\"status\":\"PENDING\"}";
    }

    /** A line's answer; {@link #open} makes it visible to the thread that settles the last one. */
    private final class Line implements OrderPublisher.Outcome {

        private final @Nullable UUID orderId;
        private @Nullable Problem problem;

        private Line(@Nullable UUID orderId, @Nullable Problem problem) {
            this.orderId = orderId;
            this.problem = problem;
        }

        @Override
        public void settled(@Nullable ProblemException failure) {
            if (failure != null) {
                problem = failure.problem();
            }
            settleOne();
        }
    }
}
