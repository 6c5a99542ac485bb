package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.gateway.RunningGateway;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.LastSales;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.Sale;

/** Market data from the sales and checkpoints topics and the database to HTTP. */
class ITGatewayMarket {

    private static final Logger log = LoggerFactory.getLogger(ITGatewayMarket.class);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration DAY = Duration.ofDays(1);
    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
    private static final JsonMapper JSON = new JsonMapper();

    private static RunningGateway gateway;
    private static KafkaProducer<byte[], byte[]> engine;
    private static Connection table;

    @BeforeAll
    static void start() throws SQLException {
        log.info("seed {} (-Dtrading.seed)", SEED);
        engine = new KafkaProducer<>(Map.of("bootstrap.servers", TestKafka.start().bootstrapServers(), "linger.ms", 0),
                new ByteArraySerializer(), new ByteArraySerializer());
        TestDatabase database = TestDatabase.start();
        table = DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
        gateway = RunningGateway.start();
        awaitCaughtUp(gateway);
    }

    @AfterAll
    static void stop() throws SQLException {
        gateway.close();
        engine.close();
        table.close();
    }

    @Test
    void figuresAndCandlesAreThoseOfTheTable() throws Exception {
        RandomMarket market = new RandomMarket(SEED, productOf(20));
        Random random = new Random(SEED);
        long now = System.currentTimeMillis();
        // Two days in steps of minutes, so that a part is older than figures; the last minutes in steps of seconds.
        table.setAutoCommit(false);
        for (long at = now - 2 * DAY.toMillis(); at < now - 200_000; at += random.nextLong(300_000)) {
            trade(market, at);
            if (at < now - 5 * DAY.toMillis() / 4) {
                checkpoint(market, at);
            }
        }
        for (long at = now - 200_000; at < now; at += random.nextLong(3_000)) {
            trade(market, at);
        }
        trade(market, System.currentTimeMillis());
        table.setAutoCommit(true);
        awaitLast(gateway, market.productId());
        try (RunningGateway restarted = RunningGateway.start()) {
            awaitCaughtUp(restarted);
            for (RunningGateway each : List.of(gateway, restarted)) {
                assertFigures(each, market.productId());
                assertCandles(each, market.productId());
                assertTrades(each, market.productId());
                assertBook(each, market);
            }
        }
    }

    @Test
    void aBookBeginsWithACheckpointAndFiguresBeforeIt() throws Exception {
        RandomMarket market = new RandomMarket(SEED + 1, productOf(21));
        long at = System.currentTimeMillis() - 100_000;
        for (int i = 0; i < 100; i++) {
            trade(market, at + i * 100L);
        }
        checkpoint(market, at + 9_900);
        for (int i = 100; i < 150; i++) {
            trade(market, at + i * 100L);
        }
        awaitLast(gateway, market.productId());
        try (RunningGateway restarted = RunningGateway.start()) {
            awaitCaughtUp(restarted);
            assertBook(restarted, market);
            assertFigures(restarted, market.productId());
            trade(market, System.currentTimeMillis());
            awaitLast(restarted, market.productId());
            awaitBook(restarted, market);
            assertFigures(restarted, market.productId());
        }
        awaitBook(gateway, market);
    }

