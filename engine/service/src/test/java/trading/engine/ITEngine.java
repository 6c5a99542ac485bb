package trading.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import trading.engine.Partitions.State;
import trading.testing.TestKafka;
import trading.wire.DeadLetter;
import trading.wire.MissingTopics;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.SelfTradeRule;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/** Each test has a product of its own, in a partition of its own: where one sets the clock ahead, time goes on in all of them. */
class ITEngine {

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** A batch that outlasts any test, while every order is committed at once. */
    private static final String[] ENDLESS_BATCH = {"trading.engine.batch-interval=60s",
        "trading.engine.commit-interval=10ms"};

    private static final String[] QUICK = {"trading.engine.transaction-timeout=2s"};

    /** Just below what a broker takes by default; with any envelope around it, it is above. */
    private static final int LARGEST_RECORD = 1_048_480;

    private static final int MEGABYTE = 1024 * 1024;

    private static final Duration BEYOND_THE_TIMEOUT = Duration.ofMinutes(11);

    private static TestKafka broker;
    private static String kafka = "";
    private static Log log = new Log("127.0.0.1:1");

    /** The clock of this test's engines. */
    private final ClockAhead clock = new ClockAhead();

    @BeforeAll
    static void start() {
        log.close();
        broker = TestKafka.startOwn();
        kafka = broker.bootstrapServers();
        log = new Log(kafka);
    }

    @AfterAll
    static void stop() {
        log.close();
        broker.close();
    }

