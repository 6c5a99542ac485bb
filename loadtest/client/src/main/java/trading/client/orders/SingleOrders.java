package trading.client.orders;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The gateway's {@code POST /orders} for one order in a request. Safe for use by any thread. */
public final class SingleOrders implements AutoCloseable {

    private static final int ACCEPTED = 202;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpConnections connections;
    private final RequestHead head;

    /** @throws CommandFailed if the gateway's URL is none of plain HTTP */
    public SingleOrders(GatewayAddress gateway) {
        this.connections = new HttpConnections(gateway, TIMEOUT);
        this.head = new RequestHead(connections.head("POST", "orders") + "Content-Type: application/json\r\n");
    }

    /**
     * Sends an order and waits for its answer.
     *
     * @throws IOException when there was no answer: what happened to the order is unknown
     */
    public Answers send(byte[] json, int length) throws IOException {
        return answers(connections.exchange(head.with(json, length)));
    }

    /**
     * Sends an order, and returns before it is answered.
     *
     * @return completed, with an {@link IOException} when there was no answer, by a thread that reads others' answers
     */
    public CompletableFuture<Answers> begin(byte[] json, int length) {
        return connections.begin(head.with(json, length)).thenApply(SingleOrders::answers);
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
}
