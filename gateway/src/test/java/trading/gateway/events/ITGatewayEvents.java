package trading.gateway.events;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.gateway.RunningGateway;
import trading.testing.TestKafka;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/** Events from the results topic to HTTP, through two gateways. */
class ITGatewayEvents {

    private static final Logger log = LoggerFactory.getLogger(ITGatewayEvents.class);
    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String OPENED = "HTTP/1.1 200 OK";
    private static final int MAX_WAITING = 4;
    private static final int BATCHES = 200;
    private static final int EVENTS = 10;
    private static final int MAX_READ_BACK = 1_000;

    private static RunningGateway gateway;
    private static RunningGateway small;
    private static KafkaProducer<byte[], byte[]> persister;
    private static long batches;
    private static long trades;

    @BeforeAll
    static void start() {
        log.info("seed {} (-Dtrading.seed)", SEED);
        persister = new KafkaProducer<>(
                Map.of("bootstrap.servers", TestKafka.start().bootstrapServers(), "linger.ms", 0),
                new ByteArraySerializer(), new ByteArraySerializer());
        gateway = RunningGateway.start("--trading.gateway.events.stall-timeout=1s",
                "--trading.gateway.events.max-streams-of-user=2");
        await().atMost(SOON).until(() -> gateway.get("/actuator/health/readiness").statusCode() == 200);
        small = RunningGateway.start("--trading.gateway.events.max-waiting=" + MAX_WAITING,
                "--trading.gateway.events.max-read-back=" + MAX_READ_BACK, "--trading.gateway.events.max-streams=1",
                "--trading.gateway.events.heartbeat=1s");
    }

    @AfterAll
    static void stop() {
        small.close();
        gateway.close();
        persister.close();
    }

    @Test
    void usersAreToldWhatHappensToTheirOrders() throws Exception {
        String sue = user();
        String bob = user();
        try (EventClient seller = new EventClient(gateway, sue, null);
                EventClient buyer = new EventClient(gateway, bob, null)) {
            seller.awaitPositions(1);
            buyer.awaitPositions(1);
            Sale sale = sale(bob, sue, 3);
            ClosedOrder expired = closed(sue, CloseReason.EXPIRED);
            ClosedOrder cancelled = closed(bob, CloseReason.SELF_TRADE);
            ClosedOrder rejected = closed(bob, CloseReason.MAX_PRODUCTS);
            publish(3, batch(1_000).addClosed(expired).addClosed(cancelled).addClosed(rejected).addSales(sale).build());
            seller.awaitTold(2);
            buyer.awaitTold(3);
            String trade = "\"productId\":\"apple\",\"tradeId\":" + sale.getTradeId()
                    + ",\"price\":\"1.23\",\"quantity\":3,\"counterparty\":\"";
            String time = "\"time\":\"1970-01-01T00:00:01Z\"}";
            assertThat(seller.told()).containsExactly(
                    "SALE {\"type\":\"SALE\",\"orderId\":\"" + salesOrder(sale) + "\"," + trade + bob
                            + "\",\"remaining\":7," + time,
                    "EXPIRED {\"type\":\"EXPIRED\",\"orderId\":\"" + id(expired.getOrder())
                            + "\",\"productId\":\"apple\",\"remaining\":2," + time);
            assertThat(buyer.told()).containsExactly(
                    "PURCHASE {\"type\":\"PURCHASE\",\"orderId\":\"" + purchaseOrder(sale) + "\"," + trade + sue
                            + "\",\"remaining\":0," + time,
                    "CANCELLED {\"type\":\"CANCELLED\",\"orderId\":\"" + id(cancelled.getOrder())
                            + "\",\"productId\":\"apple\",\"remaining\":2,\"reason\":\"SELF_TRADE\"," + time,
                    "REJECTED {\"type\":\"REJECTED\",\"orderId\":\"" + id(rejected.getOrder())
                            + "\",\"productId\":\"apple\",\"remaining\":2,\"reason\":\"MAX_PRODUCTS\"," + time);
        }
    }

