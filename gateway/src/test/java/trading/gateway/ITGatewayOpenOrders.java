package trading.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.mysql.Migrate;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/** Orders from the sales and checkpoints topics to HTTP, before and after the database has them. */
class ITGatewayOpenOrders {

    /** Orders that left their markets, as many as are remembered. */
    private static final int LEFT_ORDERS = 48_000;
    private static final int LEFT_IN_A_BATCH = 1_000;
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration DAY = Duration.ofDays(1);

    private static final JsonMapper JSON = new JsonMapper();

    private static RunningGateway gateway;
    private static KafkaProducer<byte[], byte[]> engine;
    private static long now;
    private static long batches;

    @BeforeAll
    static void start() {
        now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toEpochMilli();
        engine = new KafkaProducer<>(Map.of("bootstrap.servers", TestKafka.start().bootstrapServers()),
                new ByteArraySerializer(), new ByteArraySerializer());
        TestDatabase database = TestDatabase.start();
        String url = database.r2dbcUrl();
        Migrate.addUserIndexes(url, database.username(), database.password());
        assertThat(Migrate.addUserIndexes(url, database.username(), database.password()))
                .isEqualTo("0 indexes by user added");
        gateway = RunningGateway.start("--trading.gateway.done-orders=true",
                "--trading.gateway.results-from-database-after=0s");
        awaitCaughtUp(gateway);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        engine.close();
    }

    @Test
    void anOrderIsKnownAsSoonAsItRests() throws Exception {
        String product = productOf(30);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5).toBuilder().setPrice(12_345)
                .setTimeInForce(TimeInForce.GTT).setExpiresAt(1_896_091_200_000L).build();
        publish(batch(now).addRested(order).build(), product);
        String begin = "{\"id\":\"" + id(order) + "\",\"status\":\"";
        String terms = "\"side\":\"BUY\",\"productId\":\"" + product + "\",\"userId\":\"sue\",\"quantity\":5,";
        String times = "\"price\":\"1.2345\",\"timeInForce\":\"GTT\",\"expireTime\":\"2030-01-31T12:00:00Z\","
                + "\"acceptTime\":\"" + Instant.ofEpochMilli(now - 1_000) + "\",\"updateTime\":\"";
        awaitOrder(order, begin + "OPEN\"," + terms + "\"filled\":0,\"remaining\":5," + times
                + Instant.ofEpochMilli(now) + "\",\"sales\":[]}");

        Sale sale = sale(product, 1, order, 3, 2);
        publish(batch(now + 1_000).addSales(sale).build(), product);
        String partly = begin + "PARTIALLY_FILLED\"," + terms + "\"filled\":3,\"remaining\":2," + times
                + Instant.ofEpochMilli(now + 1_000) + "\",\"sales\":[";
        awaitOrder(order, partly + "]}");
        store(sale, now + 1_000);
        String told = "{\"productId\":\"" + product
                + "\",\"tradeId\":1,\"price\":\"1.00\",\"quantity\":3,\"counterparty\":\"seller\"}";
        assertThat(get(order)).isEqualTo(partly + told + "]}");