    @Test
    void figuresDecayWithoutSales() throws Exception {
        String product = productOf(22);
        publish(sale(product, 1, System.currentTimeMillis() - 57_000));
        publish(sale(product, 2, System.currentTimeMillis() - 7_000));
        awaitLast(gateway, product, 2);
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode ticker = get(gateway, "/products/" + product + "/ticker");
            assertThat(ticker.path("last10s").path("sales").asInt()).isZero();
            assertThat(ticker.path("last1m").path("sales").asInt()).isEqualTo(1);
            assertThat(ticker.path("last24h").path("sales").asInt()).isEqualTo(2);
        });
    }

    @Test
    void productsComeInPagesAndOnesThatRestForLongAreAmongThem() throws Exception {
        String old = productOf(23);
        store(old, 1, 12_300, 4, System.currentTimeMillis() - 3 * DAY.toMillis());
        store(old, 2, 12_400, 5, System.currentTimeMillis() - 2 * DAY.toMillis());
        List<String> more = IntStream.range(0, 2 * LastSales.PRODUCTS).mapToObj(i -> old + "-" + i).toList();
        for (String product : more) {
            store(product, 1, 12_300, 4, System.currentTimeMillis() - 3 * DAY.toMillis());
        }
        String ofFormerDays = ".";
        store(ofFormerDays, 1, 12_300, 4, System.currentTimeMillis() - 3 * DAY.toMillis());
        JsonNode ticker = get(gateway, "/products/" + old + "/ticker");
        assertThat(ticker.path("last").path("price").asString()).isEqualTo("1.24");
        assertThat(ticker.path("last24h").path("sales").asInt()).isZero();
        RandomMarket open = new RandomMarket(SEED, productOf(24));
        while (open.levels(true, 1).isEmpty()) {
            publish(open.partition(), open.next(System.currentTimeMillis()));
        }
        await().atMost(SOON).until(() -> gateway.get("/products/" + open.productId() + "/book").statusCode() == 200);

        List<String> all = new ArrayList<>();
        String next = "/products?limit=1";
        while (!next.isEmpty()) {
            JsonNode page = get(gateway, next);
            page.path("products").forEach(product -> all.add(product.path("productId").asString()));
            next = page.path("next").asString("");
        }
        assertThat(all).contains(ofFormerDays, old, open.productId()).containsAll(more).isSorted()
                .doesNotHaveDuplicates();
        JsonNode whole = get(gateway, "/products?limit=1000").path("products");
        assertThat(whole.size()).isEqualTo(all.size());
        assertThat(whole).filteredOn(product -> product.path("productId").asString().equals(old)).singleElement()
                .satisfies(product -> assertThat(product.path("last").path("tradeId").asInt()).isEqualTo(2));
    }

    @Test
    void aStreamOfAllTellsOfProductsAndOfThePipeline() throws Exception {
        String product = productOf(26);
        Map<String, Object> consumers = Map.of("bootstrap.servers", TestKafka.start().bootstrapServers(),
                "client.id", "engine-7-StreamThread-1-consumer", "group.id", Topics.ENGINE_GROUP,
                "enable.auto.commit", false);
        try (StreamClient client = new StreamClient(gateway.uri("/market/stream"));
                KafkaConsumer<byte[], byte[]> member = new KafkaConsumer<>(consumers, new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            client.awaitSequence(1);
            long beganNanos = System.nanoTime();
            publish(sale(product, 1, System.currentTimeMillis()));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(client.product(product)).contains("\"sales24h\":1,\"sales1m\":1"));
            JsonNode ticker = get(gateway, "/products/" + product + "/ticker");
            assertThat(JSON.readTree(client.product(product)).path("price"))
                    .isEqualTo(ticker.path("last").path("price"));
            assertThat(client.pipeline().path("salesPerMinute").asLong()).isPositive();

            member.subscribe(List.of(Topics.ORDERS));
            await().atMost(SOON).untilAsserted(() -> {
                member.poll(Duration.ofMillis(10));
                assertThat(client.pipeline().path("engines").path("members").toString())
                        .isEqualTo("[{\"name\":\"engine-7\",\"partitions\":48}]");
            });
            await().atMost(SOON).untilAsserted(() -> {
                member.poll(Duration.ofMillis(10));
                gateway.get("/sell?productId=" + product + "&quantity=1&price=9&userId=sue");
                assertThat(client.pipeline().path("ordersPerSecond").asLong()).isPositive();
            });
            assertThat(client.problems()).as("gaps and second snapshots").isEmpty();
            assertThat(client.changes()).as("four in a second at most")
                    .isLessThanOrEqualTo((int) ((System.nanoTime() - beganNanos) / 250_000_000) + 1);
        }
    }

    @Test
    void aStreamTellsEveryChange() throws Exception {
        RandomMarket market = new RandomMarket(SEED + 2, productOf(25));
        trade(market, System.currentTimeMillis());
        while (market.levels(true, 1).isEmpty()) {
            trade(market, System.currentTimeMillis());
        }
        await().atMost(SOON)
                .until(() -> gateway.get("/products/" + market.productId() + "/book").statusCode() == 200);
        try (StreamClient client = new StreamClient(gateway.uri("/products/" + market.productId() + "/stream"))) {
            client.awaitSequence(1);
            long beganNanos = System.nanoTime();
            await().atMost(SOON).pollInterval(Duration.ofMillis(10)).until(() -> {
                trade(market, System.currentTimeMillis());
                return client.changes() >= 10;
            });
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(client.levels("bids")).isEqualTo(texts(market.levels(true, ProductFeed.DEPTH)));
                assertThat(client.levels("asks")).isEqualTo(texts(market.levels(false, ProductFeed.DEPTH)));
            });
            assertThat(client.problems()).as("gaps and second snapshots").isEmpty();
            assertThat(client.changes()).as("ten in a second at most")
                    .isLessThanOrEqualTo((int) ((System.nanoTime() - beganNanos) / 100_000_000) + 1);
        }
        await().atMost(SOON).until(() -> gateway.get("/actuator/prometheus").body()
                .contains("trading_market_streams{application=\"gateway\"} 0.0"));
    }

    @Test
    void streamsAreBoundedAndEndWithTheGateway() throws Exception {
        String product = productOf(26);
        publish(sale(product, 1, System.currentTimeMillis()));
        RunningGateway small = RunningGateway.start("--trading.gateway.market.max-streams=1",
                "--trading.gateway.market.heartbeat=1s", "--spring.lifecycle.timeout-per-shutdown-phase=1h");
        try {
            awaitCaughtUp(small);
            awaitLast(small, product, 1);
            String path = "/products/" + product + "/stream";
            try (StreamClient client = new StreamClient(small.uri(path))) {
                client.awaitSequence(1);
                HttpResponse<String> refused = small.get(path);
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After")).contains("1");
                assertThat(refused.body()).contains("too-many-requests", "Too many streams of market data are");
                client.awaitHeartbeat();
                long beganNanos = System.nanoTime();
                small.close();
                client.awaitEnd();
                assertThat(Duration.ofNanos(System.nanoTime() - beganNanos)).isLessThan(Duration.ofMinutes(2));
            }
        } finally {
            small.close();
        }
    }

    @Test
    void whatIsOlderThanMemoryComesFromTheDatabaseWithinABound() throws Exception {
        String product = productOf(27);
        long at = Interval.HOUR.floor(System.currentTimeMillis() - 30 * DAY.toMillis());
        for (int i = 1; i <= 120; i++) {
            store(product, i, 10_000 + i, 1, at + i * 60_000L);
        }
        String from = Instant.ofEpochMilli(at).toString();
        String to = Instant.ofEpochMilli(at + 3 * 3_600_000).toString();
        JsonNode answer = get(gateway, "/products/" + product + "/candles?interval=1h&from=" + from + "&to=" + to);
        assertThat(answer.path("lastTradeId").asLong()).isEqualTo(120);
        JsonNode hours = answer.path("candles");
        assertThat(hours.size()).isEqualTo(3);
        assertThat(hours.get(1).path("open").asString()).isEqualTo("1.006");
        assertThat(hours.get(1).path("close").asString()).isEqualTo("1.0119");
        assertThat(hours.get(1).path("sales").asInt()).isEqualTo(60);
        try (RunningGateway strict = RunningGateway.start("--trading.gateway.market.max-stored-sales=50")) {
            awaitCaughtUp(strict);
            HttpResponse<String> refused = strict
                    .get("/products/" + product + "/candles?interval=1h&from=" + from + "&to=" + to);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("from: a stretch of 120 sales (expected: at most 50 sales");
        }
    }

    @Test
    void tradesThatTheDatabaseLacksAreNotLeftOut() throws Exception {
        String product = productOf(19);
        long at = System.currentTimeMillis();
        for (int i = 1; i <= 5; i++) {
            store(product, i, 10_000, 1, at);
        }
        publish(told(product, 8, at));
        awaitLast(gateway, product, 8);
        for (String page : List.of("before=9&limit=2", "before=8", "before=7")) {
            HttpResponse<String> missing = gateway.get("/products/" + product + "/trades?" + page);
            assertThat(missing.statusCode()).as(page).isEqualTo(503);
            assertThat(missing.body()).contains("are not in the database yet");
        }
        JsonNode trades = get(gateway, "/products/" + product + "/trades?before=6").path("trades");
        assertThat(trades.size()).isEqualTo(5);
        assertThat(trades.get(0).path("tradeId").asLong()).isEqualTo(5);
    }

    @Test
    void candlesWithoutSalesThatTheDatabaseLacksSaySo() throws Exception {
        String product = productOf(18);
        long at = Interval.MINUTE.floor(System.currentTimeMillis()) - 60_000;
        String path = "/products/" + product + "/candles?interval=1s&from=" + Instant.ofEpochMilli(at);
        store(product, 1, 10_000, 1, at);
        publish(told(product, 1, at));
        publish(told(product, 4, at));
        awaitLast(gateway, product, 4);
        JsonNode stored = get(gateway, path);
        assertThat(stored.path("candles").size()).isEqualTo(1);
        assertThat(stored.path("lastTradeId").asLong()).as("the last one of the candles").isEqualTo(1);
        publish(told(product, 5, at + 2_000));
        awaitLast(gateway, product, 5);
        HttpResponse<String> lacking = gateway.get(path);
        assertThat(lacking.statusCode()).isEqualTo(503);
        assertThat(lacking.body()).contains("Sales up to 4 are not in the database yet");
        for (int i = 2; i <= 4; i++) {
            store(product, i, 10_000, 1, at);
        }
        JsonNode whole = get(gateway, path);
        assertThat(whole.path("lastTradeId").asLong()).isEqualTo(5);
        assertThat(whole.path("candles").get(0).path("sales").asInt()).isEqualTo(4);
        assertThat(whole.path("candles").get(1).path("sales").asInt()).isEqualTo(1);
    }

    @Test
    void withoutADatabaseMemoryStillAnswers() throws Exception {
        String product = productOf(28);
        publish(sale(product, 1, System.currentTimeMillis()));
        try (RunningGateway alone = RunningGateway.start("--spring.r2dbc.url=r2dbc:mysql://127.0.0.1:1/trader")) {
            awaitCaughtUp(alone, product);
            awaitLast(alone, product, 1);
            HttpResponse<String> unknown = alone.get("/products/" + productOf(29) + "/ticker");
            assertThat(unknown.statusCode()).isEqualTo(503);
            assertThat(unknown.body()).contains("market-data-unavailable");
            assertThat(unknown.headers().firstValue("Retry-After")).contains("1");
        }
    }

    @Test
    void canBeOff() {
        try (RunningGateway off = RunningGateway.start("--trading.gateway.market.enabled=false")) {
            assertOff(off.get("/products"), "path: /products (expected: ");
            assertOff(off.get("/products/p/ticker"), "path: /products/p/ticker (expected: ");
            assertOff(off.get("/market/stream"), "path: /market/stream (expected: ");
            assertThat(off.get("/orders/" + OrderId.next(22, 1)).statusCode()).isEqualTo(404);
            assertOff(off.get("/orders?userId=sue"), "path: /orders (expected: ");
            assertOff(off.delete("/orders?userId=sue"), "path: /orders (expected: ");
            assertThat(off.get("/nothing").body()).contains("path: /nothing (expected: /buy,", "/events)")
                    .doesNotContain("/products");
            assertThat(off.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        }
    }

    private static void assertOff(HttpResponse<String> answer, String told) {
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains(told, "trading.gateway.market.enabled");
        assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /products?limit=0 | 400 | limit: 0 (expected: a whole number from 1 to 1000)
            /products?limit=1001 | 400 | limit: 1001 (expected: a whole number from 1 to 1000)
            /products?limit=x | 400 | limit: x (expected: a whole number from 1 to 1000)
            /products?after=a%20b | 400 | after: a b (expected: 1 to 32 of A-Z a-z 0-9 . _ -)
            /products?page=1 | 400 | page: 1 (expected: no other parameter than limit, after)
            /products/a%20b/ticker | 400 | id: a b (expected: 1 to 32 of A-Z a-z 0-9 . _ -)
            /products/./ticker | 400 | id: . (expected: neither . nor .., which are no part of a path)
            /products/%2e%2e/stream | 400 | id: .. (expected: neither . nor .., which are no part of a path)
            /products/.../ticker | 404 | id: ... (expected: a product with a sale or an open order)
            /products/nobody.sold.this/ticker | 404 | id: nobody.sold.this (expected: a product with a sale or an open order)
            /products/nobody.sold.this/trades | 404 | unknown-product
            /products/nobody.sold.this/candles?interval=1s | 404 | unknown-product
            /products/nobody.sold.this/book | 404 | unknown-product
            /products/nobody.sold.this/stream | 404 | unknown-product
            /products/p/trades?limit=1001 | 400 | limit: 1001 (expected: a whole number from 1 to 1000)
            /products/p/trades?before=0 | 400 | before: 0 (expected: a whole number from 1)
            /products/p/trades?before=9223372036854775808 | 400 | before: 9223372036854775808 (expected: a whole number from 1 to 9223372036854775807)
            /products/p/book?depth=0 | 400 | depth: 0 (expected: a whole number from 1 to 1000)
            /products/p/candles | 400 | interval: missing (expected: 1s or 1m or 5m or 1h)
            /products/p/candles?interval=2m | 400 | interval: 2m (expected: 1s or 1m or 5m or 1h)
            /products/p/candles?interval=1m&from=yesterday | 400 | from: yesterday (expected: a time such as
            /products/p/candles?interval=1m&from=-999999999-01-01T00:00:00Z | 400 | from: -999999999-01-01T00:00:00Z (expected: a time such as
            /products/p/candles?interval=1s&from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z | 400 | at most 1000 candles of 1s before it
            /products/p/candles?interval=1s&from=2026-01-01T00:00:00Z&to=2025-01-01T01:00:00Z | 400 | a time before to
            /market/stream?productId=p | 400 | productId: p (expected: no parameters)
            /products/p/ticker?depth=1 | 400 | depth: 1 (expected: no parameters)
            /products/p | 404 | ticker, trades, candles, book or stream behind /products/{id}/
            """)
    void whatIsWrongIsNamed(String path, int status, String text) {
        HttpResponse<String> answer = gateway.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains(text);
    }

    private static void assertFigures(RunningGateway from, String product) throws SQLException {
        // Figures move on with the clock: what the table says must be what they say before or after it was asked.
        await().atMost(SOON).untilAsserted(() -> {
            long beforeMillis = System.currentTimeMillis();
            JsonNode ticker = get(from, "/products/" + product + "/ticker");
            assertThat(Interval.SECOND.floor(System.currentTimeMillis()))
                    .isEqualTo(Interval.SECOND.floor(beforeMillis));
            assertThat(ticker.path("incomplete").isMissingNode()).isTrue();
            assertThat(text(ticker.path("last10s")))
                    .isEqualTo(sums(product, Window.TEN_SECONDS.fromMillis(beforeMillis)));
            assertThat(text(ticker.path("last1m"))).isEqualTo(sums(product, Window.MINUTE.fromMillis(beforeMillis)));
            assertThat(text(ticker.path("last24h"))).isEqualTo(sums(product, Window.DAY.fromMillis(beforeMillis)));
        });
    }

    private static String text(JsonNode figures) {
        return String.join(" ", figures.path("sales").asString(), figures.path("volume").asString(),
                figures.path("turnover").asString(), figures.path("high").asString("-"),
                figures.path("low").asString("-"));
    }

    private static String sums(String product, long fromMillis) throws SQLException {
        return query(
                "SELECT COUNT(*), COALESCE(SUM(QUANTITY), 0), COALESCE(SUM(PRICE * QUANTITY), 0), MAX(PRICE), MIN(PRICE)"
                        + " FROM SALES WHERE PRODUCT_ID = ? AND TRADED_AT >= ?",
                row -> String.join(" ", row.getString(1), row.getString(2), price(row.getBigDecimal(3)),
                        price(row.getBigDecimal(4)), price(row.getBigDecimal(5))),
                product, utc(fromMillis)).getFirst();
    }

    private static void assertCandles(RunningGateway from, String product) throws SQLException {
        for (Interval interval : Interval.values()) {
            long to = interval.ceiling(System.currentTimeMillis());
            long begin = to - Math.min(1_000 * interval.millis(), 3 * DAY.toMillis());
            JsonNode answer = get(from, "/products/" + product + "/candles?interval=" + interval.text() + "&from="
                    + Instant.ofEpochMilli(begin) + "&to=" + Instant.ofEpochMilli(to));
            List<String> candles = new ArrayList<>();
            answer.path("candles").forEach(candle -> candles.add(candle.toString()));
            assertThat(candles).as("%s, seed %d", interval, SEED)
                    .isEqualTo(expectedCandles(product, interval, begin, to))
                    .isNotEmpty();
            assertThat(answer.path("lastTradeId").asLong()).as("%s, seed %d", interval, SEED).isEqualTo(query(
                    "SELECT MAX(TRADE_ID) FROM SALES WHERE PRODUCT_ID = ?", row -> row.getLong(1), product).getFirst());
        }
    }

    /** Sale by sale, as the table has them. */
    private static List<String> expectedCandles(String product, Interval interval, long fromMillis, long toMillis)
            throws SQLException {
        record Row(long atMillis, BigDecimal price, long quantity) {}
        List<Row> rows = query(
                "SELECT TRADED_AT, PRICE, QUANTITY FROM SALES WHERE PRODUCT_ID = ? AND TRADED_AT >= ? AND TRADED_AT < ?"
                        + " ORDER BY TRADE_ID",
                row -> new Row(row.getObject(1, LocalDateTime.class).toInstant(ZoneOffset.UTC).toEpochMilli(),
                        row.getBigDecimal(2), row.getLong(3)),
                product, utc(fromMillis), utc(toMillis));
        List<String> candles = new ArrayList<>();
        for (int i = 0; i < rows.size();) {
            long start = interval.floor(rows.get(i).atMillis());
            int first = i;
            while (i < rows.size() && interval.floor(rows.get(i).atMillis()) == start) {
                i++;
            }
            List<Row> of = rows.subList(first, i);
            BigDecimal volume = of.stream().map(row -> BigDecimal.valueOf(row.quantity())).reduce(BigDecimal.ZERO,
                    BigDecimal::add);
            BigDecimal turnover = of.stream().map(row -> row.price().multiply(BigDecimal.valueOf(row.quantity())))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            candles.add("{\"time\":\"" + Instant.ofEpochMilli(start) + "\",\"open\":\"" + price(of.getFirst().price())
                    + "\",\"high\":\"" + price(of.stream().map(Row::price).max(BigDecimal::compareTo).orElseThrow())
                    + "\",\"low\":\"" + price(of.stream().map(Row::price).min(BigDecimal::compareTo).orElseThrow())
                    + "\",\"close\":\"" + price(of.getLast().price()) + "\",\"sales\":" + of.size() + ",\"volume\":\""
                    + volume.toPlainString() + "\",\"turnover\":\"" + price(turnover) + "\"}");
        }
        return candles;
    }

    private static void assertTrades(RunningGateway from, String product) throws SQLException {
        List<String> found = new ArrayList<>();
        String next = "/products/" + product + "/trades?limit=70";
        while (!next.isEmpty()) {
            JsonNode page = get(from, next);
            page.path("trades").forEach(trade -> found.add(trade.path("tradeId").asString() + " "
                    + trade.path("price").asString() + " " + trade.path("quantity").asString()));
            next = page.path("next").asString("");
        }
        assertThat(found).as("seed %d", SEED)
                .isEqualTo(query(
                        "SELECT TRADE_ID, PRICE, QUANTITY FROM SALES WHERE PRODUCT_ID = ? ORDER BY TRADE_ID DESC",
                        row -> row.getString(1) + " " + price(row.getBigDecimal(2)) + " " + row.getString(3), product))
                .hasSizeGreaterThan(200);
    }

    /** For a batch without a sale, of which nothing else tells that it has been read. */
    private static void awaitBook(RunningGateway from, RandomMarket market) {
        await().atMost(SOON).untilAsserted(() -> assertBook(from, market));
    }

    private static void assertBook(RunningGateway from, RandomMarket market) {
        JsonNode book = get(from, "/products/" + market.productId() + "/book?depth=1000");
        assertThat(book.path("bids").toString()).as("seed %d", SEED)
                .isEqualTo(JSON.writeValueAsString(market.levels(true, 1000)));
        assertThat(book.path("asks").toString()).as("seed %d", SEED)
                .isEqualTo(JSON.writeValueAsString(market.levels(false, 1000)));
    }

    private static List<String> texts(List<DepthLevel> levels) {
        return levels.stream().map(level -> level.price() + " " + level.quantity() + " " + level.orders()).sorted()
                .toList();
    }

    /** Publishes the next batch, and writes its sales as a persister would. */
    private static void trade(RandomMarket market, long atMillis)
            throws SQLException, ExecutionException, InterruptedException {
        Batch batch = market.next(atMillis);
        publish(market.partition(), batch);
        for (Sale sale : batch.getSalesList()) {
            store(sale.getProductId(), sale.getTradeId(), sale.getPrice(), sale.getQuantity(), atMillis);
        }
    }

    private static Batch sale(String product, long tradeId, long atMillis) throws SQLException {
        store(product, tradeId, 12_300, 2, atMillis);
        return told(product, tradeId, atMillis);
    }

    /** A sale that the database does not have. */
    private static Batch told(String product, long tradeId, long atMillis) {
        return Batch.newBuilder().setNow(atMillis).setPart(1).setParts(1).addSales(
                Sale.newBuilder().setProductId(product).setTradeId(tradeId).setPrice(12_300).setQuantity(2)).build();
    }

    private static void publish(Batch batch) throws ExecutionException, InterruptedException {
        publish(Topics.partition(batch.getSales(0).getProductId()), batch);
    }

    private static void publish(int partition, Batch batch) throws ExecutionException, InterruptedException {
        engine.send(new ProducerRecord<>(Topics.SALES, partition, batch.getNow(), null, batch.toByteArray())).get();
    }

    private static void checkpoint(RandomMarket market, long atMillis)
            throws ExecutionException, InterruptedException {
        for (Iterator<Checkpoint> parts = market.checkpoint(atMillis).iterator(); parts.hasNext();) {
            Future<RecordMetadata> sent = engine.send(
                    new ProducerRecord<>(Topics.CHECKPOINTS, market.partition(), null, parts.next().toByteArray()));
            if (!parts.hasNext()) {
                sent.get();
            }
        }
    }

    /** A new name each time, in a partition of its own for each test. */
    private static String productOf(int partition) {
        String product;
        do {
            product = "m-" + UUID.randomUUID().toString().substring(0, 18);
        } while (Topics.partition(product) != partition);
        return product;
    }

    private static void awaitCaughtUp(RunningGateway which) {
        await().atMost(SOON).until(() -> which.get("/products?limit=1").statusCode() == 200);
    }

    private static void awaitCaughtUp(RunningGateway which, String product) {
        await().atMost(SOON).until(() -> which.get("/products/" + product + "/ticker").statusCode() == 200);
    }

    /** Waits until the gateway knows the product's last sale in the table. */
    private static void awaitLast(RunningGateway which, String product) throws SQLException {
        awaitLast(which, product, query("SELECT MAX(TRADE_ID) FROM SALES WHERE PRODUCT_ID = ?", row -> row.getLong(1),
                product).getFirst());
    }

    private static void awaitLast(RunningGateway which, String product, long tradeId) {
        await().atMost(SOON).until(() -> which.bean(Markets.class).ask(product,
                market -> market.tradesBefore(Long.MAX_VALUE, 1).stream()
                        .anyMatch(trade -> trade.tradeId() == tradeId)),
                Boolean.TRUE::equals);
    }

    private static JsonNode get(RunningGateway from, String path) {
        HttpResponse<String> answer = from.get(path);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static void store(String product, long tradeId, long price, long quantity, long atMillis)
            throws SQLException {
        try (PreparedStatement insert = table.prepareStatement("INSERT INTO SALES (PRODUCT_ID, TRADE_ID,"
                + " BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID, PO_REMAINING, SO_REMAINING, TRADED_AT)"
                + " VALUES (?, ?, 'b', 's', ?, ?, 'p', 's', 0, 0, ?)")) {
            insert.setString(1, product);
            insert.setLong(2, tradeId);
            insert.setBigDecimal(3, BigDecimal.valueOf(price, 4));
            insert.setLong(4, quantity);
            insert.setObject(5, utc(atMillis));
            insert.executeUpdate();
        }
    }

    @FunctionalInterface
    private interface Mapping<T> {
        T of(ResultSet row) throws SQLException;
    }

    private static <T> List<T> query(String sql, Mapping<T> mapping, Object... values) throws SQLException {
        try (PreparedStatement query = table.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                query.setObject(i + 1, values[i]);
            }
            List<T> rows = new ArrayList<>();
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    rows.add(mapping.of(result));
                }
            }
            return rows;
        }
    }

    private static LocalDateTime utc(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    private static String price(@Nullable BigDecimal price) {
        return price == null ? "-" : Total.decimal(price);
    }
}
