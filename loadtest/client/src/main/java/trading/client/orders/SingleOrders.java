package trading.client.orders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import trading.client.CommandFailed;

/**
 * The gateway's {@code POST /orders} for one order in a request, over connections that are kept: as many as there are
 * requests under way at once. Safe for use by any thread.
 */
public final class SingleOrders implements AutoCloseable {

    private static final int ACCEPTED = 202;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Servers close connections that are idle for longer; Node.js after 5 s. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(3);

    private final ConcurrentLinkedDeque<HttpConnection> idle = new ConcurrentLinkedDeque<>();
    private final InetSocketAddress address;
    private final byte[] head;
    private volatile boolean closed;

    /** @throws CommandFailed if the gateway's URL is none of plain HTTP */
    public SingleOrders(GatewayAddress gateway) {
        URI orders = gateway.uri("orders");
        if (!"http".equals(orders.getScheme()) || orders.getHost() == null) {
            throw new CommandFailed("url: " + gateway + " (expected: http://HOST:PORT)");
        }
        int port = orders.getPort() < 0 ? 80 : orders.getPort();
        this.address = new InetSocketAddress(orders.getHost(), port);
        this.head = ("POST " + orders.getRawPath() + " HTTP/1.1\r\nHost: " + orders.getHost() + ":" + port
                + "\r\n" + gateway.authorization() + "Content-Type: application/json\r\nContent-Length: ")
                .getBytes(US_ASCII);
    }

    /**
     * Sends an order and waits for its answer.
     *
     * @throws IOException when there was no answer: what happened to the order is unknown
     */
    public Answers send(byte[] json, int length) throws IOException {
        HttpConnection connection = connection();
        HttpConnection.Answer answer;
        try {
            answer = connection.exchange(request(json, length));
        } catch (IOException e) {
            connection.close();
            throw e;
        }
        idle.push(connection);
        if (closed) {
            close();
        }
        if (answer.status() == ACCEPTED) {
            return new Answers(1, List.of(), Duration.ZERO, Answers.id(answer.body()));
        }
        return new Answers(1, List.of(new Answers.Refusal(0, answer.status(), answer.body())),
                Duration.ZERO);
    }

    @Override
    public void close() {
        closed = true;
        for (HttpConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }

    private HttpConnection connection() throws IOException {
        for (HttpConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (connection.isUsable(LONGEST_IDLE)) {
                return connection;
            }
            connection.close();
        }
        return new HttpConnection(address, TIMEOUT);
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
