package trading.client.orders;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The gateway's {@code POST /orders} for chunks of newline-delimited JSON. Each call is one request; calls from several
 * threads use several connections. Safe for use by any thread.
 */
public final class OrdersEndpoint implements AutoCloseable {

    private static final int MAX_RETRY_AFTER_SECONDS = 30;
    private static final int DEFAULT_RETRY_AFTER_SECONDS = 1;
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    private final HttpConnections connections;
    private final RequestHead head;

    /** @param timeout for the whole answer, the connection included, after which a chunk's outcome is unknown */
    public OrdersEndpoint(GatewayAddress gateway, Duration timeout) {
        this.connections = new HttpConnections(gateway, timeout);
        this.head = new RequestHead(connections.head("POST", "orders")
                + "Content-Type: application/x-ndjson\r\nAccept: application/x-ndjson\r\n");
    }

    /**
     * Sends a chunk and waits for its answers.
     *
     * @param buffer holds the lines, each ended by a newline
     * @param length of the lines in bytes
     * @param lines how many there are
     * @throws IOException when there was no answer: what happened to the lines is unknown
     */
    public Answers send(byte[] buffer, int length, int lines) throws IOException {
        return answers(connections.exchange(head.with(buffer, length)), lines);
    }

    /**
     * Sends a chunk, and returns before it is answered.
     *
     * @return completed, with an {@link IOException} when there was no answer, by a thread that reads others' answers
     */
    public CompletableFuture<Answers> begin(byte[] buffer, int length, int lines) {
        return connections.begin(head.with(buffer, length)).thenApply(answer -> answers(answer, lines));
    }

    @Override
    public void close() {
        connections.close();
    }

    private static Answers answers(HttpConnection.Answer answer, int lines) {
        int status = answer.status();
        return status == OK || status == ACCEPTED
                ? Answers.read(answer.body())
                : Answers.refused(lines, status, answer.body(), retryAfter(answer.retryAfterSeconds()));
    }

    private static Duration retryAfter(int seconds) {
        return Duration.ofSeconds(
                seconds < 0 ? DEFAULT_RETRY_AFTER_SECONDS : Math.min(seconds, MAX_RETRY_AFTER_SECONDS));
    }
}
