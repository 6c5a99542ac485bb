package trading.client.orders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.Duration;

/** The gateway's {@code GET /result}. Safe for use by any thread. */
public final class ResultsEndpoint implements AutoCloseable {

    private static final int OK = 200;
    private static final String UNKNOWN = "UNKNOWN OR PENDING";

    private final HttpConnections connections;

    /** @param timeout of an answer */
    public ResultsEndpoint(GatewayAddress gateway, Duration timeout) {
        this.connections = new HttpConnections(gateway, timeout);
    }

    /**
     * Whether it says what became of an order: that it traded, or that it waits in the market.
     *
     * @param orderId as the gateway gave it
     * @throws IOException when there was no answer
     */
    public boolean knows(String orderId) throws IOException {
        HttpConnection.Answer answer = connections
                .exchange((connections.head("GET", "result?id=" + orderId) + "\r\n").getBytes(US_ASCII));
        return answer.status() == OK && !answer.body().contains(UNKNOWN);
    }

    @Override
    public void close() {
        connections.close();
    }
}
