package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trading.gateway.results.Results;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/** Results from the results topic and the database to HTTP. */
class ITGatewayResults {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int PARTITION = 11;
    private static final int POISONED_PARTITION = 12;

    private static final String STORED = "\"side\":\"BUY\",\"productId\":\"apple\",\"userId\":\"buyer\",\"quantity\":7,"
            + "\"filled\":0,\"remaining\":7,\"updateTime\":\"2026-01-01T00:00:00Z\",\"sales\":[]}";

    private static RunningGateway gateway;
    private static KafkaProducer<byte[], byte[]> persister;
    private static long nextOffset;

    @BeforeAll
    static void start() {
        persister = new KafkaProducer<>(Map.of("bootstrap.servers", TestKafka.start().bootstrapServers()),
                new ByteArraySerializer(), new ByteArraySerializer());
        gateway = RunningGateway.start();
        await().atMost(SOON).until(() -> gateway.get("/products?limit=1").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        persister.close();
    }

    @Test
    void anUnknownOrderMayBePending() {
        UUID id = OrderId.next(PARTITION, 1);
        assertThat(gateway.get("/result?id=" + id).body()).isEqualTo("{\"msg\":\"UNKNOWN OR PENDING\"}");
        var answer = gateway.get("/orders/" + id);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("unknown-or-pending").contains("still pending").contains(id.toString());
        assertThat(gateway.get("/orders/" + id + "/sales").body()).isEqualTo("{\"sales\":[]}");
    }

    @Test
    void tellsWhatTheResultsTopicTells() throws Exception {
        UUID buyer = OrderId.next(PARTITION, 2);
        UUID seller = OrderId.next(PARTITION, 3);
        Batch batch = batch(System.currentTimeMillis()).addSales(sale("apple", 1, buyer, seller, 3, 2, 0))
                .addRested(rested(buyer, 5, 2)).build();
        publish(batch);
        publish(batch);
        String sold = "\"status\":\"PARTIALLY_FILLED\",\"filled\":3,\"remaining\":2,\"sales\":[{\"productId\":\"apple\","
                + "\"tradeId\":1,\"price\":\"1.23\",\"quantity\":3,\"counterparty\":\"seller\"}]}";
        awaitResult(gateway, buyer, "{\"msg\":\"ok\",\"id\":\"" + buyer + "\"," + sold);
        assertThat(gateway.get("/orders/" + buyer).body()).startsWith("{\"id\":\"" + buyer
                + "\",\"status\":\"PARTIALLY_FILLED\",\"side\":\"BUY\",\"productId\":\"apple\",\"userId\":\"buyer\","
                + "\"quantity\":5,\"filled\":3,\"remaining\":2,\"updateTime\":\"")
                .endsWith(sold.substring(sold.indexOf(",\"sales\"")));
        assertThat(gateway.get("/orders/" + seller).body()).contains(
                "\"side\":\"SELL\",\"productId\":\"apple\",\"userId\":\"seller\",\"quantity\":3,\"filled\":3,");
        assertThat(gateway.get("/result?id=" + seller).body()).contains("\"status\":\"FILLED\"")
                .contains("\"counterparty\":\"buyer\"");

        publish(batch(System.currentTimeMillis()).addClosed(
                ClosedOrder.newBuilder().setOrder(rested(buyer, 5, 2)).setReason(CloseReason.EXPIRED)).build());
        awaitResult(gateway, buyer, "{\"msg\":\"ok\",\"id\":\"" + buyer + "\"," + sold.replace("PARTIALLY_FILLED",
                "EXPIRED"));
        try (RunningGateway another = RunningGateway.start()) {
            assertThat(another.get("/result?id=" + buyer).body()).contains("\"status\":\"EXPIRED\"");
        }
    }

    @Test
    void tellsForHowLongAnOrderIsGoodAndWhyItWasCancelledOrRejected() throws Exception {
        UUID gtt = OrderId.next(PARTITION, 21);
        UUID ioc = OrderId.next(PARTITION, 22);
        UUID stored = OrderId.next(PARTITION, 23);
        UUID rejected = OrderId.next(PARTITION, 24);
        publish(batch(System.currentTimeMillis())
                .addClosed(ClosedOrder.newBuilder().setReason(CloseReason.MAX_OPEN_ORDERS)
                        .setOrder(rested(rejected, 5, 5)))
                .addClosed(ClosedOrder.newBuilder().setReason(CloseReason.UNFILLED)
                        .setOrder(rested(ioc, 5, 5).toBuilder().setTimeInForce(TimeInForce.IOC)))
                .addRested(rested(gtt, 5, 5).toBuilder().setTimeInForce(TimeInForce.GTT)
                        .setExpiresAt(1_896_091_200_000L))
                .build());
        awaitResult(gateway, gtt,
                "{\"msg\":\"ok\",\"id\":\"" + gtt + "\",\"status\":\"OPEN\",\"filled\":0,\"remaining\":5,"
                        + "\"timeInForce\":\"GTT\",\"expireTime\":\"2030-01-31T12:00:00Z\",\"sales\":[]}");
        awaitResult(gateway, ioc, "{\"msg\":\"ok\",\"id\":\"" + ioc + "\",\"status\":\"CANCELLED\","
                + "\"reason\":\"UNFILLED\",\"filled\":0,\"remaining\":5,\"timeInForce\":\"IOC\",\"sales\":[]}");
        awaitResult(gateway, rejected, "{\"msg\":\"ok\",\"id\":\"" + rejected + "\",\"status\":\"REJECTED\","
                + "\"reason\":\"MAX_OPEN_ORDERS\",\"filled\":0,\"remaining\":5,\"sales\":[]}");
        close(stored, 7, 7, "SELF_TRADE");
        assertThat(gateway.get("/orders/" + stored).body()).isEqualTo("{\"id\":\"" + stored
                + "\",\"status\":\"CANCELLED\",\"reason\":\"SELF_TRADE\"," + STORED);
        UUID storedRejected = OrderId.next(PARTITION, 25);
        close(storedRejected, 7, 7, "MAX_GTC_ORDERS");
        assertThat(gateway.get("/orders/" + storedRejected).body()).isEqualTo("{\"id\":\"" + storedRejected
                + "\",\"status\":\"REJECTED\",\"reason\":\"MAX_GTC_ORDERS\"," + STORED);
        UUID ofNoBound = OrderId.next(PARTITION, 26);
        close(ofNoBound, 7, 7, "REJECTED");
        assertThat(gateway.get("/orders/" + ofNoBound).body()).as("by an engine that did not say by which bound")
                .isEqualTo("{\"id\":\"" + ofNoBound + "\",\"status\":\"REJECTED\"," + STORED);
    }

    @Test
    void asksTheDatabaseForWhatItHasNotSeen() throws Exception {
        UUID buyer = OrderId.next(PARTITION, 4);
        UUID seller = OrderId.next(PARTITION, 5);
        UUID expired = OrderId.next(PARTITION, 6);
        String product = "P".repeat(Limits.MAX_PRODUCT_ID_LENGTH);
        String user = "u".repeat(Limits.MAX_USER_ID_LENGTH);
        store(product, Long.MAX_VALUE, user, user, "99999999999999.9999", Limits.MAX_QUANTITY, buyer, seller, 0, 0);
        close(expired, 7, 7, "CANCELLED");
        String sales = "\"sales\":[{\"productId\":\"" + product + "\",\"tradeId\":" + Long.MAX_VALUE
                + ",\"price\":\"99999999999999.9999\",\"quantity\":1000000000000000,\"counterparty\":\"" + user
                + "\"}]}";
        assertThat(gateway.get("/result?id=" + buyer).body()).isEqualTo("{\"msg\":\"ok\",\"id\":\"" + buyer
                + "\",\"status\":\"FILLED\",\"filled\":1000000000000000,\"remaining\":0," + sales);
        assertThat(gateway.get("/orders/" + seller).body()).contains("\"status\":\"FILLED\"").contains(sales);
        assertThat(gateway.get("/orders/" + expired).body())
                .isEqualTo("{\"id\":\"" + expired + "\",\"status\":\"CANCELLED\"," + STORED);
    }

    @Test
    void asksTheDatabaseWhenItMayHaveMissedTheBeginning() throws Exception {
        UUID buyer = OrderId.next(PARTITION, 7);
        UUID seller = OrderId.next(PARTITION, 8);
        // Of one result alone, the gateway would read the log from its beginning.
        publish(batch(System.currentTimeMillis()).build());
        publish(batch(System.currentTimeMillis()).build());
        try (RunningGateway late = RunningGateway.start("--trading.gateway.warm-up=0s")) {
            Results results = late.bean(Results.class);
            long before = results.sales();
            store("pear", 1, "buyer", "seller", "1.2300", 3, buyer, seller, 2, 0);
            store("pear", 2, "buyer", "seller", "1.2300", 2, buyer, seller, 0, 0);
            publish(batch(System.currentTimeMillis()).addSales(sale("pear", 2, buyer, seller, 2, 0, 0)).build());
            await().atMost(SOON).until(() -> results.sales() == before + 1);
            assertThat(late.get("/result?id=" + buyer).body()).contains("\"status\":\"FILLED\",\"filled\":5")
                    .contains("\"tradeId\":1").contains("\"tradeId\":2");
        }
    }

    @Test
    void anIdThatIsUsedAgainIsTheLastOrdersInTheDatabaseToo() throws Exception {
        UUID id = OrderId.next(PARTITION, 31);
        store("fig", 1, "buyer", "seller", "1.2300", 3, id, OrderId.next(PARTITION, 32), 2, 0);
        close(id, 5, 2, "EXPIRED");
        String again = "{\"msg\":\"ok\",\"id\":\"" + id + "\",\"status\":\"";
        assertThat(gateway.get("/result?id=" + id).body()).startsWith(again + "EXPIRED\",\"filled\":3,\"remaining\":2,")
                .contains("\"tradeId\":1,");
        insert("INSERT INTO SALES VALUES ('fig', 2, 'buyer', 'seller', 1.23, 4, ?, ?, 6, 0, '2026-01-02')",
                id.toString(), OrderId.next(PARTITION, 33).toString());
        String sale = "\"sales\":[{\"productId\":\"fig\",\"tradeId\":2,\"price\":\"1.23\",\"quantity\":4,"
                + "\"counterparty\":\"seller\"}]}";
        assertThat(gateway.get("/result?id=" + id).body())
                .isEqualTo(again + "PARTIALLY_FILLED\",\"filled\":4,\"remaining\":6," + sale);
        String closed = "INSERT INTO CLOSED_ORDERS VALUES (?, 'BUY', 'fig', 'buyer', ?, ?, NULL, ?, ?)";
        insert(closed, id.toString(), 10, 6, "CANCELLED", "2026-01-03");
        assertThat(gateway.get("/result?id=" + id).body())
                .isEqualTo(again + "CANCELLED\",\"filled\":4,\"remaining\":6," + sale);
        insert(closed, id.toString(), 7, 7, "EXPIRED", "2026-01-04");
        assertThat(gateway.get("/result?id=" + id).body())
                .isEqualTo(again + "EXPIRED\",\"filled\":0,\"remaining\":7,\"sales\":[]}");
    }

    @Test
    void anIdThatIsUsedAgainForWhatWasLeftIsTheLastOrdersAlone() throws Exception {
        UUID id = OrderId.next(PARTITION, 41);
        store("date", 1, "buyer", "seller", "1.2300", 3, id, OrderId.next(PARTITION, 42), 2, 0);
        close(id, 5, 2, "EXPIRED");
        insert("INSERT INTO SALES VALUES ('date', 2, 'buyer', 'seller', 1.23, 2, ?, ?, 0, 0, '2026-01-02')",
                id.toString(), OrderId.next(PARTITION, 43).toString());
        assertThat(gateway.get("/result?id=" + id).body()).isEqualTo("{\"msg\":\"ok\",\"id\":\"" + id
                + "\",\"status\":\"FILLED\",\"filled\":2,\"remaining\":0,\"sales\":[{\"productId\":\"date\",\"tradeId\":2,"
                + "\"price\":\"1.23\",\"quantity\":2,\"counterparty\":\"seller\"}]}");
    }

    @Test
    void ofManySalesOnlyThoseOfTheLastOrderThatHadTheIdCount() throws Exception {
        UUID id = OrderId.next(PARTITION, 51);
        store("quince", 1, "buyer", "seller", "1.2300", 800, id, OrderId.next(PARTITION, 52), 150, 0);
        close(id, 950, 150, "EXPIRED");
        for (int i = 2; i <= 151; i++) {
            insert("INSERT INTO SALES VALUES ('quince', ?, 'buyer', 'seller', 1.23, 1, ?, ?, ?, 0, '2026-01-02')", i,
                    id.toString(), OrderId.next(PARTITION, 60 + i).toString(), 151 - i);
        }
        assertThat(gateway.get("/result?id=" + id).body())
                .contains("\"status\":\"FILLED\",\"filled\":150,\"remaining\":0,");
    }

    @Test
    void whatIsNoResultIsSkipped() throws Exception {
        UUID buyer = OrderId.next(POISONED_PARTITION, 10);
        double before = unreadable();
        publish(POISONED_PARTITION, new byte[]{1, 2, 3});
        publish(POISONED_PARTITION, new byte[0]);
        publish(POISONED_PARTITION, null);
        publish(POISONED_PARTITION,
                batch(System.currentTimeMillis()).addRested(rested(buyer, 5, 5)).build().toByteArray());
        awaitResult(gateway, buyer, "{\"msg\":\"ok\",\"id\":\"" + buyer
                + "\",\"status\":\"OPEN\",\"filled\":0,\"remaining\":5,\"sales\":[]}");
        assertThat(unreadable() - before).isEqualTo(3);
    }

    @Test
    void manySalesComeInPages() throws Exception {
        UUID buyer = OrderId.next(PARTITION, 9);
        for (int i = 1; i <= 230; i++) {
            store("plum", i, "buyer", "seller-" + i, "0.0001", 2, buyer, OrderId.next(PARTITION, i), 1_000 - 2 * i, 0);
        }
        String result = gateway.get("/result?id=" + buyer).body();
        assertThat(result).contains("\"status\":\"PARTIALLY_FILLED\",\"filled\":460,\"remaining\":540")
                .contains("\"sales\":[{\"productId\":\"plum\",\"tradeId\":131,").contains("\"tradeId\":230,")
                .endsWith("\"next\":\"/orders/" + buyer + "/sales?after=0\"}");
        String page = gateway.get("/orders/" + buyer + "/sales?after=0").body();
        assertThat(page).contains("\"tradeId\":1,").contains("\"tradeId\":100,").doesNotContain("\"tradeId\":101,")
                .endsWith("\"next\":\"/orders/" + buyer + "/sales?after=100&limit=100\"}");
        page = gateway.get("/orders/" + buyer + "/sales?after=220&limit=10").body();
        assertThat(page).contains("\"tradeId\":221,").contains("\"tradeId\":230,").doesNotContain("next");
        assertThat(gateway.get("/orders/" + buyer + "/sales?limit=1001").body())
                .contains("limit: 1001 (expected: a whole number from 1 to 1000)");
        assertThat(gateway.get("/orders/" + buyer + "/sales?after=-1").body())
                .contains("after: -1 (expected: a whole number from 0)");
    }

    private static void awaitResult(RunningGateway from, UUID id, String expected) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(from.get("/result?id=" + id).body()).isEqualTo(expected));
    }

    private static double unreadable() {
        return gateway.bean(MeterRegistry.class).get("trading.results.unreadable").counter().count();
    }

    private static void publish(Batch batch) throws ExecutionException, InterruptedException {
        publish(PARTITION, batch.toByteArray());
    }

    private static void publish(int partition, byte @Nullable [] value)
            throws ExecutionException, InterruptedException {
        persister.send(new ProducerRecord<>(Topics.RESULTS, partition, null, value)).get();
    }

    private static Batch.Builder batch(long now) {
        long offset = nextOffset++;
        return Batch.newBuilder().setRulesVersion(1).setFirstOffset(offset).setLastOffset(offset).setNow(now)
                .setTimeoutMillis(60_000).setPart(1).setParts(1);
    }

    private static Sale sale(String product, long tradeId, UUID buyer, UUID seller, long quantity, long buyerRemaining,
            long sellerRemaining) {
        return Sale.newBuilder().setProductId(product).setTradeId(tradeId)
                .setPurchaseOrderIdHigh(buyer.getMostSignificantBits())
                .setPurchaseOrderIdLow(buyer.getLeastSignificantBits())
                .setSalesOrderIdHigh(seller.getMostSignificantBits())
                .setSalesOrderIdLow(seller.getLeastSignificantBits()).setBuyer("buyer").setSeller("seller")
                .setPrice(12_300).setQuantity(quantity).setPurchaseOrderRemaining(buyerRemaining)
                .setSalesOrderRemaining(sellerRemaining).build();
    }

    private static OpenOrder rested(UUID id, long quantity, long remaining) {
        return OpenOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setSide(Side.BUY).setProductId("apple").setUserId("buyer")
                .setQuantity(quantity).setRemaining(remaining).build();
    }

    private static void store(String product, long tradeId, String buyer, String seller, String price, long quantity,
            UUID buyerOrder, UUID sellerOrder, long buyerRemaining, long sellerRemaining) throws SQLException {
        insert("INSERT INTO SALES VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '2026-01-01')", product, tradeId, buyer, seller,
                new BigDecimal(price), quantity, buyerOrder.toString(), sellerOrder.toString(), buyerRemaining,
                sellerRemaining);
    }

    private static void close(UUID id, long quantity, long remaining, String reason) throws SQLException {
        insert("INSERT INTO CLOSED_ORDERS VALUES (?, 'BUY', 'apple', 'buyer', ?, ?, NULL, ?, '2026-01-01')",
                id.toString(), quantity, remaining, reason);
    }

    private static void insert(String sql, Object... values) throws SQLException {
        TestDatabase database = TestDatabase.start();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password()); PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