    @Test
    void usersAreToldOfOrdersThatWait() throws Exception {
        String sue = user();
        String kim = user();
        try (EventClient seller = new EventClient(gateway, sue, null);
                EventClient buyer = new EventClient(gateway, kim, null)) {
            seller.awaitPositions(1);
            buyer.awaitPositions(1);
            Sale sale = sale(user(), sue, 3);
            OpenOrder offered = OpenOrder.newBuilder().setOrderIdHigh(sale.getSalesOrderIdHigh())
                    .setOrderIdLow(sale.getSalesOrderIdLow()).setSide(Side.SELL).setProductId("apple").setUserId(sue)
                    .setQuantity(10).setRemaining(7).setPrice(12_300).build();
            OpenOrder atAnyPrice = open(kim).toBuilder().setSide(Side.BUY).build();
            publish(3, batch(1_000).addSales(sale).addRested(offered).addRested(atAnyPrice).build());
            seller.awaitTold(2);
            buyer.awaitTold(1);
            String time = ",\"time\":\"1970-01-01T00:00:01Z\"}";
            assertThat(seller.told().getFirst()).startsWith("SALE ");
            assertThat(seller.told().getLast()).isEqualTo("OPEN {\"type\":\"OPEN\",\"orderId\":\"" + salesOrder(sale)
                    + "\",\"productId\":\"apple\",\"side\":\"SELL\",\"price\":\"1.23\",\"remaining\":7" + time);
            assertThat(buyer.told()).containsExactly("OPEN {\"type\":\"OPEN\",\"orderId\":\"" + id(atAnyPrice)
                    + "\",\"productId\":\"apple\",\"side\":\"BUY\",\"remaining\":2" + time);
        }
    }

    /** As of a persister that Kafka refused one of two results, and that sends both once more. */
    @Test
    void whatComesBehindWhatFollowsItIsToldOnce() throws Exception {
        String user = user();
        publish(4, batch(1_000).build());
        Batch late = batch(1_000).addClosed(closed(user, CloseReason.EXPIRED)).build();
        Batch next = batch(2_000).addClosed(closed(user, CloseReason.CANCELLED)).build();
        try (EventClient client = new EventClient(gateway, user, null)) {
            client.awaitPositions(1);
            publish(4, next);
            publish(4, late);
            publish(4, next);
            publish(4, batch(3_000).addClosed(closed(user, CloseReason.EXPIRED)).build());
            client.awaitTold(3);
            assertThat(client.told().stream().map(each -> each.replaceFirst(" .*", "")).toList())
                    .containsExactly("CANCELLED", "EXPIRED", "EXPIRED");
        }
    }

