package trading.client.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class OrdersEndpointTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final byte[] LINE = "{\"side\":\"BUY\"}\n".getBytes(UTF_8);

    @Test
    void anAnswerThatStopsAfterItsFirstLineIsNotWaitedForLongerThanTheTimeout() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        HttpServer server = server(exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{\"id\":\"a-1\",\"status\":\"PENDING\"}\n".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            try {
                end.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        try (OrdersEndpoint endpoint = endpoint(server, Duration.ofMillis(300))) {
            assertThatThrownBy(() -> endpoint.send(LINE, LINE.length, 1)).isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("no answer within 300 ms");
        } finally {
            end.countDown();
            server.stop(0);
        }
    }

    @Test
    void linesAreAnsweredOneByOne() throws Exception {
        AtomicReference<String> asked = new AtomicReference<>();
        HttpServer server = server(exchange -> {
            asked.set(exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream answers = exchange.getResponseBody()) {
                answers.write("{\"id\":\"a-1\",\"status\":\"PENDING\"}\n".getBytes(UTF_8));
                answers.flush();
                answers.write("{\"problem\":{\"status\":400,\"detail\":\"side: null\"}}\n".getBytes(UTF_8));
            }
        });
        try (OrdersEndpoint endpoint = endpoint(server, LONG)) {
            Answers answers = endpoint.send(LINE, LINE.length, 2);
            assertThat(asked.get()).isEqualTo("application/x-ndjson {\"side\":\"BUY\"}\n");
            assertThat(answers.accepted()).isEqualTo(1);
            assertThat(answers.firstId()).isEqualTo("a-1");
            assertThat(answers.refusals()).containsExactly(new Answers.Refusal(1, 400, "side: null"));
            assertThat(endpoint.begin(LINE, LINE.length, 2).get()).isEqualTo(answers);
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "86400, 30", "tomorrow, 1", ", 1"})
    void aRefusedChunkIsLeftAloneForAsLongAsIsAskedFor(@Nullable String retryAfter, int seconds) throws Exception {
        HttpServer server = server(exchange -> {
            exchange.getRequestBody().readAllBytes();
            if (retryAfter != null) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        try (OrdersEndpoint endpoint = endpoint(server, LONG)) {
            Answers answers = endpoint.send(LINE, LINE.length, 3);
            assertThat(answers.refused(Answers.UNAVAILABLE)).isEqualTo(3);
            assertThat(answers.retryAfter()).hasSeconds(seconds);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aGatewayThatIsNotThereIsSaidSo() {
        try (OrdersEndpoint endpoint = new OrdersEndpoint(GatewayAddress.open("http://127.0.0.1:1"),
                Duration.ofSeconds(10))) {
            assertThatThrownBy(() -> endpoint.send(LINE, LINE.length, 1)).isInstanceOf(ConnectException.class);
        }
    }

    private static HttpServer server(HttpHandler orders) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/orders", orders);
        server.start();
        return server;
    }

    private static OrdersEndpoint endpoint(HttpServer server, Duration timeout) {
        return new OrdersEndpoint(GatewayAddress.open("http://127.0.0.1:" + server.getAddress().getPort()), timeout);
    }
}
