package trading.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trading.system.load.ClientOrder;
import trading.system.load.Load;
import trading.system.load.RefusedOrders;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

class OrdersLogCheckTest {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** One in twenty is cancelled. */
    private static final int ORDERS = 500;
    private static final String ACCEPTED = "{\"id\":\"00000000-0000-0000-0000-000000000001\"}\n";

    private static List<ClientOrder> memory = List.of();

    @BeforeAll
    static void remember() throws IOException, InterruptedException {
        memory = acceptedOrders();
    }

    @Test
    void whatWasAcceptedMustBeInTheLogOrdersAndCancelsAlike() {
        Map<UUID, PlaceOrder> orders = inTheLog();
        Map<UUID, CancelOrder> cancelled = cancelsInTheLog();
        assertThat(cancelled).isNotEmpty();

        assertThat(OrdersLogCheck.compare(memory, orders, cancelled, Integer.MAX_VALUE)).isEmpty();
        assertThat(OrdersLogCheck.compare(memory, Map.of(), cancelled, Integer.MAX_VALUE)).hasSameSizeAs(memory)
                .allSatisfy(finding -> assertThat(finding).endsWith("): accepted, but not in the log"));
        assertThat(OrdersLogCheck.compare(memory, orders, Map.of(), Integer.MAX_VALUE)).hasSize(cancelled.size())
                .allSatisfy(finding -> assertThat(finding).endsWith("): its cancel accepted, but not in the log"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatIsInTheLogMustBeWhatWasSent(UnaryOperator<PlaceOrder.Builder> change) {
        Map<UUID, PlaceOrder> orders = inTheLog();
        ClientOrder changed = memory.getFirst();
        orders.computeIfPresent(changed.id(), (_, place) -> change.apply(place.toBuilder()).build());

        assertThat(OrdersLogCheck.compare(memory, orders, cancelsInTheLog(), Integer.MAX_VALUE)).singleElement(STRING)
                .startsWith(changed + ": ").endsWith(" in the log (expected: as it was sent)");
    }

    @Test
    void whatWasRefusedOrSentByNobodyMustNotBeInTheLog() {
        ClientOrder refused = RefusedOrders.one();
        PlaceOrder place = PlaceOrder.newBuilder().setSide(refused.side()).setProductId(refused.productId())
                .setUserId(refused.userId()).setQuantity(refused.quantity()).build();
        UUID nobodys = new UUID(1, 2);

        assertThat(OrdersLogCheck.compare(List.of(refused), Map.of(), Map.of(), Integer.MAX_VALUE)).isEmpty();
        assertThat(OrdersLogCheck.compare(List.of(refused), Map.of(refused.id(), place), Map.of(), Integer.MAX_VALUE))
                .containsExactly(refused + ": refused with 503, but in the log");
        assertThat(OrdersLogCheck.compare(List.of(refused), Map.of(nobodys, place), Map.of(), Integer.MAX_VALUE))
                .containsExactly("order " + nobodys + ": in the log (expected: not, nobody sent it)");
    }

    @Test
    void aCancelInTheLogMustBeItsOwners() {
        Map<UUID, CancelOrder> cancelled = cancelsInTheLog();
        ClientOrder changed = memory.stream().filter(ClientOrder::isCancelSent).findFirst().orElseThrow();
        cancelled.put(changed.id(), CancelOrder.newBuilder().setUserId("another").build());

        assertThat(OrdersLogCheck.compare(memory, inTheLog(), cancelled, Integer.MAX_VALUE)).singleElement(STRING)
                .isEqualTo(changed + ": its cancel is by another in the log (expected: as it was sent)");
    }

    static List<UnaryOperator<PlaceOrder.Builder>> changes() {
        return List.of(place -> place.setSide(place.getSide() == Side.BUY ? Side.SELL : Side.BUY),
                place -> place.setProductId("another"), place -> place.setUserId("another"),
                place -> place.setQuantity(place.getQuantity() + 1), place -> place.setPrice(place.getPrice() + 1),
                place -> place.setTimeInForce(TimeInForce.IOC));
    }

    private static Map<UUID, PlaceOrder> inTheLog() {
        return memory.stream()
                .collect(Collectors.toMap(ClientOrder::id,
                        order -> PlaceOrder.newBuilder().setSide(order.side()).setProductId(order.productId())
                                .setUserId(order.userId()).setQuantity(order.quantity()).setPrice(order.price())
                                .build()));
    }

    private static Map<UUID, CancelOrder> cancelsInTheLog() {
        return memory.stream().filter(ClientOrder::isCancelSent).collect(Collectors.toMap(ClientOrder::id,
                order -> CancelOrder.newBuilder().setUserId(order.userId()).build()));
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
