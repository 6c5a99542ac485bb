package trading.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import trading.system.load.ClientOrder;
import trading.system.load.Load;

class OrdersLogCheckTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** One in twenty is cancelled. */
    private static final int ORDERS = 500;
    private static final String ACCEPTED = "{\"id\":\"00000000-0000-0000-0000-000000000001\"}\n";

    @Test
    void whatWasAcceptedMustBeInTheLogOrdersAndCancelsAlike() throws Exception {
        List<ClientOrder> memory = acceptedOrders();
        Set<UUID> orders = memory.stream().map(ClientOrder::id).collect(Collectors.toSet());
        Set<UUID> cancelled = memory.stream().filter(ClientOrder::isCancelSent).map(ClientOrder::id)
                .collect(Collectors.toSet());
        assertThat(cancelled).isNotEmpty();

        assertThat(OrdersLogCheck.compare(memory, orders, cancelled, Integer.MAX_VALUE)).isEmpty();
        assertThat(OrdersLogCheck.compare(memory, Set.of(), cancelled, Integer.MAX_VALUE)).hasSameSizeAs(orders)
                .allSatisfy(finding -> assertThat(finding).endsWith("): accepted, but not in the log"));
        assertThat(OrdersLogCheck.compare(memory, orders, Set.of(), Integer.MAX_VALUE)).hasSameSizeAs(cancelled)
                .allSatisfy(finding -> assertThat(finding).endsWith("): its cancel accepted, but not in the log"));
    }

    /** What clients remember whose gateway accepts everything. */
    private static List<ClientOrder> acceptedOrders() throws IOException, InterruptedException {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", exchange -> {
            String lines = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = ACCEPTED.repeat((int) lines.lines().count()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        gateway.start();
        try (Load load = new Load("http://127.0.0.1:" + gateway.getAddress().getPort(), ORDERS, 2, 1, "t")) {
            load.begin();
            await().atMost(LIMIT).until(() -> load.figures().now().getOrDefault("accepted", 0L) >= ORDERS);
            load.pause();
            assertThat(load.awaitAnswers(LIMIT)).isTrue();
            return load.recall();
        } finally {
            gateway.stop(0);
        }
    }
}