    @Test
    void clientsResumeAtAnyGatewayWithoutLoss() throws Exception {
        Random random = new Random(SEED);
        String user = user();
        List<String> expected = new ArrayList<>();
        List<String> told = new ArrayList<>();
        String lastId;
        try (EventClient first = new EventClient(gateway, user, null)) {
            first.awaitPositions(1);
            lastId = first.lastId();
        }
        for (int round = 0; round < 8; round++) {
            publishSome(random, user, expected);
            try (EventClient client = new EventClient(round % 2 == 0 ? small : gateway, user, lastId)) {
                publishSome(random, user, expected);
                int enough = random.nextInt(Math.max(1, expected.size() - told.size()));
                await().atMost(SOON).pollInterval(Duration.ofMillis(1))
                        .until(() -> client.hasEnded() || client.told().size() >= enough);
                synchronized (client) {
                    told.addAll(client.told());
                    lastId = client.lastId();
                }
            }
        }
        try (EventClient last = new EventClient(gateway, user, lastId)) {
            last.awaitTold(
                    expected.size() - (int) told.stream().filter(each -> !each.startsWith(Watch.BEHIND)).count());
            told.addAll(last.told());
        }
        told.removeIf(each -> each.startsWith(Watch.BEHIND));
        assertThat(told.stream().map(each -> each.replaceFirst(".*\"tradeId\":(\\d+).*", "$1")).toList())
                .as("seed %d", SEED).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void whoReadsTooSlowlyIsToldAndResumes() throws Exception {
        String user = user();
        String lastId;
        int told;
        awaitRoom();
        try (EventClient client = new EventClient(small, user, null)) {
            client.awaitPositions(1);
            HttpResponse<String> refused = small.get("/events?userId=" + user);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("too-many-requests", "Too many streams of events are");
            client.awaitPositions(2);
            // However quickly it reads, most of these come before it has been given the first.
            for (int i = 0; i < BATCHES; i++) {
                var _ = persister.send(new ProducerRecord<>(Topics.RESULTS, 5, null, cancelled(user).toByteArray()));
            }
            client.awaitEnd();
            told = client.told().size() - 1;
            assertThat(told).isGreaterThanOrEqualTo(MAX_WAITING);
            assertThat(client.told().getLast()).matches("BEHIND \\{\"events\":[1-9]\\d*}");
            lastId = client.lastId();
        }
        try (EventClient client = new EventClient(gateway, user, lastId)) {
            client.awaitTold(BATCHES * EVENTS - told);
            assertThat(client.told()).hasSize(BATCHES * EVENTS - told);
        }
    }

    /** Between two events of a record nobody can have read, not even the quickest. */
    @Test
    void manyEventsOfOneRecordAreNoReasonToEndAStream() throws Exception {
        String user = user();
        awaitRoom();
        try (EventClient client = new EventClient(small, user, null)) {
            client.awaitPositions(1);
            publish(5, cancelled(user));
            client.awaitTold(EVENTS);
            assertThat(client.told()).hasSize(EVENTS).allMatch(event -> event.startsWith("CANCELLED "));
        }
    }

    @Test
    void oneUserDoesNotKeepOthersOut() throws Exception {
        String user = user();
        try (EventClient first = new EventClient(gateway, user, null);
                EventClient second = new EventClient(gateway, user, null)) {
            first.awaitPositions(1);
            second.awaitPositions(1);
            HttpResponse<String> refused = gateway.get("/events?userId=" + user);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("too-many-requests",
                    "Too many streams of this user's events are under way (at most 2)");
            try (EventClient other = new EventClient(gateway, user(), null)) {
                other.awaitPositions(1);
            }
        }
    }

    @Test
    void whatIsTooFarBackIsToldOf() throws Exception {
        String user = user();
        String lastId;
        try (EventClient client = new EventClient(gateway, user, null)) {
            client.awaitPositions(1);
            lastId = client.lastId();
        }
        String other = user();
        awaitRoom();
        try (EventClient seen = new EventClient(small, other, null)) {
            seen.awaitPositions(1);
            publish(6, batch(1_000).addClosed(closed(user, CloseReason.EXPIRED)).build());
            for (int i = 0; i < MAX_READ_BACK; i++) {
                var _ = persister
                        .send(new ProducerRecord<>(Topics.RESULTS, 6, null, batch(1_000).build().toByteArray()));
            }
            publish(6, batch(1_000).addClosed(closed(other, CloseReason.EXPIRED)).build());
            seen.awaitTold(1);
        }
        awaitRoom();
        try (EventClient client = new EventClient(small, user, lastId)) {
            client.awaitTold(1);
            assertThat(client.told()).containsExactly("MISSED {\"records\":" + (MAX_READ_BACK + 2) + "}");
        }
        try (EventClient client = new EventClient(gateway, user, lastId)) {
            client.awaitTold(1);
            assertThat(client.told()).singleElement().asString().startsWith("EXPIRED ");
        }
    }

    @Test
    void whatKafkaHasDeletedIsToldOf() throws Exception {
        String user = user();
        String lastId;
        try (EventClient client = new EventClient(gateway, user, null)) {
            client.awaitPositions(1);
            lastId = client.lastId();
            for (int i = 0; i < 4; i++) {
                publish(10, batch(1_000).addClosed(closed(user, CloseReason.EXPIRED)).build());
            }
            client.awaitTold(4);
        }
        TopicPartition results = new TopicPartition(Topics.RESULTS, 10);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestKafka.start().bootstrapServers()))) {
            long end = admin.listOffsets(Map.of(results, OffsetSpec.latest())).partitionResult(results).get().offset();
            admin.deleteRecords(Map.of(results, RecordsToDelete.beforeOffset(end - 1))).all().get();
        }
        try (EventClient client = new EventClient(gateway, user, lastId)) {
            client.awaitTold(1);
            assertThat(client.told()).containsExactly("MISSED {\"records\":4}");
            publish(10, batch(1_000).addClosed(closed(user, CloseReason.CANCELLED)).build());
            client.awaitTold(2);
            assertThat(client.told().getLast()).startsWith("CANCELLED ");
        }
    }

    @Test
    void whoseIdIsOfAnotherLogIsToldSo() throws Exception {
        String user = user();
        Progress told;
        try (EventClient client = new EventClient(gateway, user, null)) {
            client.awaitPositions(1);
            told = Progress.parse(requireNonNull(client.lastId()));
        }
        told.set(9, told.next(9) + 1_000, 0);
        String lastId;
        try (EventClient client = new EventClient(gateway, user, told.toString())) {
            client.awaitEnd();
            assertThat(client.told()).containsExactly("MISSED {\"records\":0}");
            lastId = client.lastId();
        }
        publish(9, batch(1_000).addClosed(closed(user, CloseReason.EXPIRED)).build());
        try (EventClient client = new EventClient(gateway, user, lastId)) {
            client.awaitTold(1);
            assertThat(client.told()).singleElement().asString().startsWith("EXPIRED ");
        }
    }

    /** It has asked for more than its connection holds, and reads none of it but that there is a stream. */
    @Test
    void whoTakesNothingLosesItsStream() throws Exception {
        String user = user();
        String lastId;
        try (EventClient client = new EventClient(gateway, user, null)) {
            client.awaitPositions(1);
            lastId = client.lastId();
        }
        for (int i = 0; i < 40; i++) {
            Batch.Builder batch = batch(1_000);
            for (int j = 0; j < 500; j++) {
                batch.addClosed(closed(user, CloseReason.CANCELLED));
            }
            publish(8, batch.build());
        }
        awaitNone(gateway);
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port()));
            socket.getOutputStream()
                    .write(("GET /events?userId=" + user + " HTTP/1.1\r\nHost: gateway\r\nLast-Event-ID: "
                            + lastId + "\r\n\r\n").getBytes(US_ASCII));
            socket.setSoTimeout(120_000);
            assertThat(socket.getInputStream().readNBytes(OPENED.length())).asString(US_ASCII).isEqualTo(OPENED);
            awaitNone(gateway);
            assertThat(gateway.get("/actuator/prometheus").body())
                    .contains("trading_requests_in_flight{application=\"gateway\"} 0.0");
        }
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThat(gateway.get("/events").body()).contains("userId: missing");
        assertThat(gateway.get("/events?userId=a&x=1").body()).contains("no other parameter than userId");
        HttpResponse<String> answer = gateway.send(
                HttpRequest.newBuilder(gateway.uri("/events?userId=sue")).header("Last-Event-ID", "1"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("Last-Event-ID: 1 (expected: the id of an event, as a stream gave it)");
    }

    /** Records in a few partitions, several with more than one event of the user. */
    private static void publishSome(Random random, String user, List<String> expected)
            throws ExecutionException, InterruptedException {
        for (int i = 0; i < 10; i++) {
            Batch.Builder batch = batch(1_000);
            for (int j = random.nextInt(4); j > 0; j--) {
                Sale sale = sale(user, "seller", 1);
                expected.add(Long.toString(sale.getTradeId()));
                batch.addSales(sale).addSales(sale("buyer", "seller", 1));
            }
            publish(40 + random.nextInt(4), batch.build());
        }
    }

    /** Another test's client may just have gone. */
    private static void awaitRoom() {
        awaitNone(small);
    }

    private static void awaitNone(RunningGateway of) {
        await().atMost(SOON).until(() -> of.get("/actuator/prometheus").body()
                .contains("trading_events_streams{application=\"gateway\"} 0.0"));
    }

    private static String user() {
        return "u-" + UUID.randomUUID().toString().substring(0, 18);
    }

    private static Batch.Builder batch(long now) {
        long number = ++batches;
        return Batch.newBuilder().setRulesVersion(1).setNumber(number).setFirstOffset(number).setLastOffset(number)
                .setNow(now).setTimeoutMillis(60_000).setPart(1).setParts(1);
    }

    private static Sale sale(String buyer, String seller, long quantity) {
        UUID purchase = OrderId.next(3, 1);
        UUID offer = OrderId.next(3, 1);
        return Sale.newBuilder().setProductId("apple").setTradeId(++trades)
                .setPurchaseOrderIdHigh(purchase.getMostSignificantBits())
                .setPurchaseOrderIdLow(purchase.getLeastSignificantBits())
                .setSalesOrderIdHigh(offer.getMostSignificantBits()).setSalesOrderIdLow(offer.getLeastSignificantBits())
                .setBuyer(buyer).setSeller(seller).setPrice(12_300).setQuantity(quantity).setSalesOrderRemaining(7)
                .build();
    }

    private static ClosedOrder closed(String user, CloseReason reason) {
        return ClosedOrder.newBuilder().setReason(reason).setOrder(open(user)).build();
    }

    private static Batch cancelled(String user) {
        Batch.Builder batch = batch(1_000);
        for (int i = 0; i < EVENTS; i++) {
            batch.addClosed(closed(user, CloseReason.CANCELLED));
        }
        return batch.build();
    }

    private static OpenOrder open(String user) {
        UUID id = OrderId.next(3, 1);
        return OpenOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setProductId("apple").setUserId(user).setQuantity(5)
                .setRemaining(2).build();
    }

    private static UUID id(OpenOrder order) {
        return new UUID(order.getOrderIdHigh(), order.getOrderIdLow());
    }

    private static UUID purchaseOrder(Sale sale) {
        return new UUID(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow());
    }

    private static UUID salesOrder(Sale sale) {
        return new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow());
    }

    private static void publish(int partition, Batch batch) throws ExecutionException, InterruptedException {
        persister.send(new ProducerRecord<>(Topics.RESULTS, partition, null, batch.toByteArray())).get();
    }
}
