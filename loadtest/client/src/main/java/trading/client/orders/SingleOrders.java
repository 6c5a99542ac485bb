package trading.client.orders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The gateway's {@code POST /orders} for one order in a request. Safe for use by any thread. */
public final class SingleOrders implements AutoCloseable {

    private static final int ACCEPTED = 202;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpConnections connections;
    private final byte[] head;

    /** @throws CommandFailed if the gateway's URL is none of plain HTTP */
    public SingleOrders(GatewayAddress gateway) {
        this.connections = new HttpConnections(gateway, TIMEOUT);
        this.head = (connections.head("POST", "orders") + "Content-Type: application/json\r\nContent-Length: ")
                .getBytes(US_ASCII);
    }

    /**
     * Sends an order and waits for its answer.
     *
     * @throws IOException when there was no answer: what happened to the order is unknown
     */
    public Answers send(byte[] json, int length) throws IOException {
        return answers(connections.exchange(request(json, length)));
    }

    /**
     * Sends an order, and returns before it is answered.
     *
     * @return completed, with an {@link IOException} when there was no answer, by a thread that reads others' answers
     */
    public CompletableFuture<Answers> begin(byte[] json, int length) {
        return connections.begin(request(json, length)).thenApply(SingleOrders::answers);
    }

    @Override
    public void close() {
        connections.close();
    }

    private static Answers answers(HttpConnection.Answer answer) {
        if (answer.status() == ACCEPTED) {
            return new Answers(1, List.of(), Duration.ZERO, Answers.id(answer.body()));
        }
        return new Answers(1, List.of(new Answers.Refusal(0, answer.status(), answer.body())),
                Duration.ZERO);
    }

    private byte[] request(byte[] json, int length) {
        byte[] digits = (length + "\r\n\r\n").getBytes(US_ASCII);
        byte[] request = new byte[head.length + digits.length + length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(digits, 0, request, head.length, digits.length);
        System.arraycopy(json, 0, request, head.length + digits.length, length);
        return request;
    }
}
