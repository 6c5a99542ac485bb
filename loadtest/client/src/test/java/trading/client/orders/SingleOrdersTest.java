package trading.client.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.client.CommandFailed;

class SingleOrdersTest {

    private static final byte[] ORDER = "{\"side\":\"BUY\"}".getBytes(UTF_8);

    @Test
    void readsAnswersOfEitherFormOverOneConnection() throws Exception {
        try (Server server = new Server("HTTP/1.1 202 Accepted\r\nContent-Length: 12\r\n\r\n{\"id\":\"a-1\"}",
                "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n7;x=1\r\n: \"b2\"}\r\n0\r\n\r\n",
                "HTTP/1.1 503 Busy\r\ncontent-length: 4\r\n\r\nbusy"); SingleOrders orders = server.orders()) {
            assertThat(orders.send(ORDER, ORDER.length).firstId()).isEqualTo("a-1");
            assertThat(orders.send(ORDER, ORDER.length).firstId()).isEqualTo("b2");
            Answers refused = orders.begin(ORDER, ORDER.length).get(1, TimeUnit.MINUTES);
            assertThat(refused.refused(503)).isEqualTo(1);
            assertThat(refused.refusals().getFirst().reason()).isEqualTo("busy");
            assertThat(server.requests.get(1, TimeUnit.MINUTES)).hasSize(3).allSatisfy(
                    request -> assertThat(request).startsWith("POST /orders HTTP/1.1\r\nHost: 127.0.0.1:")
                            .contains("Content-Type: application/json\r\nContent-Length: 14\r\n\r\n")
                            .endsWith("{\"side\":\"BUY\"}"));
        }
    }

    @Test
    void anAnswerThatBreaksOffIsNone() throws Exception {
        try (Server server = new Server("HTTP/1.1 202 Accepted\r\nContent-Length: 12\r\n\r\n{\"id\"");
                SingleOrders orders = server.orders()) {
            assertThatThrownBy(() -> orders.send(ORDER, ORDER.length)).isInstanceOf(IOException.class)
                    .hasMessageContaining("5 of 12 bytes");
        }
    }

    @Test
    void everyRequestHasTheTokenOfTheFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "a.b-c_d.e=\n");
        try (Server server = new Server("HTTP/1.1 202 Accepted\r\nContent-Length: 12\r\n\r\n{\"id\":\"a-1\"}");
                SingleOrders orders = new SingleOrders(new GatewayAddress(server.url(), GatewayAddress.token(file)))) {
            orders.send(ORDER, ORDER.length);
            assertThat(server.requests.get(1, TimeUnit.MINUTES).getFirst())
                    .contains("\r\nAuthorization: Bearer a.b-c_d.e=\r\n");
        }
        Path none = Files.writeString(folder.resolve("none"), "a token\r\nX-Other: header");
        assertThatThrownBy(() -> GatewayAddress.token(none)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.org", "http://a b:80", "http://localhost:99999", "http://localhost:0",
        "localhost:80", "http://"})
    void otherUrlsAreRefused(String url) {
        assertThatThrownBy(() -> new SingleOrders(GatewayAddress.open(url))).isInstanceOf(CommandFailed.class)
                .hasMessage("url: " + url + " (expected: http://HOST:PORT)");
    }

    /** Answers one connection's requests in this way, and closes it. */
    private static final class Server implements AutoCloseable {

        private final ServerSocket socket;
        private final CompletableFuture<List<String>> requests = new CompletableFuture<>();

        private Server(String... answers) throws IOException {
            socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().start(() -> {
                List<String> got = new ArrayList<>();
                try (Socket connection = socket.accept()) {
                    for (String answer : answers) {
                        got.add(request(connection.getInputStream()));
                        connection.getOutputStream().write(answer.getBytes(UTF_8));
                    }
                    requests.complete(got);
                } catch (IOException e) {
                    requests.completeExceptionally(e);
                }
            });
        }

        private SingleOrders orders() {
            return new SingleOrders(GatewayAddress.open(url()));
        }

        private String url() {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }

        private static String request(InputStream in) throws IOException {
            StringBuilder request = new StringBuilder();
            while (request.indexOf("}") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no more: " + request);
                }
                request.append((char) next);
            }
            return request.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
