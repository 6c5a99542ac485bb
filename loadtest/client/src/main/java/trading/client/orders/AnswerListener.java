package trading.client.orders;

import org.jspecify.annotations.Nullable;

/** Is told what became of requests; called by several threads, which have others' answers to read: it neither waits nor throws. */
public interface AnswerListener {

    /**
     * A request was answered just now.
     *
     * @param sent orders in the request
     * @param plannedNanos when it was to be sent, as {@link System#nanoTime}
     */
    void answered(Answers answers, int sent, long plannedNanos);

    /**
     * A request got no answer: what became of its orders is unknown, unless nobody took the connection.
     *
     * @param cause why, a {@link java.net.ConnectException} if it was not sent; {@code null} if nobody knows
     */
    void lost(int sent, long plannedNanos, @Nullable Throwable cause);

    /** A request was not sent, because too many were under way. */
    void notSent(int orders);
}
