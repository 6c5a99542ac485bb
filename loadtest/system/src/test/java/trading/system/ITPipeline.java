package trading.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import trading.client.Main;
import trading.command.Checkout;
import trading.local.DatabaseAddress;
import trading.local.Stack;
import trading.local.StackFile.StackProcess;
import trading.local.StackOptions;
import trading.system.figures.ExposedFigures;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.OrderId;
import trading.wire.Topics;

/** HTTP in, rows and results out, exactly: a stack as a newcomer starts it, each service a process. */
class ITPipeline {

    private static final Logger log = LoggerFactory.getLogger(ITPipeline.class);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final long SEED = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);

    @TempDir
    private static Path home = Path.of("");

    private static final List<Path> CURL = Stream.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")
            .map(folder -> Path.of(folder, "curl")).toList();

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private static Stack stack;
    private static TraceCollector collector;
    private static Http http = new Http("");

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void start() throws IOException, InterruptedException {
        log.info("seed {} (-Dtrading.seed)", SEED);
        collector = TraceCollector.start();
        stack = Stack.start(servers(StackOptions.forTest(Checkout.of(ITPipeline.class), home, 1)
                .withEnvironment(Map.of("TRADING_ENGINE_METEREDPRODUCTS", "apple,seen",
                        "TRADING_TRACING_ENDPOINT", collector.endpoint(), "TRADING_TRACING_PROBABILITY", "0"))));
        http.close();
        http = new Http(stack.gatewayUrl());
    }

    @AfterAll
    static void stop() {
        http.close();
        stack.close();
        collector.close();
    }

    @Test
    void whatTheArticlesSentIsTradedAndReported() throws Exception {
        String sell = http.order("/sell?productId=apple&quantity=5&price=1.20&userId=sue");
        String buy = http.order("/buy?productId=apple&quantity=3&userId=bob");

        JsonNode bought = awaitResult(buy, "FILLED");
        assertThat(bought.path("filled").asLong()).isEqualTo(3);
        assertThat(bought.path("remaining").asLong()).isZero();
        assertThat(bought.path("sales")).singleElement().satisfies(sale -> {
            assertThat(sale.path("productId").asString()).isEqualTo("apple");
            assertThat(sale.path("tradeId").asLong()).isEqualTo(1);
            assertThat(sale.path("price").asString()).isEqualTo("1.20");
            assertThat(sale.path("quantity").asLong()).isEqualTo(3);
            assertThat(sale.path("counterparty").asString()).isEqualTo("sue");
        });
        assertThat(awaitResult(sell, "PARTIALLY_FILLED").path("remaining").asLong()).isEqualTo(2);
        assertThat(rows("select TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID, PO_REMAINING,"
                + " SO_REMAINING from SALES where PRODUCT_ID = 'apple'"))
                .containsExactly("1\tbob\tsue\t1.2000\t3\t" + buy + "\t" + sell + "\t0\t2");

        await().atMost(DEADLINE).untilAsserted(
                () -> assertThat(http.delete("/orders/" + sell + "?userId=sue").statusCode()).isEqualTo(202));
        JsonNode cancelled = awaitResult(sell, "CANCELLED");
        assertThat(cancelled.path("filled").asLong()).isEqualTo(3);
        assertThat(cancelled.path("remaining").asLong()).isEqualTo(2);
    }

    @Test
    void marketDataTellOfSalesAndOfWhatIsOpen() throws Exception {
        http.order("/sell?productId=watched&quantity=5&price=1.20&userId=sue");
        awaitResult(http.order("/buy?productId=watched&quantity=3&userId=bob"), "FILLED");

        await().atMost(DEADLINE).untilAsserted(() -> {
            JsonNode ticker = http.get("/products/watched/ticker");
            assertThat(ticker.path("last").path("price").asString()).isEqualTo("1.20");
            assertThat(ticker.path("last24h").path("turnover").asString()).isEqualTo("3.60");
            assertThat(http.get("/products/watched/book").path("asks").toString())
                    .isEqualTo("[{\"price\":\"1.20\",\"quantity\":\"2\",\"orders\":1}]");
        });
    }

    @Test
    void theExamplesOfTheApiPrintWhatThePageSays() throws Exception {
        assumeTrue(CURL.stream().anyMatch(Files::isExecutable), "no curl");
        try (ApiExamples examples = ApiExamples.read(Checkout.of(ITPipeline.class).resolve("docs/api.md"),
                stack.gatewayUrl())) {
            http.get("/openapi.json").path("paths").properties().forEach(path -> path.getValue().propertyNames()
                    .forEach(method -> assertThat(examples.show(method.toUpperCase(Locale.ROOT), path.getKey()))
                            .as("an example of %s %s", method, path.getKey()).isTrue()));
            examples.run();
        }
    }

    @Test
    void anUnknownOrderIsUnknownOrPending() throws Exception {
        JsonNode answer = http.get("/result?id=" + OrderId.next(0, System.currentTimeMillis()));

        assertThat(answer.path("msg").asString()).isEqualTo("UNKNOWN OR PENDING");
    }

    @Test
    void everyExtremeArrives() throws Exception {
        String product = "Z".repeat(28) + "._-9";
        String seller = "s".repeat(60) + "._-@";
        String buyer = "B".repeat(60) + "._-@";
        String sell = http.order("/sell?productId=" + product + "&quantity=1000000000000000&price=99999999999999.9999"
                + "&userId=" + seller);
        String buy = http.order("/buy?productId=" + product + "&quantity=1000000000000000&maxPrice=99999999999999.9999"
                + "&userId=" + buyer);

        assertThat(awaitResult(buy, "FILLED").path("sales").get(0).path("price").asString())
                .isEqualTo("99999999999999.9999");
        assertThat(awaitResult(sell, "FILLED").path("filled").asLong()).isEqualTo(1_000_000_000_000_000L);
        assertThat(rows("select PRODUCT_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID from SALES"
                + " where PRODUCT_ID = '" + product + "'")).containsExactly(product + "\t" + buyer + "\t" + seller
                        + "\t99999999999999.9999\t1000000000000000\t" + buy + "\t" + sell);
    }

    @Test
    void aClientsRetryIsTheSameOrder() throws Exception {
        String retried = "/sell?productId=retried&quantity=5&price=1.20&userId=sue&clientOrderId=1";
        String sell = http.order(retried);
        assertThat(http.order(retried)).isEqualTo(sell);
        String buy = http.order("/buy?productId=retried&quantity=10&userId=bob");

        assertThat(awaitResult(buy, "PARTIALLY_FILLED").path("filled").asLong()).isEqualTo(5);
        assertThat(http.order(retried)).isEqualTo(sell);
        String last = http.order("/sell?productId=retried&quantity=1&price=1.20&userId=ann");
        awaitResult(last, "FILLED");
        assertThat(rows("select TRADE_ID, SELLER_NAME, QUANTITY from SALES where PRODUCT_ID = 'retried'"
                + " order by TRADE_ID")).containsExactly("1\tsue\t5", "2\tann\t1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 2})
    void randomFlowIsExactWithAnyNumberOfEngines(int engines) throws Exception {
        stack.scale("engine", engines);

        assertReplaysExactly(RandomFlow.write(home.resolve("flow-" + engines + ".csv"), SEED + engines, 8_000, 20));
    }

    @Test
    void randomFlowIsExactWhenAnEngineIsKilledInTheMiddle() throws Exception {
        Path flow = RandomFlow.write(home.resolve("killed.csv"), SEED, 20_000, 20);
        long before = sales();
        long pid = stack.processes().stream().filter(process -> process.name().equals("engine-1")).findFirst()
                .orElseThrow().pid();
        // Java's HTTP client hands answers over on the common pool, which must not wait for sales meanwhile.
        CompletableFuture<Void> killed = CompletableFuture.runAsync(() -> {
            await().atMost(DEADLINE).until(() -> sales() > before + 1_000);
            stack.kill("engine-1");
            log.info("killed engine-1");
        }, task -> Thread.ofPlatform().daemon().start(task));

        assertReplaysExactly(flow);
        assertThat(killed).succeedsWithin(DEADLINE);
        stack.awaitReplaced("engine-1", pid);
    }

    /** Order by order, as a real venue had it; not part of the project. */
    @Test
    @EnabledIfSystemProperty(named = "trading.order-flow", matches = ".+")
    void recordedFlowIsExact() {
        assertReplaysExactly(Path.of(System.getProperty("trading.order-flow", "")));
    }

    @Test
    void whatServicesExposeIsDocumentedAndAnswersDashboardsAndAlerts() throws Exception {
        awaitResult(http.order("/buy?productId=seen&quantity=1&userId=bob"), "OPEN");

        // What Kafka's clients tell of a partition is told once a minute.
        await().atMost(DEADLINE.multipliedBy(2)).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
            ExposedFigures exposed = ExposedFigures.of(stack);
            exposed.assertDocumented(Checkout.of(ITPipeline.class));
            exposed.assertAnswerQueries(Checkout.of(ITPipeline.class));
        });
    }

    @Test
    void aSampledOrderIsTracedToItsRow() throws Exception {
        String sell = http.order("/sell?productId=traced&quantity=1&price=1.20&userId=sue");
        awaitResult(sell, "OPEN");
        String buy = http.order("/buy?productId=traced&quantity=1&userId=bob", "00-" + TRACE + "-" + SPAN + "-01");
        awaitResult(buy, "FILLED");

        TraceCollector.Told order = awaitTold("gateway", "order");
        TraceCollector.Told batch = awaitTold("engine", "batch");
        TraceCollector.Told persist = awaitTold("persister", "persist");
        assertThat(List.of(order, batch, persist)).allMatch(TraceCollector.Told::isDone);
        assertThat(order.trace()).isEqualTo(TRACE);
        assertThat(order.parent()).isEqualTo(SPAN);
        assertThat(batch.links()).containsExactly(order.span());
        assertThat(persist.links()).containsExactly(batch.span());
        assertThat(traceparents(Topics.ORDERS)).containsExactly("", "00-" + TRACE + "-" + order.span() + "-01");
        // Flags of a trace whose id is random: sampled, and random.
        List<String> batches = List.of("", "00-" + batch.trace() + "-" + batch.span() + "-03");
        assertThat(traceparents(Topics.SALES)).isEqualTo(batches);
        assertThat(traceparents(Topics.RESULTS)).isEqualTo(batches);
    }

    /** Of all orders that these tests send, one is sampled. */
    private static TraceCollector.Told awaitTold(String service, String name) {
        return await().atMost(DEADLINE).until(() -> collector.told(service, name), told -> told.size() == 1)
                .getFirst();
    }

    /** How the records of a product's partition that name it are marked. */
    private static List<String> traceparents(String topic) {
        TopicPartition partition = new TopicPartition(topic, Topics.partition("traced"));
        try (KafkaConsumer<byte[], String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", stack.kafka(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            List<String> marks = new ArrayList<>();
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], String> polled : consumer.poll(Duration.ofMillis(100))) {
                    Header mark = polled.headers().lastHeader("traceparent");
                    if (polled.value().contains("traced")) {
                        marks.add(mark == null ? "" : new String(mark.value(), UTF_8));
                    }
                }
            }
            return marks;
        }
    }

    @Test
    void logLevelsChangeWhileServicesRun() throws Exception {
        for (StackProcess process : stack.processes()) {
            if (Set.of("gateway", "engine", "persister").contains(process.service())) {
                try (Http service = new Http("http://127.0.0.1:" + process.port())) {
                    String logger = "/actuator/loggers/trading." + process.service();
                    assertThat(service.post(logger, "application/json", "{\"configuredLevel\":\"WARN\"}").statusCode())
                            .isEqualTo(204);
                    assertThat(service.get(logger).path("effectiveLevel").asString()).isEqualTo("WARN");
                    service.post(logger, "application/json", "{\"configuredLevel\":null}");
                    assertThat(service.get(logger).path("effectiveLevel").asString()).isEqualTo("INFO");
                }
            }
        }
    }

    private void assertReplaysExactly(Path flow) {
        StringWriter output = new StringWriter();
        int status = Main.commandLine().setOut(new PrintWriter(output)).setErr(new PrintWriter(output))
                .execute("replay", flow.toString(), "--stack", home.resolve("stack.json").toString());
        log.info("{}", output);
        assertThat(status).as(output.toString()).isZero();
    }

    private static JsonNode awaitResult(String orderId, String status) {
        AtomicReference<JsonNode> last = new AtomicReference<>();
        await().atMost(DEADLINE).untilAsserted(() -> {
            JsonNode result = http.get("/result?id=" + orderId);
            assertThat(result.path("status").asString("")).isEqualTo(status);
            last.set(result);
        });
        return requireNonNull(last.get());
    }

    private static long sales() throws SQLException {
        return Long.parseLong(rows("select count(*) from SALES").getFirst());
    }

    private static List<String> rows(String query) throws SQLException {
        DatabaseAddress database = stack.database();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(result.getString(column));
                }
                rows.add(String.join("\t", row));
            }
            return rows;
        }
    }

    /** The stack starts servers of its own out of jars, unless the tests are to use others. */
    private static StackOptions servers(StackOptions options) {
        if (System.getProperty("trading.test.backend", "jars").equals("jars")) {
            return options;
        }
        TestDatabase database = TestDatabase.start();
        return options.withServers(TestKafka.start().bootstrapServers(), database.r2dbcUrl().replace("r2dbc:mysql://",
                "mysql://" + database.username() + ":" + database.password() + "@"));
    }
}
