package trading.client.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OrdersEndpointTest {

    private static final byte[] LINE = "{\"side\":\"BUY\"}\n".getBytes(UTF_8);

    @Test
    void anAnswerThatStopsAfterItsFirstLineIsNotWaitedForLongerThanTheTimeout() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/orders", exchange -> {
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
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try (OrdersEndpoint endpoint = new OrdersEndpoint(GatewayAddress.open(url), Duration.ofMillis(300))) {
            assertThatThrownBy(() -> endpoint.send(LINE, LINE.length, 1)).isInstanceOf(HttpTimeoutException.class)
                    .hasMessage("no whole answer within 300 ms");
        } finally {
            end.countDown();
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
}
