package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trading.testing.TestKafka;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Side;

/** What becomes a record of the changelog, and what does not. Each test has a product of its own, in a partition of its own. */
class ITMarketState {

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String CHANGELOG = Topics.ENGINE_GROUP + "-" + MarketProcessor.STORE + "-changelog";

    /** As many batches as commands. */
    private static final String EACH_A_BATCH = "trading.engine.max-batch-commands=1";
    private static final String ALWAYS_TWO = "trading.engine.max-batch-commands=2";
    private static final String ENDLESS_BATCH = "trading.engine.batch-interval=60s";
    private static final String NO_CHECKPOINT = "trading.engine.checkpoint-interval=1d";
    private static final String LONG_TRANSACTION = "trading.engine.transaction-timeout=5m";

    /** An engine that lost its partitions for a while would write what it has not committed in another way. */
    private static final String LONG_SESSION = "trading.engine.session-timeout=60s";
    private static final String[] ONE_COMMIT = {LONG_SESSION, LONG_TRANSACTION, "trading.engine.commit-interval=60s"};

    private static String kafka = "";
    private static Log log = new Log("127.0.0.1:1");

    @BeforeAll
    static void start() {
        log.close();
        kafka = TestKafka.start().bootstrapServers();
        log = new Log(kafka);
    }

    @AfterAll
    static void stop() {
        log.close();
    }

    @Test
    void anOrderIsWrittenAsItStandsAtACommitAndNotAtAllIfItHasLeftByThen() {
        String product = "changing";
        tradeAndCommit(product, () -> {
            // There is a checkpoint after the first batch, and so it is written.
            log.cancel(OrderId.next(Topics.partition(product), 1), "nobody");
            log.sell(product, "S1", 1, 10_000);
            log.buy(product, "B2", 1);
            log.sell(product, "S3", 5, 11_000);
            log.buy(product, "B4", 1);
            log.buy(product, "B5", 1);
        }, EACH_A_BATCH, NO_CHECKPOINT);

        assertThat(changes(product)).containsExactlyInAnyOrder("b: 1 0", "o 3: S3 3", "t changing: 3", "b: 6 5");

        tradeAndCommit(product, () -> {
            log.buy(product, "B6", 1);
            log.buy(product, "B7", 2);
            log.sell(product, "S8", 1, 10_000);
            log.sell(product, "S9", 1, 10_000);
            log.buy(product, "B10", 1);
        }, EACH_A_BATCH, NO_CHECKPOINT);

        assertThat(changes(product).subList(4, changes(product).size())).containsExactlyInAnyOrder("o 3: gone",
                "o 9: S9 1", "t changing: 6", "b: 11 10");
    }

    @Test
    void idsThatAreForgottenBeforeACommitAreNotWritten() {
        String product = "forgotten";
        int partition = Topics.partition(product);
        String[] forgetful = {EACH_A_BATCH, NO_CHECKPOINT, "trading.engine.idempotency-window=0ms"};
        tradeAndCommit(product, () -> IntStream.range(0, 20).forEach(i -> {
            log.place(OrderId.ofClient(partition, "S", product, "s" + i), Side.SELL, product, "S", 1, 10_000);
            log.place(OrderId.ofClient(partition, "B", product, "b" + i), Side.BUY, product, "B", 1, 10_000);
        }), forgetful);

        List<Batch> batches = log.batches(partition);
        // A batch forgets what was done before the log took the first of its orders.
        long from = batches.getLast().getNow() - batches.getLast().getIdempotencyWindowMillis();
        List<String> remembered = batches.stream().filter(batch -> batch.getSalesCount() > 0)
                .filter(batch -> batch.getNow() >= from)
                .map(batch -> "d " + batch.getNumber() + ": 2 ids").toList();
        assertThat(remembered).isNotEmpty();
        assertThat(done(product)).containsExactlyInAnyOrderElementsOf(remembered);

        tradeAndCommit(product, () -> log.cancel(OrderId.next(partition, 1), "nobody"), forgetful);

        assertThat(done(product).subList(remembered.size(), done(product).size())).containsExactlyInAnyOrderElementsOf(
                remembered.stream().map(change -> change.replace("2 ids", "gone")).toList());
    }

    @Test
    void whatABatchThatGoesOnHasTakenIsWrittenOnceHoweverOftenThereIsACommit() {
        String product = "slots";
        int partition = Topics.partition(product);
        try (RunningEngine _ = RunningEngine.here(kafka, LONG_SESSION, LONG_TRANSACTION,
                "trading.engine.commit-interval=10ms", ENDLESS_BATCH, NO_CHECKPOINT)) {
            for (int i = 1; i <= 4; i++) {
                long taken = i;
                log.sell(product, "S" + i, 1, 10_000);
                await().atMost(DEADLINE).until(() -> log.committed(partition) >= taken);
            }
        }
        assertThat(changes(product)).containsExactly("p 0: 0", "p 1: 1", "p 2: 2", "p 3: 3");

        tradeAndCommit(product, () -> {}, NO_CHECKPOINT);

        assertThat(changes(product).subList(4, changes(product).size())).containsExactlyInAnyOrder("b: 1 3",
                "o 0: S1 1", "o 1: S2 1", "o 2: S3 1", "o 3: S4 1");
    }

