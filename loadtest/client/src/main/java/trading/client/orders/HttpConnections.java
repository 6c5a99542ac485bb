package trading.client.orders;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Connections to a gateway that are kept: as many as there are requests under way at once. Safe for use by any thread.
 */
final class HttpConnections implements AutoCloseable {

    /** Servers close connections that are idle for longer; Node.js after 5 s. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(3);

    private final ConcurrentLinkedDeque<HttpConnection> idle = new ConcurrentLinkedDeque<>();
    private final InetSocketAddress address;
    private final String root;
    private final String headers;
    private final Duration timeout;
    private final AnswerReader reader;

    /** @param timeout of connecting, and of an answer */
    HttpConnections(GatewayAddress gateway, Duration timeout) {
        URI uri = gateway.uri();
        this.address = new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
        this.root = uri.getRawPath();
        this.headers = " HTTP/1.1\r\nHost: " + uri.getHost() + ":" + address.getPort() + "\r\n"
                + gateway.authorization();
        this.timeout = timeout;
        this.reader = new AnswerReader(timeout);
    }

    /** A request's first line and the headers that all have, for a path (with its query) that begins without a slash. */
    String head(String method, String path) {
        return method + " " + root + path + headers;
    }

    /** @throws IOException when there was no answer: what the request did is unknown */
    HttpConnection.Answer exchange(byte[] request) throws IOException {
        HttpConnection connection = connection();
        HttpConnection.Answer answer = connection.exchange(request);
        idle.push(connection);
        return answer;
    }

    /** The same without waiting for the answer, as {@link HttpConnection#begin} says. */
    CompletableFuture<HttpConnection.Answer> begin(byte[] request) {
        try {
            HttpConnection connection = connection();
            return connection.begin(request).whenComplete((_, failure) -> {
                if (failure == null) {
                    idle.push(connection);
                }
            });
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Requests that wait for their answers get none. */
    @Override
    public void close() {
        reader.close();
    }

    private HttpConnection connection() throws IOException {
        for (HttpConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (connection.isUsable(LONGEST_IDLE)) {
                return connection;
            }
            connection.close();
        }
        return new HttpConnection(address, timeout, reader);
    }
}
