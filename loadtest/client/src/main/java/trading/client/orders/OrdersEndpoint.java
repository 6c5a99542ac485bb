package trading.client.orders;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * The gateway's {@code POST /orders} for chunks of newline-delimited JSON. Each call is one request; calls from several
 * threads use several connections.
 */
public final class OrdersEndpoint implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(30);
    private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(1);
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    private final GatewayAddress gateway;
    private final WholeAnswers answers;

    /** @param timeout for the whole answer, after which a chunk's outcome is unknown */
    public OrdersEndpoint(GatewayAddress gateway, Duration timeout) {
        this.gateway = gateway;
        this.answers = new WholeAnswers(CONNECT_TIMEOUT, timeout);
    }

    /**
     * Sends a chunk and waits for its answers.
     *
     * @param buffer holds the lines, each ended by a newline
     * @param length of the lines in bytes
     * @param lines how many there are
     * @throws IOException when there was no answer: what happened to the lines is unknown
     */
    public Answers send(byte[] buffer, int length, int lines) throws IOException, InterruptedException {
        HttpRequest request = gateway.request("orders").header("Content-Type", "application/x-ndjson")
                .header("Accept", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(buffer, 0, length)).build();
        HttpResponse<byte[]> response = answers.to(request);
        int status = response.statusCode();
        return status == OK || status == ACCEPTED
                ? Answers.read(response.body())
                : Answers.refused(lines, status, response.body(), retryAfter(response));
    }

    @Override
    public void close() {
        answers.close();
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        return response.headers().firstValue("Retry-After").filter(text -> text.matches("\\d{1,4}"))
                .map(text -> Duration.ofSeconds(Integer.parseInt(text)))
                .map(asked -> asked.compareTo(MAX_RETRY_AFTER) < 0 ? asked : MAX_RETRY_AFTER)
                .orElse(DEFAULT_RETRY_AFTER);
    }
}
