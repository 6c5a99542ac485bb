package trading.gateway.orders;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.security.Caller;
import trading.wire.InvalidField;

/**
 * A stream of orders and cancels, one JSON object per line, in whatever pieces the network delivers it. The work is done
 * once per piece: its complete lines are read and sent to Kafka in their order, and answered together. A line that is
 * wrong gets a problem for an answer, and the stream goes on; an empty line gets none.
 *
 * <p>A problem is many times as long as the line that it is about can be. So a piece with many wrong lines is answered in
 * parts, and the next part is not read before somebody asks for it: else a few clients that send such lines and read no
 * answers would fill the memory.
 *
 * <p>One per request; calls come one at a time.
 */
final class OrderStream {

    private static final byte NEWLINE = '\n';

    /** Wrong lines that are answered together, about 12 KB. */
    private static final int MAX_PROBLEMS = 64;

    private final OrderPublisher publisher;
    private final UserRates rates;
    private final OrderFigures figures;
    private final Caller caller;
    private final int maxLineBytes;
    private final @Nullable String traceparent;

    /** What was read and is not answered: the beginning of a line, and behind it the newest piece. */
    private byte[] buffer = new byte[16 * 1024];
    private int buffered;

    /** The line that is being read is too long, and has been answered. */
    private boolean skipping;
    private boolean isCutOff;

    /** @param traceparent what the request says of all its orders, {@code null} if nothing */
    OrderStream(OrderPublisher publisher, UserRates rates, OrderFigures figures, Caller caller, int maxLineBytes,
            @Nullable String traceparent) {
        this.publisher = publisher;
        this.rates = rates;
        this.figures = figures;
        this.caller = caller;
        this.maxLineBytes = maxLineBytes;
        this.traceparent = traceparent;
    }

    /**
     * Takes the next piece and releases it. Lines are read when their part of the piece is asked for, which completes when all of
     * them are settled. The next piece may be taken when there are no more parts.
     */
    Iterable<CompletableFuture<byte[]>> take(DataBuffer piece) {
        int searchedTo = append(piece);
        return () -> new Parts(searchedTo);
    }

    /** Nothing more will be read: what has come of a line need not be all of it. */
    void cutOff() {
        isCutOff = true;
    }

    /** The stream has ended: answers a last line that no newline follows. */
    CompletableFuture<byte[]> end() {
        Answers answers = new Answers();
        if (!isCutOff) {
            line(0, buffered, answers);
        }
        buffered = 0;
        return answers.sealed();
    }

    /** Reads what is buffered, as far as it is asked to. */
    private final class Parts implements Iterator<CompletableFuture<byte[]>> {

        private int searchedTo;
        private int lineFrom;
        private boolean done;

        private Parts(int searchedTo) {
            this.searchedTo = searchedTo;
        }

        @Override
        public boolean hasNext() {
            return !done;
        }

        @Override
        public CompletableFuture<byte[]> next() {
            if (done) {
                throw new NoSuchElementException();
            }
            Answers answers = new Answers();
            int i = searchedTo;
            for (; i < buffered && answers.problems() < MAX_PROBLEMS; i++) {
                if (buffer[i] == NEWLINE) {
                    line(lineFrom, i, answers);
                    lineFrom = i + 1;
                }
            }
            searchedTo = i;
            if (i == buffered) {
                keepFrom(lineFrom, answers);
                done = true;
            }
            return answers.sealed();
        }
    }

    private int append(DataBuffer piece) {
        int before = buffered;
        int length = piece.readableByteCount();
        if (buffer.length < before + length) {
            buffer = Arrays.copyOf(buffer, before + length);
        }
        piece.read(buffer, before, length);
        DataBufferUtils.release(piece);
        buffered = before + length;
        return before;
    }

    private void keepFrom(int lineFrom, Answers answers) {
        int rest = buffered - lineFrom;
        if (!skipping && rest > maxLineBytes) {
            tooLong(lineFrom, answers);
            skipping = true;
        }
        if (skipping) {
            rest = 0;
        }
        System.arraycopy(buffer, lineFrom, buffer, 0, rest);
        buffered = rest;
    }

    private void line(int from, int to, Answers answers) {
        if (skipping) {
            skipping = false;
        } else if (to - from > maxLineBytes) {
            tooLong(from, answers);
        } else if (!blank(from, to)) {
            command(from, to, answers);
        }
    }

    private void command(int from, int to, Answers answers) {
        OrderCommand order;
        try {
            order = OrderReader.orderOrCancel(buffer, from, to - from, caller);
        } catch (InvalidField e) {
            figures.invalid();
            answers.add(Problem.of(e));
            return;
        } catch (ProblemException e) {
            figures.forbidden();
            answers.add(e.problem());
            return;
        }
        Problem tooSoon = rates.take(order.userId());
        if (tooSoon != null) {
            answers.add(tooSoon);
            return;
        }
        publisher.publish(order, traceparent, answers.add(order.orderId()));
    }

    private void tooLong(int from, Answers answers) {
        figures.invalid();
        answers.add(Problem.of(new InvalidField("line", OrderReader.shown(buffer, from, buffered - from),
                "at most " + maxLineBytes + " bytes")));
    }

    private boolean blank(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] != ' ' && buffer[i] != '\r' && buffer[i] != '\t') {
                return false;
            }
        }
        return true;
    }
}
