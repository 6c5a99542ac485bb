package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trading.testing.TestKafka;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/** Orders that come again under their client order id, the same or not. */
class ITGatewayIdempotency {

    private static final Duration SOON = Duration.ofMinutes(2);

    private static RunningGateway gateway;

    private final String key = "k" + ThreadLocalRandom.current().nextLong(1L << 60);
    private OrdersLog log;

    @BeforeAll
    static void start() {
        gateway = RunningGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void listen() {
        log = new OrdersLog(TestKafka.start().bootstrapServers());
    }

    @AfterEach
    void endListening() {
        log.close();
    }

    @Test
    void theHeaderIsAnotherWayToGiveTheClientOrderId() {
        HttpResponse<String> first = post(gateway, sell(5, "1.20", "sue", key), null);
        assertThat(first.statusCode()).isEqualTo(202);
        assertSame(first, post(gateway, sell(5, "1.20", "sue", null), key));
        assertSame(first, post(gateway, sell(5, "1.20", "sue", null), '"' + key + '"'));
        assertSame(first, post(gateway, sell(5, "1.20", "sue", key), key));
        HttpResponse<String> asInTheArticles = gateway
                .send(HttpRequest.newBuilder(gateway.uri("/sell?productId=apple&quantity=5&price=1.2&userId=sue"))
                        .header("Idempotency-Key", key).GET());
        assertThat(asInTheArticles.body()).isEqualTo("{\"msg\":\"ok\",\"id\":\"" + idOf(first) + "\"}");
        assertThat(log.read()).hasSize(5);
    }

    @Test
    void aKeyThatIsNoneIsToldOf() {
        String order = sell(5, "1.20", "sue", null);
        assertInvalid(post(gateway, sell(5, "1.20", "sue", "a"), "b"),
                "clientOrderId: a (expected: b, as Idempotency-Key says)");
        assertInvalid(post(gateway, order, "a b"),
                "Idempotency-Key: a b (expected: 1 to 64 of A-Z a-z 0-9 . _ - @ : /)");
        assertInvalid(post(gateway, order, ""), "Idempotency-Key:  (expected: 1 to 64 of A-Z a-z 0-9 . _ - @ : /)");
        assertInvalid(gateway.send(request(gateway, "application/json", order).header("Idempotency-Key", "a")
                .header("Idempotency-Key", "b")), "Idempotency-Key: a and b (expected: given once)");
        assertInvalid(gateway.send(request(gateway, "application/x-ndjson", order).header("Idempotency-Key", "a")),
                "Idempotency-Key: a (expected: none for a stream of orders, whose lines have their own clientOrderId)");
        assertThat(log.read()).isEmpty();
    }

    @Test
    void anotherOrderUnderTheSameKeyChangesNothing() {
        double before = conflicts();
        UUID first = idOf(post(gateway, sell(5, "1.20", "sue", key), null));
        assertThat(log.read()).hasSize(1);
        assertConflict(first, post(gateway, sell(7, "1.20", "sue", key), null),
                "quantity: 7 (expected: 5, as first ordered)");
        assertConflict(first, post(gateway, sell(5, "1.3", "sue", null), key),
                "price: 1.30 (expected: 1.20, as first ordered)");
        assertConflict(first, gateway.get("/buy?productId=apple&quantity=5&userId=sue&clientOrderId=" + key),
                "side: BUY (expected: SELL, as first ordered)");
        List<String> lines = gateway.postLines(sell(8, "1.20", "sue", key) + "\n" + sell(5, "1.20", "sue", key)).body()
                .lines().toList();
        assertThat(lines.getFirst()).startsWith("{\"problem\":{\"type\":\"idempotency-conflict\"")
                .contains("\"status\":422", "quantity: 8 (expected: 5, as first ordered)", first.toString());
        assertThat(lines.getLast()).isEqualTo("{\"id\":\"" + first + "\",\"status\":\"PENDING\"}");
        assertThat(post(gateway, sell(9, "1.20", "eve", key), null).statusCode()).isEqualTo(202);
        assertThat(log.read()).hasSize(2);
        assertThat(conflicts() - before).isEqualTo(4);
    }

    @Test
    void aRepeatRepeatsForHowLongTheOrderIsGood() {
        String order = sell(5, "1.20", "sue", key);
        String gtt = timed(order, "GTT", "2030-01-31T12:00:00Z");
        UUID first = idOf(post(gateway, gtt, null));
        assertSame(post(gateway, gtt, null), post(gateway, timed(order, "GTT", "2030-01-31T13:00:00+01:00"), null));
        assertConflict(first, post(gateway, order, null), "timeInForce: none (expected: GTT, as first ordered)");
        assertConflict(first, post(gateway, timed(order, "IOC", null), null),
                "timeInForce: IOC (expected: GTT, as first ordered)");
        assertConflict(first, post(gateway, timed(order, "GTT", "2030-01-31T12:00:01Z"), null),
                "expireTime: 2030-01-31T12:00:01Z (expected: 2030-01-31T12:00:00Z, as first ordered)");
        assertThat(log.read()).hasSize(3);
    }

    private static String timed(String order, String timeInForce, @Nullable String expireTime) {
        return order.substring(0, order.length() - 1) + ",\"timeInForce\":\"" + timeInForce + '"'
                + (expireTime == null ? "" : ",\"expireTime\":\"" + expireTime + '"') + "}";
    }

    @Test
    void anyPriceIsAPriceOfItsOwn() {
        String buy = "/buy?productId=apple&quantity=5&userId=bob&clientOrderId=" + key;
        UUID first = idOf(gateway.get(buy));
        assertConflict(first, gateway.get(buy + "&maxPrice=2"), "price: 2.00 (expected: any, as first ordered)");
    }

    @Test
    void oneOfTwoAtTheSameTimeIsTaken() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 50; round++) {
                String again = key + "-" + round;
                List<Callable<HttpResponse<String>>> orders = new ArrayList<>();
                IntStream.rangeClosed(1, 8).forEach(
                        quantity -> orders.add(() -> post(gateway, sell(quantity, "1.20", "sue", again), null)));
                List<Integer> statuses = new ArrayList<>();
                for (Future<HttpResponse<String>> answer : clients.invokeAll(orders)) {
                    statuses.add(answer.get().statusCode());
                }
                assertThat(statuses).containsOnlyOnce(202).containsAnyOf(422, 503);
                assertThat(log.read()).hasSize(1);
            }
        }
    }

    @Test
    void whatWasRefusedLeavesNoTrace() {
        try (RunningGateway full = RunningGateway.start("--trading.gateway.max-in-flight-bytes=1B")) {
            assertThat(post(full, sell(5, "1.20", "sue", key), null).statusCode()).isEqualTo(503);
            assertThat(post(full, sell(6, "1.20", "sue", key), null).statusCode()).isEqualTo(503);
        }
        // The producer takes no record at all.
        try (RunningGateway full = RunningGateway.start("--spring.kafka.producer.properties.max.request.size=10")) {
            HttpResponse<String> refused = post(full, sell(5, "1.20", "sue", key), null);
            assertThat(refused.body()).contains("kafka-unavailable");
            assertThat(post(full, sell(6, "1.20", "sue", key), null).body()).contains("kafka-unavailable");
        }
        assertThat(log.read()).isEmpty();
    }

    @Test
    void onlyTheNewestAreRemembered() {
        try (RunningGateway small = RunningGateway.start("--trading.gateway.idempotency-cache=150B")) {
            for (int i = 0; i < 3; i++) {
                assertThat(post(small, sell(5, "1.20", "sue", key + i), null).statusCode()).isEqualTo(202);
            }
            assertThat(post(small, sell(6, "1.20", "sue", key + "2"), null).statusCode()).isEqualTo(422);
            assertThat(post(small, sell(6, "1.20", "sue", key + "0"), null).statusCode()).isEqualTo(202);
        }
    }

    @Test
    void noneIsRememberedForLongerThanTheWindow() {
        try (RunningGateway brief = RunningGateway.start("--trading.gateway.idempotency-window=3s")) {
            assertThat(post(brief, sell(5, "1.20", "sue", key), null).statusCode()).isEqualTo(202);
            await().atMost(SOON).until(() -> post(brief, sell(6, "1.20", "sue", key), null).statusCode() == 202);
        }
    }

    @Test
    void theWindowBeginsWhenTheOrderIsDone() throws Exception {
        Duration window = Duration.ofSeconds(3);
        try (RunningGateway gateway = RunningGateway
                .start("--trading.gateway.idempotency-window=" + window.toSeconds() + "s")) {
            UUID closed = idOf(post(gateway, sell(5, "1.20", "sue", key + "closed"), null));
            UUID filled = idOf(post(gateway, sell(5, "1.20", "sue", key + "filled"), null));
            long overMillis = System.currentTimeMillis() + window.toMillis();
            // An engine's clock may be ahead.
            tell(Topics.partition("apple"), batch(overMillis + 60_000)
                    .addClosed(
                            ClosedOrder.newBuilder().setOrder(sell(closed, 5, 12_000)).setReason(CloseReason.CANCELLED))
                    .addSales(filled(filled, 1, 5))
                    .build());
            await().atMost(SOON).until(() -> gateway.get("/orders/" + closed).body().contains("CANCELLED"));
            await().atMost(SOON).until(() -> System.currentTimeMillis() > overMillis);
            for (UUID id : List.of(closed, filled)) {
                assertConflict(id,
                        post(gateway, sell(6, "1.20", "sue", key + (id.equals(closed) ? "closed" : "filled")),
                                null),
                        "quantity: 6 (expected: 5, as first ordered)");
            }
        }
    }

    /** Another gateway took the second order, and this one heard of its sale alone. */
    @Test
    void whatIsOrderedAnewUnderAnIdThatIsOverIsNotTakenForTheFirst() throws Exception {
        Duration window = Duration.ofSeconds(1);
        int partition = Topics.partition("apple");
        try (RunningGateway gateway = RunningGateway
                .start("--trading.gateway.idempotency-window=" + window.toSeconds() + "s")) {
            UUID id = idOf(post(gateway, sell(3, "1.20", "sue", key), null));
            tell(partition, batch(System.currentTimeMillis()).addSales(filled(id, 1, 3)).build());
            await().atMost(SOON).until(() -> gateway.get("/orders/" + id).body().contains("\"filled\":3"));
            long laterMillis = System.currentTimeMillis() + 2 * window.toMillis();
            await().atMost(SOON).until(() -> System.currentTimeMillis() > laterMillis);
            tell(partition, batch(System.currentTimeMillis()).addSales(filled(id, 2, 4)).build());
            await().atMost(SOON).until(() -> gateway.get("/orders/" + id).body().contains("\"filled\":4"));
            assertThat(idOf(post(gateway, sell(4, "1.20", "sue", key), null))).isEqualTo(id);
        }
    }

    private static Sale.Builder filled(UUID id, long tradeId, long quantity) {
        return Sale.newBuilder().setProductId("apple").setTradeId(tradeId).setPrice(12_000).setQuantity(quantity)
                .setPurchaseOrderIdHigh(1).setPurchaseOrderIdLow(1).setBuyer("bob").setSeller("sue")
                .setSalesOrderIdHigh(id.getMostSignificantBits()).setSalesOrderIdLow(id.getLeastSignificantBits());
    }

    @Test
    void whatRestsIsKnownToEveryGatewayAndAfterARestart() throws Exception {
        int partition = Topics.partition("apple");
        UUID id = OrderId.ofClient(partition, "sue", "apple", key);
        try (RunningGateway other = RunningGateway.start()) {
            rest(partition, id, 5, 12_000);
            await().atMost(SOON)
                    .until(() -> post(other, sell(6, "1.20", "sue", key), null).statusCode() == 422);
            assertConflict(id, post(other, sell(7, "1.20", "sue", key), null),
                    "quantity: 7 (expected: 5, as first ordered)");
            assertThat(post(other, sell(5, "1.20", "sue", key), null).statusCode()).isEqualTo(202);
        }
        try (RunningGateway restarted = RunningGateway.start()) {
            assertConflict(id, post(restarted, sell(7, "1.20", "sue", key), null),
                    "quantity: 7 (expected: 5, as first ordered)");
        }
    }

    @Test
    void anOpenOrderIsKnownForLongerThanTheWindow() throws Exception {
        Duration window = Duration.ofSeconds(1);
        int partition = Topics.partition("apple");
        UUID id = OrderId.ofClient(partition, "sue", "apple", key);
        try (RunningGateway brief = RunningGateway
                .start("--trading.gateway.idempotency-window=" + window.toSeconds() + "s")) {
            Batch rested = batch(System.currentTimeMillis()).addRested(sell(id, 5, 12_000)).build();
            tell(Topics.SALES, partition, rested);
            await().atMost(SOON).until(() -> brief.get("/orders/" + id).body().contains("\"status\":\"OPEN\""));
            // Neither the first nor the last of them changes what was ordered.
            for (int repeat = 0; repeat < 3; repeat++) {
                long overMillis = System.currentTimeMillis() + window.toMillis();
                assertConflict(id, post(brief, sell(6, "1.20", "sue", key), null),
                        "quantity: 6 (expected: 5, as first ordered)");
                assertThat(post(brief, sell(5, "1.20", "sue", key), null).statusCode()).isEqualTo(202);
                await().atMost(SOON).until(() -> System.currentTimeMillis() > overMillis);
            }
            tell(Topics.SALES, partition,
                    batch(System.currentTimeMillis())
                            .addClosed(ClosedOrder.newBuilder().setOrder(sell(id, 5, 12_000))
                                    .setReason(CloseReason.CANCELLED))
                            .build());
            await().atMost(SOON).until(() -> post(brief, sell(6, "1.20", "sue", key), null).statusCode() == 202);
        }
    }

    private static void rest(int partition, UUID id, long quantity, long price)
            throws InterruptedException, ExecutionException {
        tell(partition, batch(System.currentTimeMillis()).addRested(sell(id, quantity, price)).build());
    }

    private static OpenOrder sell(UUID id, long quantity, long price) {
        return OpenOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setSide(Side.SELL).setProductId("apple").setUserId("sue")
                .setQuantity(quantity).setRemaining(quantity).setPrice(price).build();
    }

    private static Batch.Builder batch(long nowMillis) {
        return Batch.newBuilder().setRulesVersion(1).setFirstOffset(1).setLastOffset(1).setNow(nowMillis)
                .setTimeoutMillis(60_000).setPart(1).setParts(1);
    }

    private static void tell(int partition, Batch batch) throws InterruptedException, ExecutionException {
        tell(Topics.RESULTS, partition, batch);
    }

    private static void tell(String topic, int partition, Batch batch) throws InterruptedException, ExecutionException {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", TestKafka.start().bootstrapServers()), new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, partition, null, batch.toByteArray())).get();
        }
    }

    private static HttpResponse<String> post(RunningGateway to, String order,
            @Nullable String idempotencyKey) {
        HttpRequest.Builder request = request(to, "application/json", order);
        return to.send(idempotencyKey == null ? request : request.header("Idempotency-Key", idempotencyKey));
    }

    private static HttpRequest.Builder request(RunningGateway to, String type, String body) {
        return HttpRequest.newBuilder(to.uri("/orders")).header("Content-Type", type)
                .POST(BodyPublishers.ofString(body));
    }

    private static String sell(long quantity, String price, String user,
            @Nullable String clientOrderId) {
        return "{\"side\":\"SELL\",\"productId\":\"apple\",\"quantity\":" + quantity + ",\"price\":\"" + price
                + "\",\"userId\":\"" + user + '"'
                + (clientOrderId == null ? "" : ",\"clientOrderId\":\"" + clientOrderId + '"') + "}";
    }

    private static void assertSame(HttpResponse<String> first, HttpResponse<String> again) {
        assertThat(again.statusCode()).isEqualTo(first.statusCode());
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Location")).isEqualTo(first.headers().firstValue("Location"));
    }

    private static void assertInvalid(HttpResponse<String> answer, String detail) {
        assertThat(answer.body()).contains("\"detail\":\"" + detail + '"');
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    private static void assertConflict(UUID id, HttpResponse<String> answer, String detail) {
        assertThat(answer.body()).contains("\"type\":\"idempotency-conflict\"", "\"detail\":\"" + detail + '"',
                "\"id\":\"" + id + '"');
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    private static double conflicts() {
        String metric = "trading_orders_refused_total{application=\"gateway\",reason=\"idempotency-conflict\"} ";
        return gateway.get("/actuator/prometheus").body().lines().filter(line -> line.startsWith(metric))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length()))).sum();
    }

    private static UUID idOf(HttpResponse<String> answer) {
        int from = answer.body().indexOf("\"id\":\"") + 6;
        return OrderId.parse("id", answer.body().substring(from, from + 36));
    }
}