    @Test
    void aCheckpointTellsWhatIsNotYetWritten() {
        String product = "described";
        int partition = Topics.partition(product);
        tradeAndCommit(product, () -> {
            log.sell(product, "S0", 1, 10_000);
            log.sell(product, "S1", 5, 10_000);
        }, ALWAYS_TWO, ENDLESS_BATCH, NO_CHECKPOINT);

        tradeAndCommit(product, () -> {
            log.buy(product, "B2", 2);
            log.sell(product, "S3", 1, 20_000);
            await().atMost(DEADLINE).until(() -> log.uncommitted(Topics.CHECKPOINTS, partition).stream()
                    .anyMatch(record -> checkpoint(record).getLastOffset() == 3));
        }, ALWAYS_TWO, ENDLESS_BATCH, "trading.engine.checkpoint-interval=1s");

        Checkpoint checkpoint = checkpoint(log.records(Topics.CHECKPOINTS, partition).getLast());
        assertThat(checkpoint.getBatchNumber()).isEqualTo(log.batches(partition).getLast().getNumber());
        assertThat(checkpoint.getOpenList()).extracting(OpenOrder::getUserId, OpenOrder::getRemaining)
                .containsExactly(tuple("S1", 4L),
                        tuple("S3", 1L));
        assertThat(checkpoint.getLastTradeIdsList()).singleElement()
                .satisfies(one -> assertThat(one.getTradeId()).isEqualTo(2));
        List<String> changes = changes(product).subList(3, changes(product).size());
        assertThat(changes).filteredOn(change -> !change.startsWith("b")).containsExactlyInAnyOrder("o 0: gone",
                "o 1: S1 4", "o 3: S3 1", "t described: 2");
        assertThat(changes).last().isEqualTo("b: " + checkpoint.getBatchNumber() + " 3");
    }

    /** Runs an engine that trades what is sent while it runs, and commits that when it stops. */
    private static void tradeAndCommit(String product, Runnable orders, String... properties) {
        int partition = Topics.partition(product);
        try (RunningEngine _ = RunningEngine.here(kafka,
                Stream.of(ONE_COMMIT, properties).flatMap(Stream::of).toArray(String[]::new))) {
            awaitFirstCommit();
            orders.run();
            awaitTraded(partition);
        }
        assertThat(log.batches(partition).getLast().getLastOffset()).isEqualTo(lastOffset(partition));
    }

    /**
     * An engine commits at its first look at the clock, and from then on when the interval is over. It has looked before it
     * takes orders that were sent when those before them had been traded.
     */
    private static void awaitFirstCommit() {
        int partition = Topics.partition("nothing");
        for (int i = 0; i < 2; i++) {
            // As many as make a batch.
            log.cancel(OrderId.next(partition, 1), "nobody");
            log.cancel(OrderId.next(partition, 1), "nobody");
            awaitTraded(partition);
        }
    }

    /** Waits until all that was sent has been traded, committed or not. */
    private static void awaitTraded(int partition) {
        long end = lastOffset(partition);
        await().atMost(DEADLINE).until(() -> log.uncommittedBatches(partition).stream()
                .anyMatch(batch -> batch.getLastOffset() >= end));
    }

    private static long lastOffset(int partition) {
        return log.records(Topics.ORDERS, partition).getLast().offset();
    }

    private static Checkpoint checkpoint(ConsumerRecord<byte[], byte[]> record) {
        return read(() -> Checkpoint.parseFrom(record.value()));
    }

    private static List<String> done(String product) {
        return changes(product).stream().filter(change -> change.startsWith("d")).toList();
    }

    /** The product's changelog, in the order in which it was written. */
    private static List<String> changes(String product) {
        List<String> changes = new ArrayList<>();
        log.records(CHANGELOG, Topics.partition(product)).forEach(record -> changes.add(change(record)));
        return changes;
    }

    private static String change(ConsumerRecord<byte[], byte[]> record) {
        ByteBuffer key = ByteBuffer.wrap(record.key());
        char kind = (char) key.get();
        String name = switch (kind) {
            case 'p' -> "p " + key.getInt();
            case 'o', 'd' -> kind + " " + key.getLong();
            case 't' -> "t " + StandardCharsets.UTF_8.decode(key);
            default -> String.valueOf(kind);
        };
        return name + ": " + (record.value() == null ? "gone" : value(kind, ByteBuffer.wrap(record.value())));
    }

    private static String value(char kind, ByteBuffer value) {
        return switch (kind) {
            case 'o' -> {
                OpenOrder order = read(() -> OpenOrder.parseFrom(value));
                yield order.getUserId() + " " + order.getRemaining();
            }
            case 'd' -> (value.remaining() - Long.BYTES) / (2 * Long.BYTES) + " ids";
            case 'b' -> value.getLong() + " " + value.getLong();
            default -> String.valueOf(value.getLong());
        };
    }

    private interface Reading<T> {
        T read() throws InvalidProtocolBufferException;
    }

    private static <T> T read(Reading<T> reading) {
        try {
            return reading.read();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