        publish(batch(now + 2_000).addClosed(closed(order, 2, CloseReason.SELF_TRADE)).build(), product);
        awaitOrder(order, begin + "CANCELLED\",\"reason\":\"SELF_TRADE\"," + terms + "\"filled\":3,\"remaining\":2,"
                + times + Instant.ofEpochMilli(now + 2_000) + "\",\"sales\":[" + told + "]}");
    }

    @Test
    void anOrderThatIsNoLongerOpenIsKnownUntilTheDatabaseHasIt() throws Exception {
        String product = productOf(31);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        Sale sale = sale(product, 1, order, 5, 0);
        publish(batch(now).addRested(order).build(), product);
        publish(batch(now + 1_000).addSales(sale).build(), product);
        await().atMost(SOON).untilAsserted(() -> assertThat(get(order)).contains("\"status\":\"FILLED\"",
                "\"filled\":5,\"remaining\":0,").endsWith("\"sales\":[]}"));
        OpenOrder last = open(product, "sue", Side.BUY, 1, 1);
        publish(othersLeave(product).addRested(last).build(), product);
        awaitStatus(last, "OPEN");
        assertProblem(order, 503, "results-unavailable");
        store(sale, now + 1_000);
        assertThat(get(order)).isEqualTo("{\"id\":\"" + id(order) + "\",\"status\":\"FILLED\",\"side\":\"BUY\","
                + "\"productId\":\"" + product + "\",\"userId\":\"sue\",\"quantity\":5,\"filled\":5,\"remaining\":0,"
                + "\"updateTime\":\"" + Instant.ofEpochMilli(now + 1_000) + "\",\"sales\":[{\"productId\":\"" + product
                + "\",\"tradeId\":1,\"price\":\"1.00\",\"quantity\":5,\"counterparty\":\"seller\"}]}");
    }

    @Test
    void whatRestsOfAProductThatWasSoldLongAgoDoesNotHideItsLastSale() throws Exception {
        String product = productOf(38);
        String unsold = productOf(39);
        store(sale(product, 7, open(product, "bob", Side.BUY, 5, 5), 5, 0), now - 2 * DAY.toMillis());
        for (String each : List.of(product, unsold)) {
            OpenOrder order = open(each, "sue", Side.SELL, 5, 5);
            publish(batch(now).addRested(order).build(), each);
            awaitStatus(order, "OPEN");
        }
        assertThat(gateway.get("/products?limit=1000").body())
                .contains("{\"productId\":\"" + product + "\",\"last\":{\"tradeId\":7,");
        try (RunningGateway restarted = RunningGateway.start()) {
            awaitCaughtUp(restarted);
            assertThat(restarted.get("/products/" + product + "/ticker").body()).contains("\"last\":{\"tradeId\":7,",
                    "\"ask\":");
            assertThat(restarted.get("/products/" + unsold + "/ticker").body()).contains("\"ask\":")
                    .doesNotContain("\"last\":");
        }
    }

    @Test
    void theNewerOfMarketAndResultsIsTold() throws Exception {
        String product = productOf(32);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        Batch rests = batch(now).addRested(order).build();
        publish(rests, product);
        publish(rests, Topics.RESULTS, product);
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("OPEN"));
        awaitStatus(order, "OPEN");
        Batch sold = batch(now + 1_000).addSales(sale(product, 1, order, 3, 2)).build();
        publish(sold, product);
        awaitStatus(order, "PARTIALLY_FILLED");
        assertThat(gateway.get("/result?id=" + id(order)).body()).as("told when the database has it")
                .contains("OPEN").contains("\"filled\":0");
        publish(sold, Topics.RESULTS, product);
        publish(batch(now + 2_000).addClosed(closed(order, 2, CloseReason.EXPIRED)).build(), Topics.RESULTS, product);
        awaitStatus(order, "EXPIRED");
    }

    @Test
    void whatResultsToldToHaveEndedIsNotListedAsOpen() throws Exception {
        String product = productOf(26);
        OpenOrder ended = open(product, "ida", Side.BUY, 5, 5);
        OpenOrder other = open(product, "ida", Side.BUY, 5, 5);
        Batch rests = batch(now).addRested(ended).addRested(other).build();
        publish(rests, product);
        publish(rests, Topics.RESULTS, product);
        await().atMost(SOON).untilAsserted(() -> assertThat(listed("/orders?userId=ida&status=OPEN"))
                .containsExactlyInAnyOrderElementsOf(ids(List.of(ended, other))));
        // The market hears of it later than the results.
        Batch ends = batch(now + 1_000).addClosed(closed(ended, 5, CloseReason.CANCELLED)).build();
        publish(ends, Topics.RESULTS, product);
        awaitStatus(ended, "CANCELLED");
        assertThat(listed("/orders?userId=ida&status=OPEN")).containsExactlyElementsOf(ids(List.of(other)));
        publish(ends, product);
    }

    @Test
    void whatWasToldOfAnEndIsNotTakenBack() throws Exception {
        String product = productOf(47);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        OpenOrder unfilled = open(product, "sue", Side.BUY, 5, 5);
        OpenOrder last = open(product, "sue", Side.BUY, 1, 1);
        Batch rests = batch(now).addRested(order).build();
        publish(rests, product);
        publish(rests, Topics.RESULTS, product);
        Batch ends = batch(now + 1_000).addClosed(closed(unfilled, 5, CloseReason.UNFILLED))
                .addSales(sale(product, 1, order, 5, 0)).build();
        publish(ends, product);
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("OPEN"));
        awaitStatus(order, "FILLED");
        awaitStatus(unfilled, "CANCELLED");
        Batch others = othersLeave(product).addRested(last).build();
        publish(others, product);
        awaitStatus(last, "OPEN");
        assertThat(gateway.get("/result?id=" + id(order)).body()).as("as the results have it").contains("OPEN");
        assertProblem(order, 503, "results-unavailable");
        assertProblem(unfilled, 503, "results-unavailable");
        OpenOrder young = open(product, "sue", Side.BUY, 5, 5).toBuilder()
                .setOrderIdHigh(OrderId.next(47, now + 10_000).getMostSignificantBits()).build();
        assertProblem(young, 404, "unknown-or-pending");

        publish(ends, Topics.RESULTS, product);
        awaitStatus(order, "FILLED");
        awaitStatus(unfilled, "CANCELLED");
        OpenOrder unknown = open(product, "sue", Side.BUY, 5, 5);
        assertProblem(unknown, 404, "unknown-or-pending");
    }

    @Test
    void aGatewayThatStartsTellsNothingOlderThanWhatWasTold() throws Exception {
        String product = productOf(18);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        Batch rests = batch(now).addRested(order).build();
        publish(rests, product);
        publish(rests, Topics.RESULTS, product);
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("OPEN"));
        publish(batch(now + 1_000).addClosed(closed(order, 5, CloseReason.CANCELLED)).build(), product);
        awaitStatus(order, "CANCELLED");
        try (RunningGateway second = RunningGateway.start()) {
            await().atMost(SOON).pollInterval(Duration.ofMillis(1)).pollDelay(Duration.ZERO).until(() -> {
                String answer = second.get(path(order)).body();
                assertThat(answer).containsAnyOf("open-orders-unavailable", "\"status\":\"CANCELLED\"");
                return answer.contains("CANCELLED");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2m", "1ms"})
    void norBehindACheckpointOfWhatTheDatabaseDoesNotKnow(String warmUp) throws Exception {
        int partition = "2m".equals(warmUp) ? 15 : 16;
        String product = productOf(partition);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        Batch rests = batch(now).addRested(order).build();
        publish(rests, product);
        publish(rests, Topics.RESULTS, product);
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("OPEN"));
        Batch ends = batch(now + 1_000).addClosed(closed(order, 5, CloseReason.CANCELLED)).build();
        publish(ends, product);
        awaitStatus(order, "CANCELLED");
        Checkpoint checkpoint = Checkpoint.newBuilder().setBatchNumber(ends.getNumber()).setNow(ends.getNow())
                .setPart(1).setLast(true).build();
        engine.send(new ProducerRecord<>(Topics.CHECKPOINTS, partition, null, checkpoint.toByteArray())).get();
        try (RunningGateway second = RunningGateway.start("--trading.gateway.warm-up=" + warmUp)) {
            awaitCaughtUp(second);
            String untold = second.get(path(order)).body();
            assertThat(untold).contains("results-unavailable");
            store(closed(order, 5, CloseReason.CANCELLED), ends.getNow());
            publish(ends, Topics.RESULTS, product);
            await().atMost(SOON).until(() -> second.get(path(order)).body(), answer -> !answer.equals(untold));
            assertThat(second.get(path(order)).body()).contains("\"status\":\"CANCELLED\"");
        }
    }

    /** A persister that was cut off sends what others have published long since, and more. */
    @Test
    void aRepeatThatComesLastTellsNothingToAGatewayThatStarts() throws Exception {
        String product = productOf(19);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        ClosedOrder closed = closed(order, 5, CloseReason.CANCELLED);
        Batch rests = batch(now).addRested(order).build();
        publish(rests, Topics.RESULTS, product);
        publish(batch(now + 1_000).addClosed(closed).build(), Topics.RESULTS, product);
        publish(rests, Topics.RESULTS, product);
        store(closed, now + 1_000);
        try (RunningGateway second = RunningGateway.start("--trading.gateway.warm-up=1ms")) {
            assertThat(second.get("/result?id=" + id(order)).body()).contains("\"status\":\"CANCELLED\"");
        }
    }

    @Test
    void aResultThatCannotBeReadMayHaveBeenAnEnd() throws Exception {
        String product = productOf(22);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        publish(batch(now).addRested(order).build(), Topics.RESULTS, product);
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("OPEN"));
        store(closed(order, 5, CloseReason.EXPIRED), now + 1_000);
        engine.send(new ProducerRecord<>(Topics.RESULTS, 22, null, new byte[]{1, 2, 3})).get();
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("EXPIRED"));
    }

    @Test
    void anEndThatWasDeletedBeforeItWasReadIsTheDatabasesToTell() throws Exception {
        String product = productOf(20);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        publish(batch(now).addRested(order).build(), product);
        try (RunningGateway second = RunningGateway.start("--trading.gateway.results-from-database-after=0s")) {
            awaitCaughtUp(second);
            store(closed(order, 5, CloseReason.EXPIRED), now + 1_000);
            assertThat(second.get(path(order)).body()).contains("\"status\":\"OPEN\"");
            second.missedSales(20);
            assertThat(second.get(path(order)).body()).contains("\"status\":\"EXPIRED\"");
        }
    }

    @Test
    void anIdThatIsUsedAgainHasNoSalesOfTheOrderBefore() throws Exception {
        String product = productOf(21);
        UUID id = OrderId.ofClient(21, "sue", product, "7");
        OpenOrder before = open(product, "sue", Side.BUY, 5, 5).toBuilder()
                .setOrderIdHigh(id.getMostSignificantBits()).setOrderIdLow(id.getLeastSignificantBits()).build();
        Batch filled = batch(now).addSales(sale(product, 1, before, 5, 0)).build();
        publish(filled, product);
        publish(filled, Topics.RESULTS, product);
        await().atMost(SOON).until(() -> get(before).contains("\"tradeId\":1,"));
        publish(batch(now + 2_000).addRested(before.toBuilder().setAcceptedAt(now + 1_500)).build(), product);
        awaitStatus(before, "OPEN");
        assertThat(get(before)).contains("\"filled\":0,", "\"sales\":[]");
    }

    @Test
    void anIdThatIsUsedAgainAndFilledAtOnceIsTheNewOrders() throws Exception {
        String product = productOf(17);
        UUID id = OrderId.ofClient(17, "sue", product, "7");
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5).toBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).build();
        publish(batch(now).addClosed(closed(order, 5, CloseReason.UNFILLED)).build(), product);
        awaitStatus(order, "CANCELLED");
        Sale sale = sale(product, 1, order, 5, 0);
        store(sale, now + 1_000);
        publish(batch(now + 1_000).addSales(sale).build(), product);
        awaitStatus(order, "FILLED");
    }

    @Test
    void aPartOfABatchDoesNotTakeBackWhatItsLastPartTold() throws Exception {
        String product = productOf(40);
        OpenOrder order = open(product, "sue", Side.BUY, 5, 5);
        Batch.Builder first = batch(now).setParts(2);
        Batch.Builder second = first.clone().setPart(2).addClosed(closed(order, 2, CloseReason.UNFILLED));
        first.addSales(sale(product, 1, order, 3, 2));
        publish(first.build(), product);
        publish(second.build(), product);
        awaitStatus(order, "CANCELLED");
        publish(first.build(), Topics.RESULTS, product);
        await().atMost(SOON).until(() -> gateway.get("/result?id=" + id(order)).body().contains("\"filled\":3"));
        assertThat(get(order)).contains("\"status\":\"CANCELLED\"", "\"filled\":3,", "\"tradeId\":1,");
    }

    @Test
    void anOrderThatNobodyTradesWithIsKnownAfterARestart() throws Exception {
        String product = productOf(33);
        OpenOrder old = open(product, "sue", Side.SELL, 7, 7).toBuilder().setTimeInForce(TimeInForce.GTC).build();
        OpenOrder gone = open(product, "sue", Side.SELL, 8, 8);
        OpenOrder young = open(product, "sue", Side.SELL, 9, 9);
        publish(batch(now - 3 * DAY.toMillis()).addRested(old).addRested(gone).build(), product);
        Batch last = batch(now - 2 * DAY.toMillis()).build();
        publish(last, product);
        Checkpoint checkpoint = Checkpoint.newBuilder().setBatchNumber(last.getNumber()).setNow(last.getNow())
                .setPart(1).setLast(true).addOpen(old).addOpen(gone).build();
        engine.send(new ProducerRecord<>(Topics.CHECKPOINTS, 33, null, checkpoint.toByteArray())).get();
        publish(batch(now).addRested(young).addClosed(closed(gone, 8, CloseReason.CANCELLED)).build(), product);
        try (RunningGateway restarted = RunningGateway.start()) {
            awaitCaughtUp(restarted);
            assertThat(restarted.get(path(old)).body()).contains("\"status\":\"OPEN\"", "\"quantity\":7,",
                    "\"timeInForce\":\"GTC\"");
            assertThat(restarted.get(path(young)).body()).contains("\"status\":\"OPEN\"", "\"quantity\":9,");
            assertThat(restarted.get("/orders?userId=sue&productId=" + product).body())
                    .contains(id(old).toString(), id(young).toString()).doesNotContain(id(gone).toString());
            assertThat(restarted.get(path(gone)).body()).contains("\"status\":\"CANCELLED\"", "\"quantity\":8,");
        }
    }

    @Test
    void theOpenOrdersOfAUserComeInPages() throws Exception {
        List<OpenOrder> orders = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            String product = productOf(41 + i % 3);
            OpenOrder order = open(product, "ann@x", i % 2 == 0 ? Side.BUY : Side.SELL, 5, i == 3 ? 2 : 5);
            orders.add(order);
            publish(batch(now).addRested(open(product, "bob", Side.BUY, 1, 1)).addRested(order).build(), product);
        }
        orders.forEach(order -> awaitStatus(order, order.equals(orders.get(3)) ? "PARTIALLY_FILLED" : "OPEN"));
        List<String> all = new ArrayList<>();
        String next = "/orders?userId=ann@x&limit=3";
        for (int pages = 1; !next.isEmpty(); pages++) {
            JsonNode page = JSON.readTree(gateway.get(next).body());
            assertThat(page.path("incomplete").isMissingNode()).isTrue();
            page.path("orders").forEach(order -> all.add(order.path("id").asString()));
            next = page.path("next").asString("");
            assertThat(next.isEmpty()).isEqualTo(pages == 3);
        }
        assertThat(all).isSorted().containsExactlyInAnyOrderElementsOf(ids(orders));
        assertThat(listed("/orders?userId=ann@x&status=PARTIALLY_FILLED"))
                .containsExactly(id(orders.get(3)).toString());
        assertThat(listed("/orders?userId=ann@x&status=OPEN")).hasSize(6).doesNotContain(id(orders.get(3)).toString());
        OpenOrder first = orders.getFirst();
        assertThat(listed("/orders?userId=ann@x&productId=" + first.getProductId()))
                .containsExactly(id(first).toString());
        assertThat(gateway.get("/orders?userId=ann@x&productId=" + first.getProductId()).body()).isEqualTo(
                "{\"orders\":[" + get(first).replace(",\"sales\":[]", "") + "]}");
        assertThat(listed("/orders?userId=nobody")).isEmpty();
        publish(batch(now + 1_000).addClosed(closed(first, 5, CloseReason.EXPIRED)).build(), first.getProductId());
        awaitStatus(first, "EXPIRED");
        assertThat(listed("/orders?userId=ann@x&status=OPEN")).hasSize(5).doesNotContain(id(first).toString());
        assertThat(listed("/orders?userId=ann@x&status=EXPIRED")).as("not in the database yet")
                .containsExactly(id(first).toString());
        assertThat(listed("/orders?userId=ann@x")).hasSize(7);
    }

    @Test
    void ordersThatAreDoneAreListedAsTheDatabaseHasThem() throws Exception {
        String product = productOf(35);
        String user = "dan-" + product;
        OpenOrder bought = open(product, user, Side.BUY, 6, 6);
        OpenOrder sold = open(product, user, Side.SELL, 3, 3);
        store(sale(product, 1, bought, 2, 4), now);
        store(sale(product, 2, bought, 3, 1), now + 1_000);
        store(sale(product, 3, bought, 1, 0), now + 2_000);
        store(sale(product, 4, open(product, "eva", Side.BUY, 3, 3), 3, 0).toBuilder().setSeller(user)
                .setSalesOrderIdHigh(sold.getOrderIdHigh()).setSalesOrderIdLow(sold.getOrderIdLow()).build(), now);
        String rest = "\"productId\":\"" + product + "\",\"userId\":\"" + user + "\",\"quantity\":";
        String boughtJson = "{\"id\":\"" + id(bought) + "\",\"status\":\"FILLED\",\"side\":\"BUY\"," + rest
                + "6,\"filled\":6,\"remaining\":0,\"updateTime\":\"" + Instant.ofEpochMilli(now + 2_000) + "\"}";
        String soldJson = "{\"id\":\"" + id(sold) + "\",\"status\":\"FILLED\",\"side\":\"SELL\"," + rest
                + "3,\"filled\":3,\"remaining\":0,\"updateTime\":\"" + Instant.ofEpochMilli(now) + "\"}";
        boolean boughtFirst = id(bought).toString().compareTo(id(sold).toString()) < 0;
        assertThat(gateway.get("/orders?userId=" + user).body()).isEqualTo("{\"orders\":["
                + (boughtFirst ? boughtJson + "," + soldJson : soldJson + "," + boughtJson) + "]}");

        String other = "eve-" + product;
        OpenOrder cancelled = open(product, other, Side.BUY, 9, 4);
        store(sale(product, 5, cancelled, 5, 4), now);
        store(closed(cancelled, 4, CloseReason.SELF_TRADE), now + 1_000);
        assertThat(gateway.get("/orders?userId=" + other).body()).isEqualTo("{\"orders\":[{\"id\":\"" + id(cancelled)
                + "\",\"status\":\"CANCELLED\",\"reason\":\"SELF_TRADE\",\"side\":\"BUY\",\"productId\":\"" + product
                + "\",\"userId\":\"" + other + "\",\"quantity\":9,\"filled\":5,\"remaining\":4,\"price\":\"1.00\","
                + "\"updateTime\":\"" + Instant.ofEpochMilli(now + 1_000) + "\"}]}");

        OpenOrder again = open(product, "gus-" + product, Side.BUY, 7, 7);
        store(closed(again, 7, CloseReason.EXPIRED), now);
        store(sale(product, 7, again, 7, 0), now + 1_000);
        assertThat(gateway.get("/orders?userId=gus-" + product).body()).as("an id that was used again")
                .contains("{\"orders\":[{\"id\":\"" + id(again) + "\",\"status\":\"FILLED\"");

        OpenOrder larger = open(product, "hal-" + product, Side.BUY, 7, 5);
        store(sale(product, 8, larger, 2, 5), now);
        store(sale(product, 9, larger, 5, 0), now + 1_000);
        store(sale(product, 10, larger, 3, 1), now + 2_000);
        store(sale(product, 11, larger, 1, 0), now + 3_000);
        assertThat(gateway.get("/orders?userId=hal-" + product).body()).as("the last order that had the id")
                .contains("\"status\":\"FILLED\"", "\"quantity\":4,\"filled\":4,\"remaining\":0");

        OpenOrder left = open(product, "ida-" + product, Side.BUY, 9, 6);
        store(sale(product, 12, left, 3, 6), now);
        store(closed(left, 6, CloseReason.EXPIRED), now + 1_000);
        store(sale(product, 13, left, 4, 0), now + 2_000);
        assertThat(gateway.get("/orders?userId=ida-" + product).body()).as("the last order that had the id")
                .contains("\"status\":\"FILLED\"", "\"quantity\":4,\"filled\":4,\"remaining\":0");

        OpenOrder partly = open(product, "fay-" + product, Side.BUY, 9, 4);
        store(sale(product, 6, partly, 5, 4), now);
        assertThat(listed("/orders?userId=fay-" + product)).as("neither open nor done, as far as is known").isEmpty();
    }

    /** Open, just closed and long done, in both sources or one, in pages of any size, while orders close. */
    @Test
    void everyOrderIsOnOnePageThoughOrdersClose() throws Exception {
        long seed = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
        Random random = new Random(seed);
        String user = "gus-" + seed + "-" + now;
        List<String> products = List.of(productOf(36), productOf(37));
        Map<String, String> expected = new TreeMap<>();
        Map<String, OpenOrder> orders = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            String product = products.get(random.nextInt(2));
            Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            OpenOrder order = open(product, user, side, 5, 5);
            orders.put(id(order).toString(), order);
            boolean isTraded = random.nextBoolean();
            CloseReason reason = List
                    .of(CloseReason.EXPIRED, CloseReason.CANCELLED, CloseReason.REJECTED, CloseReason.MAX_PRODUCTS)
                    .get(random.nextInt(4));
            boolean rests = random.nextInt(3) > 0;
            boolean isDone = !rests || random.nextBoolean();
            boolean isStored = !rests || random.nextBoolean();
            if (rests) {
                publish(batch(now).addRested(order).build(), product);
            }
            Sale sale = isTraded ? saleOf(order, 1_000 + i, isDone ? 0 : 3) : Sale.getDefaultInstance();
            if (isTraded) {
                publish(batch(now + 1_000).addSales(sale).build(), product);
                if (isStored) {
                    store(sale, now + 1_000);
                }
            } else if (isDone) {
                publish(batch(now + 1_000).addClosed(closed(order, 5, reason)).build(), product);
                if (isStored) {
                    store(closed(order, 5, reason), now + 1_000);
                }
            }
            expected.put(id(order).toString(), isTraded
                    ? isDone ? "FILLED" : "PARTIALLY_FILLED"
                    : isDone ? reason == CloseReason.MAX_PRODUCTS ? "REJECTED" : reason.name() : "OPEN");
        }
        for (String product : products) {
            OpenOrder last = open(product, "last", Side.BUY, 1, 1);
            publish(batch(now + 2_000).addRested(last).build(), product);
            awaitStatus(last, "OPEN");
        }
        String all = "/orders?userId=" + user;
        assertThat(paged(all + "&limit=" + (1 + random.nextInt(20)))).as("seed %s", seed).isEqualTo(expected);
        assertThat(paged(all + "&limit=1000")).as("seed %s", seed).isEqualTo(expected);
        for (String status : List.of("OPEN", "PARTIALLY_FILLED", "FILLED", "EXPIRED", "CANCELLED", "REJECTED")) {
            Map<String, String> ofStatus = new TreeMap<>(expected);
            ofStatus.values().removeIf(each -> !each.equals(status));
            assertThat(paged(all + "&limit=3&status=" + status)).as("seed %s", seed).isEqualTo(ofStatus);
        }
        Map<String, String> ofProduct = new TreeMap<>(expected);
        ofProduct.keySet().removeIf(id -> !requireNonNull(orders.get(id)).getProductId().equals(products.getFirst()));
        assertThat(paged(all + "&limit=7&productId=" + products.getFirst())).as("seed %s", seed).isEqualTo(ofProduct);

        JsonNode first = JSON.readTree(gateway.get(all + "&limit=30").body());
        for (Map.Entry<String, String> entry : expected.entrySet()) {
            if (entry.getValue().equals("OPEN")) {
                OpenOrder order = requireNonNull(orders.get(entry.getKey()));
                publish(batch(now + 3_000).addClosed(closed(order, 5, CloseReason.EXPIRED)).build(),
                        order.getProductId());
                awaitStatus(order, "EXPIRED");
            }
        }
        assertThat(paged(all + "&status=OPEN")).isEmpty();
        Set<String> seen = new TreeSet<>();
        first.path("orders").forEach(order -> seen.add(order.path("id").asString()));
        assertThat(seen).hasSize(30).doesNotContainAnyElementsOf(paged(first.path("next").asString()).keySet());
        seen.addAll(paged(first.path("next").asString()).keySet());
        assertThat(seen).as("seed %s", seed).isEqualTo(expected.keySet());
    }

    /** Status by id, of all pages. */
    private static Map<String, String> paged(String path) {
        Map<String, String> found = new TreeMap<>();
        for (String next = path; !next.isEmpty();) {
            JsonNode page = JSON.readTree(gateway.get(next).body());
            page.path("orders").forEach(order -> assertThat(
                    found.put(order.path("id").asString(), order.path("status").asString())).as("twice").isNull());
            next = page.path("next").asString("");
        }
        return found;
    }

    @Test
    void allOpenOrdersOfAUserAreCancelled() throws Exception {
        String product = productOf(44);
        String other = productOf(45);
        List<OpenOrder> orders = List.of(open(product, "eve", Side.BUY, 5, 5), open(product, "eve", Side.SELL, 5, 2),
                open(other, "eve", Side.BUY, 5, 5), open(other, "bob", Side.BUY, 5, 5));
        for (OpenOrder order : orders) {
            publish(batch(now).addRested(order).build(), order.getProductId());
        }
        awaitStatus(orders.get(1), "PARTIALLY_FILLED");
        awaitStatus(orders.get(3), "OPEN");
        try (OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers())) {
            HttpResponse<String> answer = gateway.delete("/orders?userId=eve&productId=" + product);
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body()).isEqualTo("{\"ids\":[" + quoted(orders.subList(0, 2)) + "]}");
            assertThat(cancelled(log)).containsExactlyInAnyOrderElementsOf(ids(orders.subList(0, 2)));
            assertThat(gateway.delete("/orders?userId=eve").body())
                    .isEqualTo("{\"ids\":[" + quoted(orders.subList(0, 3)) + "]}");
            assertThat(cancelled(log)).containsExactlyInAnyOrderElementsOf(ids(orders.subList(0, 3)));
            assertThat(gateway.delete("/orders?userId=nobody").body()).isEqualTo("{\"ids\":[]}");
            assertThat(log.read()).isEmpty();
        }
    }

    @Test
    void cancelsOfAllOrdersCountOneEach() throws Exception {
        String product = productOf(43);
        List<OpenOrder> orders = rest(product, "liz", 30);
        try (RunningGateway limited = RunningGateway.start("--trading.gateway.orders-per-second=1",
                "--trading.gateway.order-burst=10");
                OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers())) {
            await().atMost(SOON).until(
                    () -> limited.get("/orders?userId=liz&limit=30").body().split("OPEN", -1).length == 31);
            assertThat(limited.delete("/orders?userId=liz").statusCode()).isEqualTo(202);
            HttpResponse<String> tooSoon = limited.delete("/orders?userId=liz");
            assertThat(tooSoon.statusCode()).isEqualTo(429);
            assertThat(Integer.parseInt(tooSoon.headers().firstValue("Retry-After").orElseThrow())).as("20 s are owed")
                    .isBetween(5, 21);
            assertThat(cancelled(log)).hasSize(30);
        }
        cancel(orders);
    }

    @Test
    void whatFindsNoRoomIsToldOfAndCancelsAreBounded() throws Exception {
        String product = productOf(46);
        List<OpenOrder> orders = rest(product, "max", 1_001);
        awaitStatus(orders.getLast(), "OPEN");
        try (RunningGateway small = RunningGateway.start("--trading.gateway.market.max-open-orders=1");
                OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers())) {
            assertThat(gateway.delete("/orders?userId=max").body()).endsWith("],\"more\":true}");
            assertThat(cancelled(log)).hasSize(1_000).doesNotHaveDuplicates();
            awaitCaughtUp(small);
            assertThat(small.get("/orders?userId=max&productId=" + product).body()).endsWith("\"incomplete\":true}");
            assertThat(small.get("/orders?userId=max&status=FILLED").body()).as("without done-orders")
                    .contains(
                            "status: FILLED (expected: OPEN or PARTIALLY_FILLED; this gateway does not list orders that"
                                    + " are done: trading.gateway.done-orders)");
            assertThat(small.delete("/orders?userId=nobody&productId=" + product).body())
                    .isEqualTo("{\"ids\":[],\"incomplete\":true}");
        }
        cancel(orders);
    }

    @Test
    void whoReadsNoAnswersLosesItsConnection() throws Exception {
        int requests = 100;
        List<OpenOrder> orders = rest(productOf(42), "ned", 1_000);
        String path = "/orders?userId=ned&limit=1000";
        try (RunningGateway strict = RunningGateway.start("--trading.gateway.stall-timeout=1s");
                Socket socket = new Socket()) {
            awaitCaughtUp(strict);
            Gauge connections = strict.bean(MeterRegistry.class).get("trading.connections").gauge();
            double others = connections.value();
            socket.setReceiveBufferSize(16 * 1024);
            socket.setSoTimeout(Math.toIntExact(SOON.toMillis()));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), strict.port()));
            await().atMost(SOON).until(() -> connections.value() == others + 1);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: gateway\r\n\r\n").repeat(requests).getBytes(US_ASCII));
            await().atMost(SOON).until(() -> connections.value() == others);
            assertThat(answers(socket)).isLessThan(requests);
        }
        cancel(orders);
    }

    /** Orders of one batch, each for one of the product. */
    private static List<OpenOrder> rest(String product, String user, int count)
            throws ExecutionException, InterruptedException {
        Batch.Builder rested = batch(now);
        for (int i = 0; i < count; i++) {
            rested.addRested(open(product, user, Side.BUY, 1, 1));
        }
        publish(rested.build(), product);
        return rested.getRestedList();
    }

    /** Else every gateway of later tests would have to follow them. */
    private static void cancel(List<OpenOrder> orders) throws ExecutionException, InterruptedException {
        Batch.Builder closes = batch(now + 1_000);
        orders.forEach(order -> closes.addClosed(closed(order, 1, CloseReason.CANCELLED)));
        publish(closes.build(), orders.getFirst().getProductId());
    }

    /** Answers that come until the other side has closed. */
    private static int answers(Socket socket) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(read);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read.toString(US_ASCII).split("HTTP/1.1 200", -1).length - 1;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET | /orders | userId: missing (expected:
            GET | /orders?userId=a%20b | userId: a b (expected:
            GET | /orders?userId=a&status=PENDING | status: PENDING (expected: OPEN, PARTIALLY_FILLED, FILLED, EXPIRED, CANCELLED or REJECTED)
            GET | /orders?userId=a&status=filled | status: filled (expected: OPEN, PARTIALLY_FILLED, FILLED, EXPIRED, CANCELLED or REJECTED)
            GET | /orders?userId=a&productId=a%20b | productId: a b (expected:
            GET | /orders?userId=a&productId=. | productId: . (expected: neither . nor ..
            GET | /orders?userId=a&limit=0 | limit: 0 (expected: a whole number from 1 to 1000)
            GET | /orders?userId=a&limit=1001 | limit: 1001 (expected: a whole number from 1 to 1000)
            GET | /orders?userId=a&after=1 | after: 1 (expected: an order id, as the gateway gave it)
            GET | /orders?userId=a&page=1 | page: 1 (expected: no other parameter than userId, status, productId, limit, after)
            DELETE | /orders | userId: missing (expected:
            DELETE | /orders?userId=a&productId= | productId:
            DELETE | /orders?userId=a&productId=.. | productId: .. (expected: neither . nor ..
            DELETE | /orders?userId=a&status=OPEN | status: OPEN (expected: no other parameter than userId, productId)
            """)
    void whatIsWrongIsNamed(String method, String path, String text) {
        HttpResponse<String> answer = gateway
                .send(HttpRequest.newBuilder(gateway.uri(path)).method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains(text);
    }

    @Test
    void whatWasSentIsPendingUntilAnEngineTellsOfIt() throws Exception {
        String product = productOf(34);
        String order = "{\"side\":\"SELL\",\"productId\":\"" + product + "\",\"quantity\":7,\"price\":\"1.2\","
                + "\"userId\":\"sue\"";
        gateway.postJson(order + ",\"clientOrderId\":\"1\"}");
        UUID id = OrderId.ofClient(34, "sue", product, "1");
        String pending = "{\"id\":\"%s\",\"status\":\"PENDING\",\"side\":\"SELL\",\"productId\":\"" + product
                + "\",\"userId\":\"sue\",\"quantity\":7,\"filled\":0,\"remaining\":7,\"price\":\"1.20\",\"sales\":[]}";
        assertThat(gateway.get("/orders/" + id).body()).isEqualTo(pending.formatted(id));
        String location = gateway.postJson(order + "}").headers().firstValue("Location").orElseThrow();
        assertThat(gateway.get(location).body())
                .isEqualTo(pending.formatted(location.substring("/orders/".length())));
        OpenOrder told = open(product, "sue", Side.SELL, 7, 7).toBuilder().setPrice(12_000)
                .setOrderIdHigh(id.getMostSignificantBits()).setOrderIdLow(id.getLeastSignificantBits()).build();
        publish(batch(now).addRested(told).build(), product);
        awaitStatus(told, "OPEN");
        HttpResponse<String> other = gateway.get("/orders/" + OrderId.ofClient(34, "sue", product, "2"));
        assertThat(other.statusCode()).isEqualTo(404);
        assertThat(other.body()).contains("unknown-or-pending");
    }

    private static void awaitOrder(OpenOrder order, String expected) {
        await().atMost(SOON).untilAsserted(() -> assertThat(get(order)).isEqualTo(expected));
    }

    private static void awaitStatus(OpenOrder order, String status) {
        await().atMost(SOON).until(() -> get(order).contains("\"status\":\"" + status + "\""));
    }

    private static void awaitCaughtUp(RunningGateway which) {
        await().atMost(SOON).until(() -> which.get("/products?limit=1").statusCode() == 200);
    }

    private static List<String> listed(String path) {
        List<String> ids = new ArrayList<>();
        JSON.readTree(gateway.get(path).body()).path("orders").forEach(order -> ids.add(order.path("id").asString()));
        return ids;
    }

    private static List<String> ids(List<OpenOrder> orders) {
        return orders.stream().map(order -> id(order).toString()).toList();
    }

    private static String quoted(List<OpenOrder> orders) {
        return ids(orders).stream().sorted().map(id -> '"' + id + '"').collect(Collectors.joining(","));
    }

    /** The ids that were cancelled since it was asked last. */
    private static List<String> cancelled(OrdersLog log) {
        return log.read().stream().map(each -> OrdersLog.command(each).getCancel())
                .map(cancel -> new UUID(cancel.getOrderIdHigh(), cancel.getOrderIdLow()).toString()).toList();
    }

    private static String get(OpenOrder order) {
        return gateway.get(path(order)).body();
    }

    private static void assertProblem(OpenOrder order, int status, String type) {
        HttpResponse<String> answer = gateway.get(path(order));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"type\":\"" + type + "\"");
        assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(status == 503);
    }

    /** As many other orders leave the market as are remembered; the last batch of them, which is still to be published. */
    private static Batch.Builder othersLeave(String product) throws ExecutionException, InterruptedException {
        for (int i = 1; i < LEFT_ORDERS / LEFT_IN_A_BATCH; i++) {
            publish(someLeave(product).build(), product);
        }
        return someLeave(product);
    }

    private static Batch.Builder someLeave(String product) {
        Batch.Builder others = batch(now + 2_000);
        for (int i = 0; i < LEFT_IN_A_BATCH; i++) {
            others.addClosed(closed(open(product, "bob", Side.BUY, 1, 1), 1, CloseReason.EXPIRED));
        }
        return others;
    }

    private static String path(OpenOrder order) {
        return "/orders/" + id(order);
    }

    private static UUID id(OpenOrder order) {
        return new UUID(order.getOrderIdHigh(), order.getOrderIdLow());
    }

    private static Batch.Builder batch(long atMillis) {
        long number = ++batches;
        return Batch.newBuilder().setRulesVersion(1).setNumber(number).setFirstOffset(number).setLastOffset(number)
                .setNow(atMillis).setTimeoutMillis(60_000).setPart(1).setParts(1);
    }

    private static OpenOrder open(String product, String user, Side side, long quantity, long remaining) {
        UUID id = OrderId.next(Topics.partition(product), now);
        return OpenOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setSide(side).setProductId(product).setUserId(user)
                .setQuantity(quantity).setRemaining(remaining).setPrice(10_000).setAcceptedAt(now - 1_000).build();
    }

    private static ClosedOrder closed(OpenOrder order, long remaining, CloseReason reason) {
        return ClosedOrder.newBuilder().setOrder(order.toBuilder().setRemaining(remaining)).setReason(reason).build();
    }

    /** Somebody sells to the order. */
    private static Sale sale(String product, long tradeId, OpenOrder buyer, long quantity, long remaining) {
        UUID seller = OrderId.next(Topics.partition(product), now);
        return Sale.newBuilder().setProductId(product).setTradeId(tradeId)
                .setPurchaseOrderIdHigh(buyer.getOrderIdHigh())
                .setPurchaseOrderIdLow(buyer.getOrderIdLow()).setSalesOrderIdHigh(seller.getMostSignificantBits())
                .setSalesOrderIdLow(seller.getLeastSignificantBits()).setBuyer(buyer.getUserId()).setSeller("seller")
                .setPrice(10_000).setQuantity(quantity).setPurchaseOrderRemaining(remaining).build();
    }

    /** A sale of an order of either side, of what it has but for the remainder. */
    private static Sale saleOf(OpenOrder order, long tradeId, long remaining) {
        Sale bought = sale(order.getProductId(), tradeId, order, order.getRemaining() - remaining, remaining);
        return order.getSide() == Side.BUY
                ? bought
                : bought.toBuilder().setSalesOrderIdHigh(order.getOrderIdHigh())
                        .setSalesOrderIdLow(order.getOrderIdLow()).setSeller(order.getUserId())
                        .setSalesOrderRemaining(remaining).setPurchaseOrderIdHigh(bought.getSalesOrderIdHigh())
                        .setPurchaseOrderIdLow(bought.getSalesOrderIdLow()).setBuyer("buyer")
                        .setPurchaseOrderRemaining(1).build();
    }

    private static void publish(Batch batch, String product) throws ExecutionException, InterruptedException {
        publish(batch, Topics.SALES, product);
    }

    private static void publish(Batch batch, String topic, String product)
            throws ExecutionException, InterruptedException {
        engine.send(new ProducerRecord<>(topic, Topics.partition(product), batch.getNow(), null, batch.toByteArray()))
                .get();
    }

    private static void store(Sale sale, long atMillis) throws SQLException {
        TestDatabase database = TestDatabase.start();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO SALES VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, sale.getProductId());
            insert.setLong(2, sale.getTradeId());
            insert.setString(3, sale.getBuyer());
            insert.setString(4, sale.getSeller());
            insert.setLong(5, sale.getQuantity());
            insert.setString(6, new UUID(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow()).toString());
            insert.setString(7, new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow()).toString());
            insert.setLong(8, sale.getPurchaseOrderRemaining());
            insert.setLong(9, sale.getSalesOrderRemaining());
            insert.setObject(10, LocalDateTime.ofEpochSecond(atMillis / 1_000, 0, ZoneOffset.UTC));
            insert.executeUpdate();
        }
    }

    private static void store(ClosedOrder closed, long atMillis) throws SQLException {
        TestDatabase database = TestDatabase.start();
        OpenOrder order = closed.getOrder();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO CLOSED_ORDERS VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)")) {
            insert.setString(1, id(order).toString());
            insert.setString(2, order.getSide().name());
            insert.setString(3, order.getProductId());
            insert.setString(4, order.getUserId());
            insert.setLong(5, order.getQuantity());
            insert.setLong(6, order.getRemaining());
            insert.setString(7, closed.getReason().name());
            insert.setObject(8, LocalDateTime.ofEpochSecond(atMillis / 1_000, 0, ZoneOffset.UTC));
            insert.executeUpdate();
        }
    }

    /** A new name each time, in a partition of its own for each test. */
    private static String productOf(int partition) {
        String product;
        do {
            product = "o-" + UUID.randomUUID().toString().substring(0, 18);
        } while (Topics.partition(product) != partition);
        return product;
    }
}