    @Test
    void tradesWhatComesAndPublishesBatchesWithoutGaps() {
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            UUID sell = log.sell("apple", "S1", 5, 12_000);
            UUID buy = log.buy("apple", "B1", 3);
            awaitTraded("apple");
            UUID second = log.buy("apple", "B2", 3);
            awaitTraded("apple");
            log.cancel(second, "B1");
            log.cancel(second, "B2");
            awaitTraded("apple");

            List<Batch> batches = batches("apple");
            assertThat(sales(batches)).extracting(Sale::getTradeId, Sale::getBuyer, Sale::getSeller, Sale::getQuantity,
                    Sale::getPrice, Sale::getPurchaseOrderRemaining, Sale::getSalesOrderRemaining)
                    .containsExactly(tuple(1L, "B1", "S1", 3L, 12_000L, 0L, 2L),
                            tuple(2L, "B2", "S1", 2L, 12_000L, 1L, 0L));
            assertThat(sales(batches)).extracting(sale -> new UUID(sale.getPurchaseOrderIdHigh(),
                    sale.getPurchaseOrderIdLow())).containsExactly(buy, second);
            assertThat(sales(batches)).extracting(
                    sale -> new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow())).containsOnly(sell);
            assertThat(batches).flatMap(Batch::getClosedList)
                    .extracting(closed -> closed.getOrder().getUserId(), closed -> closed.getOrder().getRemaining(),
                            ClosedOrder::getReason)
                    .containsExactly(tuple("B2", 1L, CloseReason.CANCELLED));
            assertWithoutGaps(batches);
        }
    }

    /** As where engines were away: the log took the repeat in time, and it is traded when the time is over. */
    @Test
    void aRepeatThatCameInTimeChangesNothingHoweverLateItIsTraded() {
        String product = "mirabelle";
        UUID purchase = OrderId.ofClient(Topics.partition(product), "B1", product, "once");
        try (RunningEngine _ = engine("trading.engine.idempotency-window=10s")) {
            log.sell(product, "S1", 5, 12_000);
            log.place(purchase, Side.BUY, product, "B1", 2, 0);
            awaitTraded(product);
            clock.set(Duration.ofSeconds(12));
            log.place(purchase, Side.BUY, product, "B1", 2, 0);
            awaitTraded(product);
        }

        List<Batch> batches = batches(product);
        assertThat(batches.getLast().getNow() - batches.getFirst().getNow()).isGreaterThan(10_000);
        assertThat(sales(batches)).hasSize(1);
    }

    @Test
    void timeAloneClosesOrders() {
        try (RunningEngine _ = engine()) {
            log.sell("quince", "S1", 4, 12_000);
            awaitTraded("quince");
            log.sell("quince", "S2", 5, 12_000);
            awaitTraded("quince");
            clock.set(BEYOND_THE_TIMEOUT);
            await().atMost(DEADLINE).until(() -> batches("quince").stream().flatMap(b -> b.getClosedList().stream())
                    .anyMatch(closed -> closed.getOrder().getUserId().equals("S2")));

            Batch last = batches("quince").getLast();
            assertThat(last.getLastOffset()).isEqualTo(last.getFirstOffset() - 1);
            assertThat(last.getClosedList())
                    .extracting(closed -> closed.getOrder().getRemaining(), ClosedOrder::getReason)
                    .contains(tuple(5L, CloseReason.EXPIRED));
            assertThat(last.getIdempotencyWindowMillis()).as("repeats may wait in the log").isEqualTo(last.getNow());
            assertThat(log.records(Topics.SALES, Topics.partition("quince")).getLast().timestamp())
                    .isEqualTo(last.getNow());
            assertWithoutGaps(batches("quince"));
        }
    }

    /** More than a broker bears by itself. */
    @Test
    void aClockThatIsHoursAheadMakesOrdersExpireAndStopsNothing() {
        String product = "tomorrow";
        try (RunningEngine _ = engine()) {
            log.sell(product, "S1", 4, 12_000);
            awaitTraded(product);
            clock.set(Duration.ofHours(3));
            await().atMost(DEADLINE).until(() -> closed(product).containsKey("S1"));
        }
        clock.set(Duration.ZERO);
        try (RunningEngine _ = engine()) {
            log.sell(product, "S2", 4, 12_000);
            await().atMost(DEADLINE).until(() -> closed(product).containsKey("S2"));
            assertWithoutGaps(batches(product));
        }
    }

    @Test
    void timeAloneClosesOrdersOfBeforeARestart() {
        String product = "restarted";
        try (RunningEngine _ = engine()) {
            log.sell(product, "S1", 4, 12_000);
            awaitTraded(product);
        }
        assertThat(closed(product)).isEmpty();
        clock.set(BEYOND_THE_TIMEOUT);
        try (RunningEngine _ = engine()) {
            await().atMost(DEADLINE).until(() -> closed(product).containsKey("S1"));
        }
        assertThat(closed(product)).containsOnly(entry("S1", CloseReason.EXPIRED));
    }

    @Test
    void thePartitionsBoundsAreThoseOfTheSettings() {
        String product = "bounded";
        try (RunningEngine _ = RunningEngine.here(kafka,
                properties("trading.engine.max-open-orders=1", "trading.engine.max-products=7"))) {
            log.sell(product, "S1", 4, 12_000);
            log.sell(product, "S2", 5, 12_000);
            awaitTraded(product);
        }
        assertThat(closed(product)).containsOnly(entry("S2", CloseReason.MAX_OPEN_ORDERS));
        assertThat(batches(product)).allSatisfy(batch -> assertThat(batch).extracting(Batch::getMaxOpenOrders,
                Batch::getMaxProducts).containsExactly(1, 7));
    }

    @Test
    void ordersThatOutliveTheTimeoutOutliveARestartToo() {
        String product = "lasting";
        String oneGtc = "trading.engine.max-gtc-orders=1";
        Instant expiresAt = Instant.now().plus(BEYOND_THE_TIMEOUT).plusSeconds(600);
        try (RunningEngine _ = engine(oneGtc)) {
            sell(product, "gtc", order -> order.setTimeInForce(TimeInForce.GTC));
            sell(product, "none", order -> order);
            awaitTraded(product);
            sell(product, "gtt",
                    order -> order.setTimeInForce(TimeInForce.GTT).setExpiresAt(expiresAt.toEpochMilli()));
            log.place(nextId(product), Side.BUY, product, "ioc", 9, 1, o -> o.setTimeInForce(TimeInForce.IOC));
            awaitTraded(product);
            clock.set(BEYOND_THE_TIMEOUT);
            await().atMost(DEADLINE).until(() -> closed(product).containsKey("none"));
        }

        try (RunningEngine _ = engine(oneGtc)) {
            sell(product, "gtc", order -> order.setTimeInForce(TimeInForce.GTC));
            awaitTraded(product);
            assertThat(closed(product)).doesNotContainKey("gtt");
            clock.set(BEYOND_THE_TIMEOUT.plusSeconds(600));
            await().atMost(DEADLINE).until(() -> closed(product).containsKey("gtt"));
            log.place(nextId(product), Side.BUY, product, "buyer", 2, 0, o -> o.setTimeInForce(TimeInForce.GTC));
            awaitTraded(product);
        }

        assertThat(closed(product)).containsOnly(entry("ioc", CloseReason.UNFILLED), entry("none", CloseReason.EXPIRED),
                entry("gtc", CloseReason.MAX_GTC_ORDERS), entry("gtt", CloseReason.EXPIRED));
        assertThat(batches(product).stream().filter(batch -> batch.getClosedList().stream()
                .anyMatch(one -> one.getOrder().getUserId().equals("gtt"))).findAny().orElseThrow().getNow())
                .isGreaterThanOrEqualTo(expiresAt.toEpochMilli());
        assertThat(sales(batches(product))).extracting(Sale::getSeller).containsExactly("gtc");
        assertThat(batches(product)).allSatisfy(batch -> assertThat(batch.getMaxGtcOrders()).isEqualTo(1));
    }

    @Test
    void aTimeThatIsOverClosesTheOrderThoughNothingElseComes() {
        String product = "dated";
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            sell(product, "none", order -> order);
            awaitTraded(product);
            long expiresAt = System.currentTimeMillis() + 10_000;
            sell(product, "gtt", order -> order.setTimeInForce(TimeInForce.GTT).setExpiresAt(expiresAt));
            awaitTraded(product);
            assertThat(batches(product).stream().flatMap(batch -> batch.getRestedList().stream()))
                    .extracting(OpenOrder::getUserId).contains("gtt");
            // The order before it expires long after.
            await().atMost(DEADLINE).until(() -> closed(product).containsKey("gtt"));
        }
        assertThat(closed(product)).containsOnly(entry("gtt", CloseReason.EXPIRED));
    }

    @Test
    void selfTradesArePreventedByTheRuleOfTheirProductAndTheBatchSaysSo() {
        String product = "self";
        String other = IntStream.range(0, 10_000).mapToObj(i -> "self-" + i)
                .filter(name -> Topics.partition(name) == Topics.partition(product)).findFirst().orElseThrow();
        try (RunningEngine _ = RunningEngine.here(kafka, properties("trading.engine.self-trade-prevention=close-newer",
                "trading.engine.self-trade-prevention-exceptions=" + other + "=none"))) {
            for (String each : List.of(product, other)) {
                log.sell(each, "ann", 1, 10_000);
                log.buy(each, "ann", 1);
            }
            awaitTraded(product);
        }

        assertThat(sales(batches(product))).extracting(Sale::getProductId).containsExactly(other);
        assertThat(closed(product)).containsOnly(entry("ann", CloseReason.SELF_TRADE));
        assertThat(batches(product)).allSatisfy(batch -> {
            assertThat(batch.getSelfTrades()).isEqualTo(SelfTradeRule.CLOSE_NEWER);
            assertThat(batch.getSelfTradeExceptionsList()).singleElement().satisfies(exception -> {
                assertThat(exception.getProductId()).isEqualTo(other);
                assertThat(exception.getRule()).isEqualTo(SelfTradeRule.SELF_TRADE_RULE_UNSPECIFIED);
            });
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopped", "killed"})
    void whatAnInterruptedBatchHadTakenTradesAfterTheRestart(String how) {
        String product = "interrupted-" + how;
        int partition = Topics.partition(product);
        byte[] poison = new byte[500_000];
        try (RunningEngine _ = how.equals("killed")
                ? RunningEngine.process(kafka, properties(ENDLESS_BATCH))
                : RunningEngine.here(kafka, properties(ENDLESS_BATCH))) {
            IntStream.range(0, 50).forEach(i -> {
                log.sell(product, "S" + i, 1, 12_000 + i);
                if (i == 25) {
                    log.send(partition, new byte[]{1}, poison);
                }
                log.buy(product, "B" + i, 1);
            });
            await().atMost(DEADLINE).until(() -> log.committed(partition) >= 101);
            assertThat(batches(product)).isEmpty();
        }

        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            await().atMost(DEADLINE).untilAsserted(() -> assertThat(sales(batches(product))).hasSize(50));
        }
        assertThat(sales(batches(product))).extracting(Sale::getTradeId)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 50).mapToObj(Long::valueOf).toList());
        assertThat(batches(product).getFirst().getFirstOffset()).isZero();
        assertWithoutGaps(batches(product));
        assertThat(log.records(Topics.DEAD_LETTERS, partition)).as("once, whoever goes on")
                .singleElement().satisfies(letter -> assertThat(letter.value()).isEqualTo(poison));
    }

    @Test
    void aRestartKeepsBooksTradeIdsAndTheIdsOfClients() {
        String product = "kept";
        UUID clients = OrderId.ofClient(Topics.partition(product), "S1", product, "order-1");
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            log.place(clients, Side.SELL, product, "S1", 2, 10_000);
            log.buy(product, "B1", 2);
            log.sell(product, "S2", 3, 11_000);
            log.sell(product, "S3", 3, 11_000);
            awaitTraded(product);
        }

        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            log.place(clients, Side.SELL, product, "S1", 2, 10_000);
            log.buy(product, "B2", 4);
            awaitTraded(product);
        }

        assertThat(sales(batches(product)))
                .extracting(Sale::getTradeId, Sale::getBuyer, Sale::getSeller, Sale::getQuantity)
                .containsExactly(tuple(1L, "B1", "S1", 2L), tuple(2L, "B2", "S2", 3L), tuple(3L, "B2", "S3", 1L));
        assertWithoutGaps(batches(product));
    }

    @Test
    void whereNoMoreIdsAreRememberedTheOldestIsANewOrders() {
        String product = "brief";
        UUID first = OrderId.ofClient(Topics.partition(product), "S1", product, "first");
        UUID second = OrderId.ofClient(Topics.partition(product), "S1", product, "second");
        try (RunningEngine _ = engine("trading.engine.max-remembered-ids=1")) {
            for (UUID filled : List.of(first, second)) {
                log.place(filled, Side.SELL, product, "S1", 1, 10_000);
                log.buy(product, "B1", 1);
                awaitTraded(product);
            }
            log.place(second, Side.SELL, product, "S1", 1, 10_000);
            log.place(first, Side.SELL, product, "S1", 1, 10_000);
            log.buy(product, "B1", 2);
            awaitTraded(product);
        }
        assertThat(sales(batches(product)))
                .extracting(sale -> new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow()))
                .containsExactly(first, second, first);
    }

    @Test
    void whatCannotBeReadGoesToTheDeadLettersAndThePartitionGoesOn() {
        String product = "poisoned";
        int partition = Topics.partition(product);
        byte[] poison = "no command".getBytes(StandardCharsets.UTF_8);
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            log.sell(product, "S1", 1, 10_000);
            log.send(partition, new byte[]{1, 2}, poison);
            log.send(partition, null, null);
            log.send(partition, null, new byte[LARGEST_RECORD]);
            log.sendCompressed(partition, null, new byte[3 * MEGABYTE]);
            log.sendCompressed(partition, new byte[3 * MEGABYTE], null);
            log.place(OrderId.next(partition, 1), Side.SELL, product, "S1", 0, 10_000);
            log.buy(product, "B1", 1);
            awaitTraded(product);
        }

        assertThat(sales(batches(product))).hasSize(1);
        assertWithoutGaps(batches(product));
        List<ConsumerRecord<byte[], byte[]>> letters = log.records(Topics.DEAD_LETTERS, partition);
        assertThat(letters).hasSize(6).first().satisfies(letter -> {
            assertThat(letter.value()).isEqualTo(poison);
            assertThat(letter.key()).isEqualTo(new byte[]{1, 2});
        });
        assertThat(letters).extracting(letter -> header(letter, "topic")).containsOnly(Topics.ORDERS);
        assertThat(letters).extracting(letter -> header(letter, "offset")).containsExactly("1", "2", "3", "4", "5",
                "6");
        assertThat(letters.get(2).value()).hasSize(LARGEST_RECORD);
        assertThat(letters.get(3).value()).isEqualTo(new byte[DeadLetter.CUT_VALUE_BYTES]);
        assertThat(letters.get(4).key()).isEqualTo(new byte[DeadLetter.CUT_KEY_BYTES]);
        assertThat(header(letters.get(3), "error"))
                .isEqualTo("value: 3145728 bytes (expected: at most 4096); cut, for it"
                        + " has 3145728 bytes (expected: at most 2093056)");
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Test
    void ordersThatOutliveTheirBatchAreToldOnce() {
        String product = "rested";
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            log.sell(product, "S1", 9, 10_000);
            awaitTraded(product);
            log.buy(product, "B1", 4);
            awaitTraded(product);
        }

        assertThat(batches(product)).flatMap(Batch::getRestedList)
                .extracting(OpenOrder::getUserId, OpenOrder::getQuantity, OpenOrder::getRemaining, OpenOrder::getPrice)
                .containsExactly(tuple("S1", 9L, 9L, 10_000L));
    }

    @Test
    void aCheckpointTellsWhereTheMarketStands() {
        String product = "checked";
        int partition = Topics.partition(product);
        UUID done = OrderId.ofClient(partition, "S1", product, "order-1");
        try (RunningEngine _ = RunningEngine.here(kafka, "trading.engine.checkpoint-interval=1s")) {
            log.place(done, Side.SELL, product, "S1", 2, 10_000);
            log.buy(product, "B1", 2);
            log.sell(product, "S2", 3, 11_000);
            await().atMost(DEADLINE).pollInterval(Duration.ofMillis(300)).until(() -> {
                log.sell(product, "S3", 1, 12_000);
                awaitTraded(product);
                return checkpoints(partition).getLast().getOpenCount() > 1;
            });
        }

        Checkpoint checkpoint = checkpoints(partition).getLast();
        Batch batch = batches(product).stream().filter(one -> one.getNumber() == checkpoint.getBatchNumber())
                .findAny().orElseThrow();
        assertThat(checkpoint.getLastOffset()).isEqualTo(batch.getLastOffset());
        assertThat(checkpoint.getNow()).isEqualTo(batch.getNow());
        assertThat(checkpoint.getLast()).isTrue();
        assertThat(checkpoint.getOpenList()).first().satisfies(order -> {
            assertThat(order.getUserId()).isEqualTo("S2");
            assertThat(order.getRemaining()).isEqualTo(3);
        });
        assertThat(checkpoint.getLastTradeIdsList()).singleElement().satisfies(last -> {
            assertThat(last.getProductId()).isEqualTo(product);
            assertThat(last.getTradeId()).isEqualTo(1);
        });
        assertThat(checkpoint.getDoneList()).singleElement()
                .satisfies(ids -> assertThat(new UUID(ids.getOrderIdHigh(0), ids.getOrderIdLow(0))).isEqualTo(done));
    }

    @Test
    void checkpointsComeAsLongAsAnOrderIsOpenThoughNothingHappens() {
        String product = "resting";
        int partition = Topics.partition(product);
        try (RunningEngine _ = RunningEngine.here(kafka, "trading.engine.checkpoint-interval=1s")) {
            log.sell(product, "S1", 3, 11_000);
            await().atMost(DEADLINE).until(() -> checkpoints(partition).size() >= 3);
        }

        assertThat(checkpoints(partition))
                .extracting(checkpoint -> checkpoint.getOpen(0).getUserId(), Checkpoint::getLast)
                .containsOnly(tuple("S1", true));
        assertThat(checkpoints(partition)).extracting(Checkpoint::getNow).doesNotHaveDuplicates();
        assertWithoutGaps(batches(product));
    }

    @Test
    void offsetsThatWereLostTradeNothingAgain() throws Exception {
        String product = "again";
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            log.sell(product, "S1", 3, 10_000);
            log.buy(product, "B1", 2);
            awaitTraded(product);
        }
        List<Batch> before = batches(product);

        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka))) {
            admin.deleteConsumerGroupOffsets(Topics.ENGINE_GROUP,
                    Set.of(new TopicPartition(Topics.ORDERS, Topics.partition(product)))).all().get();
        }
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            log.buy(product, "B2", 1);
            awaitTraded(product);
        }

        assertThat(batches(product)).startsWith(before.toArray(Batch[]::new));
        assertThat(sales(batches(product))).extracting(Sale::getTradeId, Sale::getBuyer, Sale::getQuantity)
                .containsExactly(tuple(1L, "B1", 2L), tuple(2L, "B2", 1L));
        assertWithoutGaps(batches(product));
    }

    /** It is looked again and again when the next order expires: that may be years away. */
    @Test
    void anOrderExpiresThoughItsTimeWasNotOverAtTheFirstLook() {
        String product = "patient";
        try (RunningEngine _ = engine("trading.engine.checkpoint-interval=1d")) {
            log.buy(product, "B1", 2);
            awaitTraded(product);
            clock.set(BEYOND_THE_TIMEOUT.minusMinutes(2));
            // The thread that trades all partitions has looked by then.
            log.buy("impatient", "B2", 2);
            awaitTraded("impatient");
            assertThat(batches(product)).flatMap(Batch::getClosedList).isEmpty();

            clock.set(BEYOND_THE_TIMEOUT);
            await().atMost(DEADLINE).untilAsserted(() -> assertThat(batches(product)).flatMap(Batch::getClosedList)
                    .extracting(closed -> closed.getOrder().getUserId(), ClosedOrder::getReason)
                    .containsExactly(tuple("B1", CloseReason.EXPIRED)));
        }
    }

    @Test
    void ordersThatWerePassedOverAreTold() throws Exception {
        String product = "passed-over";
        int partition = Topics.partition(product);
        try (TestKafka own = TestKafka.startOwn(); Log other = new Log(own.bootstrapServers())) {
            try (RunningEngine _ = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                other.sell(product, "S1", 10, 10_000);
                await().atMost(DEADLINE).until(() -> other.batches(partition).size() == 1);
            }
            other.buy(product, "B1", 1);
            other.buy(product, "B2", 2);
            try (Admin admin = Admin
                    .create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, own.bootstrapServers()))) {
                admin.alterConsumerGroupOffsets(Topics.ENGINE_GROUP,
                        Map.of(new TopicPartition(Topics.ORDERS, partition), new OffsetAndMetadata(3))).all().get();
            }
            try (RunningEngine.Here engine = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                other.buy(product, "B3", 3);
                await().atMost(DEADLINE).until(() -> sales(other.batches(partition)).size() == 1);
                assertThat(engine.context().getBean(MeterRegistry.class).get("trading.engine.missed").counter().count())
                        .isEqualTo(2);
            }
            assertThat(other.batches(partition))
                    .extracting(Batch::getFirstOffset, Batch::getLastOffset, Batch::getMissed)
                    .containsExactly(tuple(0L, 0L, 0L), tuple(1L, 3L, 2L));
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aLogThatWasMadeAnewBesideAnOldStateIsNotTraded(CapturedOutput output) throws Exception {
        String product = "anew";
        int partition = Topics.partition(product);
        try (TestKafka own = TestKafka.startOwn()) {
            List<Batch> before;
            try (Log old = new Log(own.bootstrapServers());
                    RunningEngine _ = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                old.sell(product, "S1", 3, 10_000);
                old.buy(product, "B1", 2);
                await().atMost(DEADLINE).until(() -> sales(old.batches(partition)).size() == 1);
                before = old.batches(partition);
            }

            Map<String, Object> kafka = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, own.bootstrapServers());
            try (Admin admin = Admin.create(kafka)) {
                // Or an engine might go on behind the new log's first record.
                admin.deleteConsumerGroupOffsets(Topics.ENGINE_GROUP,
                        Set.of(new TopicPartition(Topics.ORDERS, partition))).all().get();
                admin.deleteTopics(Set.of(Topics.ORDERS)).all().get();
            }
            MissingTopics.create(kafka, (short) 1, 1, DEADLINE);
            try (Log anew = new Log(own.bootstrapServers());
                    RunningEngine.Here engine = RunningEngine.here(own.bootstrapServers(),
                            properties("trading.engine.max-thread-replacements=0"))) {
                anew.buy(product, "B2", 1);
                await().atMost(DEADLINE).until(engine::isDown);

                assertThat(output)
                        .contains("partition %d, offset 0: newer than offset 1, up to which this partition has"
                                .formatted(partition) + " traded; orders is not the log that it traded");
                assertThat(anew.uncommittedBatches(partition)).isEqualTo(before);
            }
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void withoutItsChangelogAPartitionIsNotTradedAsIfItWereNew(CapturedOutput output) throws Exception {
        String product = "forgotten";
        int partition = Topics.partition(product);
        try (TestKafka own = TestKafka.startOwn(); Log other = new Log(own.bootstrapServers())) {
            try (RunningEngine _ = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                other.sell(product, "S1", 3, 10_000);
                other.buy(product, "B1", 2);
                await().atMost(DEADLINE).until(() -> sales(other.batches(partition)).size() == 1);
            }
            List<Batch> before = other.batches(partition);
            try (Admin admin = Admin
                    .create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, own.bootstrapServers()))) {
                admin.deleteTopics(Set.of(Changelog.TOPIC)).all().get();
            }
            other.buy(product, "B2", 1);
            try (RunningEngine.Here engine = RunningEngine.here(own.bootstrapServers(),
                    properties("trading.engine.max-thread-replacements=0"))) {
                await().atMost(DEADLINE).until(engine::isDown);
            }

            assertThat(output).contains("partition " + partition
                    + ": group engine has traded it, of which engine-market-changelog knows nothing");
            assertThat(other.uncommittedBatches(partition)).isEqualTo(before);

            await("nobody is in the group any more").atMost(DEADLINE).ignoreException(ExecutionException.class)
                    .untilAsserted(() -> setOffset(own.bootstrapServers(), partition));
            try (RunningEngine _ = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                await("what waits is traded when somebody has set the offset").atMost(DEADLINE)
                        .until(() -> other.batches(partition).size() > before.size());
            }
            assertThat(other.batches(partition).get(before.size()).getRestedList()).extracting(OpenOrder::getUserId)
                    .containsExactly("B2");
        }
    }

    /** To where it is, as an operator does. */
    private static void setOffset(String bootstrapServers, int partition) throws Exception {
        TopicPartition orders = new TopicPartition(Topics.ORDERS, partition);
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            long offset = requireNonNull(
                    admin.listConsumerGroupOffsets(Topics.ENGINE_GROUP).partitionsToOffsetAndMetadata()
                            .get().get(orders))
                    .offset();
            admin.alterConsumerGroupOffsets(Topics.ENGINE_GROUP, Map.of(orders, new OffsetAndMetadata(offset))).all()
                    .get();
        }
    }

    /** Only time ends the batch in which it stands still: no record that it commits says that it is the owner. */
    @Test
    void anEngineThatStoodStillTradesNothingThatAnotherHasTradedMeanwhile() {
        String product = "standstill";
        int partition = Topics.partition(product);
        try (TestKafka own = TestKafka.startOwn(); Log other = new Log(own.bootstrapServers())) {
            try (RunningEngine _ = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                other.sell(product, "S1", 10, 10_000);
                await().atMost(DEADLINE).until(() -> other.batches(partition).size() == 1);
            }
            try (RunningEngine.Here old = RunningEngine.here(own.bootstrapServers(),
                    properties("trading.engine.checkpoint-interval=1s", Standstill.PROPERTY,
                            "spring.kafka.streams.properties.main.consumer.max.poll.interval.ms=2000"))) {
                await().atMost(DEADLINE).until(Standstill::hasBegun);
                try (RunningEngine.Here owner = RunningEngine.here(own.bootstrapServers(), QUICK)) {
                    other.buy(product, "B1", 3);
                    await().atMost(DEADLINE).until(() -> sales(other.batches(partition)).size() == 1);

                    Standstill.end();
                    await().atMost(DEADLINE)
                            .until(() -> owner.partitions(State.TRADING) == Topics.PARTITIONS / 2 && old.isReady());
                    other.buy(product, "B2", 2);
                    await().atMost(DEADLINE).until(() -> sales(other.batches(partition)).size() >= 2);
                }
            } finally {
                Standstill.end();
            }
            List<Batch> batches = other.batches(partition);
            assertThat(batches).extracting(Batch::getNumber).doesNotHaveDuplicates().isSorted();
            assertThat(sales(batches)).extracting(Sale::getTradeId, Sale::getBuyer, Sale::getQuantity)
                    .containsExactly(tuple(1L, "B1", 3L), tuple(2L, "B2", 2L));
            assertWithoutGaps(batches);
        }
    }

    @Test
    void theChangelogIsReplicatedAsTheOrdersAre() throws Exception {
        try (RunningEngine.Here engine = RunningEngine.here(kafka, QUICK)) {
            await().atMost(DEADLINE).until(engine::isReady);
        }

        List<String> topics = List.of(Topics.ORDERS, Changelog.TOPIC);
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka))) {
            assertThat(admin.describeTopics(topics).allTopicNames().get().values())
                    .allSatisfy(topic -> assertThat(topic.partitions())
                            .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(1)));
            assertThat(admin.describeConfigs(
                    topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList()).all()
                    .get().values()).extracting(config -> config.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG))
                    .as("of the topic, whatever the broker's default is")
                    .extracting(ConfigEntry::value, ConfigEntry::source)
                    .containsOnly(tuple("1", ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG));
        }
        assertThatThrownBy(() -> RunningEngine.here(kafka, "spring.kafka.streams.replication-factor=2"))
                .hasStackTraceContaining("replicas of topic engine-market-changelog: 1 (expected: at least 2, ");
    }

    @Test
    void topicsThatWouldLoseSomethingAreRefused() {
        try (RunningEngine _ = RunningEngine.here(kafka, QUICK)) {
            // The topics are there now.
        }
        assertRefused(Topics.ORDERS, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime", "LogAppendTime");
        assertRefused(Topics.SALES, TopicConfig.RETENTION_BYTES_CONFIG, "1000000000", "-1");
        assertRefused(Topics.CHECKPOINTS, TopicConfig.CLEANUP_POLICY_CONFIG, "compact", "delete");
        assertRefused(Changelog.TOPIC, TopicConfig.CLEANUP_POLICY_CONFIG, "delete", "compact");
        assertRefused(Changelog.TOPIC, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "true", "false");
    }

    private static void assertRefused(String topic, String setting, String wrong, String right) {
        log.set(topic, setting, wrong);
        try {
            assertThatThrownBy(() -> RunningEngine.here(kafka, QUICK)).hasStackTraceContaining(
                    setting + " of topic " + topic + ": " + wrong + " (expected: " + right);
        } finally {
            log.set(topic, setting, right);
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void figuresComeAtTheirInterval(CapturedOutput output) {
        try (RunningEngine _ = RunningEngine.here(kafka, properties("trading.engine.figures-interval=100ms"))) {
            // Every five seconds they would not be there in time.
            await().atMost(DEADLINE).until(() -> output.toString().split("commands/s").length > 20);
        }
    }

    @Test
    void enginesShareThePartitionsAndKeepCopiesForEachOther() {
        try (RunningEngine.Here first = RunningEngine.here(kafka, QUICK)) {
            await().atMost(DEADLINE).until(first::isReady);
            assertThat(first.partitions(State.TRADING)).isEqualTo(Topics.PARTITIONS);
            try (RunningEngine.Here second = RunningEngine.here(kafka, QUICK)) {
                await().atMost(DEADLINE).until(() -> Stream.of(first, second)
                        .allMatch(engine -> engine.isReady() && engine.partitions(State.RESTORING) == 0
                                && engine.partitions(State.TRADING) == Topics.PARTITIONS / 2
                                && engine.partitions(State.STANDBY) == Topics.PARTITIONS / 2));
            }
            await().atMost(DEADLINE).until(() -> first.partitions(State.TRADING) == Topics.PARTITIONS
                    && first.partitions(State.STANDBY) == 0);
        }
    }

    @Test
    void anEngineIsNotReadyBeforeItHasCopiedWhatItIsToTrade() {
        String product = "copied";
        int lag = 10;
        // A record in each poll: so it takes a while.
        String[] settings = properties("spring.kafka.streams.properties.acceptable.recovery.lag=" + lag,
                "spring.kafka.streams.properties.restore.consumer.max.poll.records=1");
        try (TestKafka own = TestKafka.startOwn();
                Log other = new Log(own.bootstrapServers());
                RunningEngine.Here _ = RunningEngine.here(own.bootstrapServers(), settings)) {
            for (int i = 0; i < 1_500; i++) {
                other.sell(product, "S" + i, 1, 10_000);
            }
            await().atMost(DEADLINE).until(() -> other.batches(Topics.partition(product)).stream()
                    .mapToInt(Batch::getRestedCount).sum() == 1_500);
            try (RunningEngine.Here second = RunningEngine.here(own.bootstrapServers(), settings)) {
                await().pollInterval(Duration.ofMillis(1)).atMost(DEADLINE).until(second::isReady);
                assertThat(requireNonNull(second.context().getBean(Engine.class).streams())
                        .allLocalStorePartitionLags().values()).allSatisfy(
                                partitions -> assertThat(
                                        partitions.values()).allMatch(copy -> copy.offsetLag() <= lag));
            }
        }
    }

    private static List<Checkpoint> checkpoints(int partition) {
        return log.records(Topics.CHECKPOINTS, partition).stream().map(record -> {
            try {
                return Checkpoint.parseFrom(record.value());
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
            }
        }).toList();
    }

    private RunningEngine engine(String... properties) {
        return RunningEngine.here(clock, kafka, properties(properties));
    }

    /** Waits until all that was sent for the product has been traded and committed. */
    private static void awaitTraded(String product) {
        int partition = Topics.partition(product);
        long end = log.records(Topics.ORDERS, partition).getLast().offset();
        await().atMost(DEADLINE).until(() -> {
            List<Batch> batches = log.batches(partition);
            return !batches.isEmpty() && batches.getLast().getLastOffset() >= end;
        });
    }

    private static void assertWithoutGaps(List<Batch> batches) {
        for (int i = 1; i < batches.size(); i++) {
            assertThat(batches.get(i).getFirstOffset()).isEqualTo(batches.get(i - 1).getLastOffset() + 1);
            assertThat(batches.get(i).getNow()).isGreaterThanOrEqualTo(batches.get(i - 1).getNow());
        }
    }

    /** Sells 3, from the price of 1.00 on. */
    private static void sell(String product, String userId, UnaryOperator<PlaceOrder.Builder> terms) {
        log.place(nextId(product), Side.SELL, product, userId, 3, 10_000, terms);
    }

    private static UUID nextId(String product) {
        return OrderId.next(Topics.partition(product), System.currentTimeMillis());
    }

    /** Whose orders closed, and why the last of each. */
    private static Map<String, CloseReason> closed(String product) {
        Map<String, CloseReason> closed = new HashMap<>();
        batches(product).forEach(batch -> batch.getClosedList()
                .forEach(one -> closed.put(one.getOrder().getUserId(), one.getReason())));
        return closed;
    }

    private static List<Batch> batches(String product) {
        return log.batches(Topics.partition(product));
    }

    private static List<Sale> sales(List<Batch> batches) {
        return batches.stream().flatMap(batch -> batch.getSalesList().stream()).toList();
    }

    private static String[] properties(String... more) {
        return Stream.of(QUICK, more).flatMap(Stream::of).toArray(String[]::new);
    }
}
