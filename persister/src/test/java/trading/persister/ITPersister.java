package trading.persister;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.DeadLetter;
import trading.wire.Schema;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Sale;

/** Batches on the sales topic become rows and then results, whatever happens in between. */
class ITPersister {

    private static final TestKafka KAFKA = TestKafka.start();
    private static final TestDatabase DATABASE = TestDatabase.start();
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final long NOW = 1_774_785_600_007L;

    /** Partitions that stopped in one test must not stand in another one's way. */
    private static int partitions;

    private final String product = "p" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 60), 36);
    private final int partition = partitions++;

    private SalesLog log;

    @BeforeEach
    void open() {
        log = new SalesLog(KAFKA.bootstrapServers(), List.of(partition));
    }

    /** A second partition of this test alone. */
    private int otherPartition() {
        int other = partitions++;
        log.close();
        log = new SalesLog(KAFKA.bootstrapServers(), List.of(partition, other));
        return other;
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void batchesBecomeRowsAndThenResults() {
        try (RunningPersister persister = persister(DATABASE)) {
            List<Batch> batches = List.of(batch(sale(1), sale(2)), batch(), batch(sale(3)));

            log.write(partition, batches);

            awaitResults(partition, batches);
            assertThat(tradeIds(DATABASE)).containsExactly("1", "2", "3");
            assertThat(Sql.rows(DATABASE, "SELECT CAST(TRADED_AT AS CHAR) FROM SALES WHERE PRODUCT_ID = ? LIMIT 1",
                    product)).containsExactly("2026-03-29 12:00:00.007");
            assertThat(persister.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void whatAnEngineAbortedNeverHappened() {
        try (RunningPersister _ = persister(DATABASE)) {
            log.writeAndAbort(partition, List.of(batch(sale(1).toBuilder().setQuantity(99).build())));
            List<Batch> committed = List.of(batch(sale(1)), batch(sale(2)));

            log.write(partition, committed);

            awaitResults(partition, committed);
            assertThat(tradeIds(DATABASE)).containsExactly("1", "2");
            assertThat(quantity(1)).isEqualTo("3");
        }
    }

    @Test
    void whatIsDeliveredAgainIsNotWrittenAgain() {
        List<Batch> batches = IntStream.rangeClosed(1, 50).mapToObj(i -> batch(sale(i))).toList();
        try (RunningPersister _ = persister(DATABASE)) {
            log.write(partition, batches);
            awaitResults(partition, batches);
        }
        Sql.update(DATABASE, "DELETE FROM SALES WHERE PRODUCT_ID = ? AND TRADE_ID > 40", product);

        log.rewindPersisters(partition, 0);
        try (RunningPersister persister = persister(DATABASE)) {
            await().atMost(SOON).until(() -> log.results(partition).size() == 100);
            assertThat(log.results(partition).subList(50, 100)).isEqualTo(batches);
            assertThat(tradeIds(DATABASE)).hasSize(50);
            assertThat(persister.metric("trading.persister.rows.repeated")).isEqualTo(40);
            assertThat(persister.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void salesThatAreDeletedBeforeTheyAreWrittenAreTold() {
        List<Batch> first = List.of(batch(sale(1)));
        List<Batch> last = List.of(batch(sale(4)));
        try (RunningPersister persister = persister(DATABASE)) {
            log.write(partition, first);
            awaitResults(partition, first);
            await().atMost(SOON).until(() -> log.committed(partition) == 1);
            assertThat(persister.metric("trading.persister.missed")).isZero();
        }
        log.write(partition, List.of(batch(sale(2)), batch(sale(3))));
        log.write(partition, last);
        // Behind each write is its transaction's end.
        log.delete(partition, 5);
        try (RunningPersister persister = persister(DATABASE)) {
            await().atMost(SOON).until(() -> log.results(partition).size() == 2);
            assertThat(tradeIds(DATABASE)).containsExactly("1", "4");
            assertThat(persister.metric("trading.persister.missed")).isEqualTo(4);
        }
    }

    /** As where the database was away for longer than Kafka keeps sales, and the persister tried again all the time. */
    @Test
    void salesThatAreDeletedWhileTheyComeAgainAndAgainAreTold() {
        List<Batch> batches = LongStream.rangeClosed(1, 4)
                .mapToObj(number -> batch(sale(number)).toBuilder().setNumber(number).build()).toList();
        try (TestDatabase database = TestDatabase.startOwn(); RunningPersister persister = persister(database)) {
            log.write(partition, batches.subList(0, 1));
            awaitResults(partition, batches.subList(0, 1));
            Sql.update(database, "RENAME TABLE SALES TO ELSEWHERE");
            log.write(partition, batches.subList(1, 3));
            await().atMost(SOON).until(() -> persister.failuresInARow() >= 4);
            // Behind each write is its transaction's end.
            log.delete(partition, 5);
            log.write(partition, batches.subList(3, 4));
            Sql.update(database, "RENAME TABLE ELSEWHERE TO SALES");
            await().atMost(SOON).until(() -> log.results(partition).size() == 2);
            assertThat(tradeIds(database)).containsExactly("1", "4");
            assertThat(persister.metric("trading.persister.missed")).isEqualTo(4);
        }
    }

    /** As where all were away for so long that Kafka has forgotten how far they were. */
    @Test
    void salesThatAreDeletedWhileNobodyKnowsWhatWasWrittenAreTold() {
        log.write(partition, List.of(batch(sale(1)), batch(sale(2))));
        List<Batch> last = List.of(batch(sale(3)));
        log.write(partition, last);
        log.delete(partition, 3);
        try (RunningPersister persister = persister(DATABASE)) {
            awaitResults(partition, last);
            assertThat(tradeIds(DATABASE)).containsExactly("3");
            assertThat(persister.metric("trading.persister.missed")).isEqualTo(3);
        }
    }

    @Test
    void anotherSaleUnderTheSameKeyStopsItsPartitionAndNoOther() {
        int otherPartition = otherPartition();
        Sql.update(DATABASE, "INSERT INTO SALES VALUES (?, 2, 'other', 's', 1.2345, 3, ?, ?, 0, 0, NOW())", product,
                "x".repeat(36), "y".repeat(36));
        Sale elsewhere = sale(1).toBuilder().setProductId(product + "-2").build();
        List<Batch> batches = List.of(batch(sale(1)), batch(sale(2)), batch(sale(3)));
        try (RunningPersister persister = persister(DATABASE)) {
            log.write(partition, batches);
            log.writeBytes(partition, null, new byte[]{1, 2, 3});
            log.write(otherPartition, List.of(batch(elsewhere)));

            awaitResults(otherPartition, List.of(batch(elsewhere)));
            awaitResults(partition, batches.subList(0, 1));
            await().atMost(SOON).until(() -> persister.health().getStatus().equals(Status.DOWN));
            assertThat(stopped(persister.health())).containsKey("sales-" + partition).hasToString("{sales-" + partition
                    + "=CONFLICTING at offset 1: SALES (" + product
                    + ", 2) BUYER_NAME: b (expected: other, as the table has it)}");
            assertThat(persister.metric("trading.persister.stops", "reason", "CONFLICTING")).isEqualTo(1);
            assertThat(tradeIds(DATABASE)).as("nothing behind it").containsExactly("1", "2");

            List<Batch> later = List.of(batch(elsewhere.toBuilder().setTradeId(2).build()));
            log.write(otherPartition, later);
            await().atMost(SOON).until(() -> log.results(otherPartition).size() == 2);
            assertThat(log.results(partition)).hasSize(1);
            assertThat(log.deadLetters(partition)).as("none from behind it").isEmpty();
            await().atMost(SOON).until(() -> persister.metric("trading.persister.batches") == 3);
        }
        assertThat(log.committed(partition)).isEqualTo(1);

        Sql.update(DATABASE, "DELETE FROM SALES WHERE PRODUCT_ID = ? AND TRADE_ID = 2", product);
        try (RunningPersister _ = persister(DATABASE)) {
            awaitResults(partition, batches);
            assertThat(tradeIds(DATABASE)).containsExactly("1", "2", "3");
        }
    }

    @Test
    void aStoppedPartitionThatMovesAwayAndComesBackIsTriedAgain() {
        Sql.update(DATABASE, "INSERT INTO SALES VALUES (?, 1, 'other', 's', 1.2345, 3, ?, ?, 0, 0, NOW())", product,
                "x".repeat(36), "y".repeat(36));
        List<Batch> batches = List.of(batch(sale(1)));
        try (RunningPersister persister = persister(DATABASE)) {
            log.write(partition, batches);
            await().atMost(SOON).until(() -> persister.health().getStatus().equals(Status.DOWN));

            Sql.update(DATABASE, "DELETE FROM SALES WHERE PRODUCT_ID = ?", product);
            persister.movedAway(new TopicPartition(Topics.SALES, partition));

            awaitResults(partition, batches);
            assertThat(persister.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void whatKafkaDoesNotTakeAsResultComesAgain() {
        List<Batch> batches = List.of(batch(sale(1)), batch(sale(2)));
        try (RunningPersister persister = persister(DATABASE)) {
            log.refuseResults(true);
            try {
                log.write(partition, batches);
                await().atMost(SOON).until(() -> persister.failuresInARow() >= 2);
                assertThat(log.committed(partition)).as("as long as there is no result").isLessThanOrEqualTo(0);
                assertThat(log.results(partition)).isEmpty();
            } finally {
                log.refuseResults(false);
            }
            awaitResults(partition, batches);
            assertThat(tradeIds(DATABASE)).containsExactly("1", "2");
        }
    }

    @Test
    void aRecordThatIsNoBatchGoesToTheDeadLettersAndItsPartitionGoesOn() {
        List<Batch> before = List.of(batch(sale(1)));
        List<Batch> behind = List.of(batch(sale(2)));
        byte[] large = new byte[1_000_000];
        try (RunningPersister persister = persister(DATABASE)) {
            log.write(partition, before);
            log.writeBytes(partition, "key", new byte[]{1, 2, 3});
            log.writeBytes(partition, null, new byte[0]);
            log.writeBytes(partition, null, null);
            log.writeBytes(partition, null, large);
            log.writeCompressed(partition, new byte[3 * 1024 * 1024]);
            log.write(partition, behind);

            awaitResults(partition, List.of(before.getFirst(), behind.getFirst()));
            assertThat(tradeIds(DATABASE)).containsExactly("1", "2");
            await().atMost(SOON).until(() -> log.deadLetters(partition).size() >= 5);
            List<ConsumerRecord<byte[], byte[]>> letters = log.deadLetters(partition);
            assertThat(letters).extracting(ConsumerRecord::value)
                    .usingElementComparator(Comparator.nullsFirst(Arrays::compare))
                    .containsExactly(new byte[]{1, 2, 3}, new byte[0], null, large,
                            new byte[DeadLetter.CUT_VALUE_BYTES]);
            assertThat(letters.getFirst().key()).isEqualTo("key".getBytes(UTF_8));
            assertThat(letters).extracting(letter -> header(letter, "topic")).containsOnly("sales");
            // Every transaction ends with a marker, which takes an offset.
            assertThat(letters).extracting(letter -> header(letter, "offset")).containsExactly("2", "4", "6", "8",
                    "10");
            assertThat(letters).extracting(letter -> header(letter, "error")).satisfiesExactly(
                    e -> assertThat(e).startsWith("value: 3 bytes (expected: a batch: "),
                    e -> assertThat(e).isEqualTo("part: 0 (expected: 1 to parts, here 0)"),
                    e -> assertThat(e).isEqualTo("value: missing (expected: a batch)"),
                    e -> assertThat(e).startsWith("value: 1000000 bytes (expected: a batch of at most "),
                    e -> assertThat(e).startsWith("value: 3145728 bytes (expected: a batch of at most ")
                            .endsWith("; cut, for it has 3145728 bytes (expected: at most 2093056)"));
            assertThat(persister.metric("trading.persister.dead.letters")).isEqualTo(5);
            await().atMost(SOON).until(() -> persister.metric("trading.persister.batches") == 2);
            assertThat(persister.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void aBatchWithLargeHeadersHoldsNothingUp() {
        List<Batch> batches = List.of(batch(sale(1)), batch(sale(2)));
        try (RunningPersister _ = persister(DATABASE)) {
            log.writeWithLargeHeader(partition, batches.getFirst());
            log.write(partition, List.of(batches.getLast()));
            awaitResults(partition, batches);
        }
    }

    @Test
    void aTopicThatWouldLoseSalesIsRefused() {
        log.set(Topics.SALES, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        try {
            assertThatThrownBy(() -> persister(DATABASE)).hasMessageContaining(
                    "cleanup.policy of topic sales: compact (expected: delete; compaction keeps one record of a key");
        } finally {
            log.set(Topics.SALES, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        }
    }

    @Test
    void aSchemaThatWasNotMigratedIsRefused() {
        Sql.update(DATABASE, "UPDATE flyway_schema_history SET success = 0");
        try {
            assertThatThrownBy(() -> persister(DATABASE)).hasMessage(Schema.tooOld(0));
        } finally {
            Sql.update(DATABASE, "UPDATE flyway_schema_history SET success = 1");
        }
    }

    @Test
    void aDatabaseThatDiesIsWaitedForAndNothingIsLost() {
        Assumptions.assumeTrue(System.getProperty("trading.mysql.url", "").isEmpty(), "a given server is not killed");
        try (TestDatabase database = TestDatabase.startOwn(); RunningPersister persister = persister(database)) {
            log.write(partition, List.of(batch(sale(1))));
            awaitResults(partition, List.of(batch(sale(1))));

            database.kill();
            List<Batch> meanwhile = IntStream.rangeClosed(2, 200).mapToObj(i -> batch(sale(i))).toList();
            log.write(partition, meanwhile);
            await().atMost(SOON).until(() -> persister.failuresInARow() >= 5);
            assertThat(persister.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(persister.health().getDetails()).containsKeys("waitingSince", "cause");
            assertThat(persister.assignedPartitions()).as("it keeps its partitions").isEqualTo(48);
            assertThat(log.results(partition)).as("no result before its row").hasSize(1);
            assertThat(persister.health("readiness")).as("of one that has seen the database").isEqualTo(Status.UP);
            try (RunningPersister other = persister(database)) {
                assertThat(other.health("readiness")).as("of one that has not").isEqualTo(Status.DOWN);
                database.restart();
                await().atMost(SOON).until(() -> other.health("readiness").equals(Status.UP));
            }

            await().atMost(SOON).until(() -> log.results(partition).size() == 200);
            assertThat(tradeIds(database)).hasSize(200);
            await().atMost(SOON).until(() -> persister.health().getStatus().equals(Status.UP));
        }
    }

    @Test
    void whileTheDatabaseIsAwayNoDeadLetterIsSent() {
        Assumptions.assumeTrue(System.getProperty("trading.mysql.url", "").isEmpty(), "a given server is not killed");
        try (TestDatabase database = TestDatabase.startOwn(); RunningPersister persister = persister(database)) {
            log.write(partition, List.of(batch(sale(1))));
            awaitResults(partition, List.of(batch(sale(1))));

            database.kill();
            log.write(partition, List.of(batch(sale(2))));
            log.writeBytes(partition, null, new byte[]{1, 2, 3});
            await().atMost(SOON).until(() -> persister.failuresInARow() >= 5);
            assertThat(log.deadLetters(partition)).isEmpty();
            database.restart();

            awaitResults(partition, List.of(batch(sale(1)), batch(sale(2))));
            await().atMost(SOON).until(() -> log.deadLetters(partition).size() == 1);
        }
    }

    @Test
    void whatCouldNotBeCommittedIsReadAgain() {
        TopicPartition sales = new TopicPartition(Topics.SALES, partition);
        log.write(partition, IntStream.rangeClosed(1, 9).mapToObj(i -> batch(sale(i))).toList());
        try (RunningPersister persister = persister(DATABASE);
                Consumer<?, ?> consumer = persister.consumer("another-group")) {
            consumer.assign(List.of(sales));
            assertThat(offsets(consumer)).startsWith(0L);

            assertThatThrownBy(() -> consumer.commitSync(refused(sales, 9), SOON))
                    .isInstanceOf(OffsetMetadataTooLarge.class);
            assertThat(offsets(consumer)).as("never committed").startsWith(0L);

            consumer.commitSync(Map.of(sales, new OffsetAndMetadata(5)), SOON);
            assertThatThrownBy(() -> consumer.commitSync(refused(sales, 9))).isInstanceOf(OffsetMetadataTooLarge.class);
            assertThat(offsets(consumer)).startsWith(5L);

            consumer.commitSync(Map.of(sales, new OffsetAndMetadata(9)), SOON);
            log.write(partition, List.of(batch(sale(10))));
            assertThat(offsets(consumer)).as("on from there").doesNotContain(5L, 8L);
        }
    }

    @Test
    void aCommitOfWhichOnlyTheAnswerWasLostIsNoInterruption() {
        TopicPartition sales = new TopicPartition(Topics.SALES, partition);
        log.write(partition, IntStream.rangeClosed(1, 9).mapToObj(i -> batch(sale(i))).toList());
        try (RunningPersister persister = persister(DATABASE);
                Consumer<?, ?> consumer = persister.consumer("yet-another-group")) {
            consumer.assign(List.of(sales));
            consumer.commitSync(Map.of(sales, new OffsetAndMetadata(5)), SOON);
            persister.interrupted();
            assertThatThrownBy(() -> consumer.commitSync(refused(sales, 9))).isInstanceOf(OffsetMetadataTooLarge.class);
            assertThat(offsets(consumer)).startsWith(5L);
            assertThat(persister.metric("trading.persister.interrupted")).as("it comes again").isPositive();

            assertThatThrownBy(() -> consumer.commitSync(refused(sales, 5))).isInstanceOf(OffsetMetadataTooLarge.class);
            assertThat(offsets(consumer)).startsWith(5L);
            assertThat(persister.metric("trading.persister.interrupted")).isZero();
        }
    }

    /** An offset that no broker takes, for what is with it. */
    private static Map<TopicPartition, OffsetAndMetadata> refused(TopicPartition partition, long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset, "more than a broker keeps ".repeat(1_000)));
    }

    @Test
    void aStopUnderLoadLeavesNothingToRepair() throws Exception {
        AtomicInteger last = new AtomicInteger();
        AtomicBoolean enough = new AtomicBoolean();
        Thread engine = Thread.ofPlatform().start(() -> {
            while (!enough.get()) {
                log.write(partition,
                        IntStream.range(0, 50).mapToObj(_ -> batch(sale(last.incrementAndGet()))).toList());
            }
        });
        try {
            try (RunningPersister persister = persister(DATABASE)) {
                await().atMost(SOON).until(() -> persister.metric("trading.persister.sales") > 1_000);
            }
            try (RunningPersister next = persister(DATABASE)) {
                await().atMost(SOON).until(() -> next.metric("trading.persister.sales") > 1_000);
                enough.set(true);
                engine.join();
                await().atMost(SOON).until(() -> tradeIds(DATABASE).size() == last.get());
                assertThat(next.metric("trading.persister.rows.repeated")).isZero();
            }
        } finally {
            enough.set(true);
            engine.join();
        }
        await().atMost(SOON).until(() -> log.results(partition).size() >= last.get());
        assertThat(log.results(partition)).as("no result twice").hasSize(last.get());
    }

    @Test
    void aDatabaseThatRefusesMoreThanRowsIsAskedOnAnotherConnection() {
        try (TestDatabase database = TestDatabase.startOwn(); RunningPersister _ = persister(database)) {
            log.write(partition, List.of(batch(sale(1))));
            awaitResults(partition, List.of(batch(sale(1))));
            List<String> before = connections(database);
            Sql.update(database, "RENAME TABLE SALES TO ELSEWHERE");
            log.write(partition, List.of(batch(sale(2))));
            await().atMost(SOON).until(() -> connections(database).stream().noneMatch(before::contains));
            Sql.update(database, "RENAME TABLE ELSEWHERE TO SALES");
            awaitResults(partition, List.of(batch(sale(1)), batch(sale(2))));
        }
    }

    @Test
    void whileALockIsInTheWayNoConnectionsPileUp() throws SQLException {
        try (RunningPersister persister = RunningPersister.start(KAFKA, DATABASE,
                "--trading.persister.statement-timeout=2s")) {
            try (Connection other = DriverManager.getConnection(DATABASE.jdbcUrl(), DATABASE.username(),
                    DATABASE.password());
                    Statement uncommitted = other.createStatement()) {
                other.setAutoCommit(false);
                uncommitted.executeUpdate("INSERT INTO SALES VALUES ('" + product + "', 1, 'b', 's', 1, 3, '"
                        + "x".repeat(36) + "', '" + "y".repeat(36) + "', 0, 0, NOW())");
                log.write(partition, List.of(batch(sale(1))));
                await().atMost(SOON).until(() -> persister.failuresInARow() >= 4);
                assertThat(Sql.rows(DATABASE, "SELECT INFO FROM information_schema.PROCESSLIST"
                        + " WHERE INFO LIKE 'INSERT INTO SALES%'")).hasSizeLessThanOrEqualTo(1);
                other.rollback();
            }
            awaitResults(partition, List.of(batch(sale(1))));
        }
    }

    @Test
    void connectionsThatComeTooLateAreClosed() {
        List<String> ofOthers = idleSessions();
        try (RunningPersister persister = RunningPersister.start(KAFKA, DATABASE,
                "--spring.r2dbc.url=" + DATABASE.r2dbcUrl() + "?sessionVariables=lock_wait_timeout=5%2BSLEEP(2)",
                "--trading.persister.connect-timeout=1s", "--trading.persister.max-retry-delay=100ms")) {
            log.write(partition, List.of(batch(sale(1))));
            await().atMost(SOON).until(() -> persister.failuresInARow() >= 6);
        }
        // Those of the last attempts still come.
        await().atMost(SOON).untilAsserted(() -> assertThat(idleSessions()).isSubsetOf(ofOthers));
    }

    private static List<String> idleSessions() {
        return Sql.rows(DATABASE,
                "SELECT ID FROM information_schema.PROCESSLIST WHERE COMMAND = 'Sleep' AND ID <> CONNECTION_ID()");
    }

    @Test
    void aPollThatFailsIsTriedAgainAfterAPauseAndSeen() {
        UnreadableForNow.isUnreadable = true;
        try (RunningPersister persister = RunningPersister.start(KAFKA, DATABASE,
                "--spring.kafka.consumer.value-deserializer=" + UnreadableForNow.class.getName())) {
            long beginNanos = System.nanoTime();
            log.write(partition, List.of(batch(sale(1))));
            await().atMost(SOON).until(() -> persister.failuresInARow() >= 5);
            // 100 ms after the first, and twice as long after each.
            assertThat(Duration.ofNanos(System.nanoTime() - beginNanos)).isGreaterThan(Duration.ofMillis(1_500));
            assertThat(persister.health().getStatus()).isEqualTo(Status.DOWN);
            UnreadableForNow.isUnreadable = false;
            awaitResults(partition, List.of(batch(sale(1))));
            await().atMost(SOON).until(() -> persister.health().getStatus().equals(Status.UP));
        }
    }

    /** Stands for records whose bytes a disk has changed: a poll that comes to them fails. */
    public static final class UnreadableForNow implements Deserializer<byte[]> {

        private static volatile boolean isUnreadable;

        @Override
        public byte[] deserialize(String topic, byte[] data) {
            if (isUnreadable) {
                throw new SerializationException("unreadable for now");
            }
            return data;
        }
    }

    @Test
    void aConsumerThatEndsIsTold() {
        try (RunningPersister persister = persister(DATABASE)) {
            await().atMost(SOON).until(() -> persister.assignedPartitions() == Topics.PARTITIONS);
            assertThat(persister.health("liveness")).isEqualTo(Status.UP);
            persister.listener().getContainers().getFirst().stopAbnormally(() -> {});
            await().atMost(SOON).until(() -> persister.health("liveness").equals(Status.DOWN));
        }
    }

    @Test
    void aServerThatWouldWaitForACommitLosesNothing() {
        try (RunningPersister _ = RunningPersister.start(KAFKA, DATABASE,
                "--spring.r2dbc.url=" + DATABASE.r2dbcUrl() + "?sessionVariables=autocommit=0")) {
            log.write(partition, List.of(batch(sale(1))));
            awaitResults(partition, List.of(batch(sale(1))));
        }
        assertThat(tradeIds(DATABASE)).hasSize(1);
    }

    @Test
    void aStopDoesNotWaitForADatabaseThatHangs() {
        Assumptions.assumeTrue(System.getProperty("trading.mysql.url", "").isEmpty(), "a given server is not stalled");
        try (TestDatabase database = TestDatabase.startOwn()) {
            long stopNanos;
            try (RunningPersister persister = RunningPersister.start(KAFKA, database,
                    "--spring.lifecycle.timeout-per-shutdown-phase=2s", "--trading.persister.connect-timeout=1s",
                    "--trading.persister.statement-timeout=3m")) {
                log.write(partition, List.of(batch(sale(1))));
                awaitResults(partition, List.of(batch(sale(1))));
                database.stall();
                log.write(partition, List.of(batch(sale(2))));
                await().atMost(SOON).until(() -> persister.metric("trading.persister.statement.rows") == 2);
                stopNanos = System.nanoTime();
            }
            // The database hangs still, and the statement would be waited for until its timeout.
            assertThat(Duration.ofNanos(System.nanoTime() - stopNanos)).isLessThan(Duration.ofMinutes(1));
            database.resume();
        }
    }

    @Test
    void persistersShareThePartitionsAndHandThemOver() {
        List<Batch> batches = IntStream.rangeClosed(1, 300).mapToObj(i -> batch(sale(i))).toList();
        try (RunningPersister first = persister(DATABASE)) {
            try (RunningPersister second = persister(DATABASE)) {
                await().atMost(SOON)
                        .until(() -> first.assignedPartitions() == 24 && second.assignedPartitions() == 24);
                log.write(partition, batches.subList(0, 100));
                log.write(partition, batches.subList(100, 200));
            }
            log.write(partition, batches.subList(200, 300));

            await().atMost(SOON).untilAsserted(() -> assertThat(log.results(partition)).containsAll(batches));
            assertThat(tradeIds(DATABASE)).hasSize(300);
            assertThat(first.health().getStatus()).isEqualTo(Status.UP);
            await().atMost(SOON).until(() -> first.assignedPartitions() == 48);
        }
    }

    @Test
    void theOldestComeFirstOfWhicheverPartition() {
        int otherPartition = otherPartition();
        int seconds = 60;
        int aSecond = 20;
        long begin = System.currentTimeMillis() - seconds * 1_000L;
        for (int second = 0; second < seconds; second++) {
            int first = second * (aSecond + 1);
            log.writeAt(partition, begin + second * 1_000L,
                    IntStream.rangeClosed(1, aSecond).mapToObj(i -> batch(sale(first + i))).toList());
            log.writeAt(otherPartition, begin + second * 1_000L, List.of(batch(sale(first + aSecond + 1))));
        }

        try (RunningPersister _ = RunningPersister.start(KAFKA, DATABASE, "--trading.persister.concurrency=1",
                "--spring.kafka.consumer.properties.max.partition.fetch.bytes=2000")) {
            await().atMost(SOON).until(() -> log.results(partition).size() == seconds * aSecond
                    && log.results(otherPartition).size() == seconds);
        }

        long otherDone = log.resultTimes(otherPartition).getLast();
        assertThat(log.resultTimes(partition).stream().filter(time -> time <= otherDone).count())
                .as("of the full partition, when the other one was done").isGreaterThan(seconds * aSecond * 3 / 4);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), UTF_8);
    }

    /** Of the next records. */
    private static List<Long> offsets(Consumer<?, ?> consumer) {
        List<Long> offsets = new ArrayList<>();
        // A consumer belongs to a thread, and so does what keeps it from going on.
        await().pollInSameThread().atMost(SOON).until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> offsets.add(record.offset()));
            return !offsets.isEmpty();
        });
        return offsets;
    }

    private static RunningPersister persister(TestDatabase database) {
        return RunningPersister.start(KAFKA, database);
    }

    private void awaitResults(int of, List<Batch> batches) {
        await().atMost(SOON).untilAsserted(() -> assertThat(log.results(of)).isEqualTo(batches));
    }

    private List<String> tradeIds(TestDatabase database) {
        return Sql.rows(database, "SELECT TRADE_ID FROM SALES WHERE PRODUCT_ID = ? ORDER BY TRADE_ID", product);
    }

    private static List<String> connections(TestDatabase database) {
        return Sql.rows(database, "SELECT ID FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID()");
    }

    private String quantity(long tradeId) {
        return Sql.rows(DATABASE, "SELECT QUANTITY FROM SALES WHERE PRODUCT_ID = ? AND TRADE_ID = ?", product, tradeId)
                .getFirst();
    }

    @SuppressWarnings("unchecked") // Details are what the component put in.
    private static Map<String, String> stopped(Health health) {
        return (Map<String, String>) health.getDetails().getOrDefault("stopped", Map.of());
    }

    private Sale sale(long tradeId) {
        return Sale.newBuilder().setProductId(product).setTradeId(tradeId).setBuyer("b").setSeller("s").setPrice(12_345)
                .setQuantity(3).setPurchaseOrderIdHigh(0x7000 + tradeId).setPurchaseOrderIdLow(Long.MIN_VALUE)
                .setSalesOrderIdHigh(0x7000 - tradeId).setSalesOrderIdLow(Long.MIN_VALUE).build();
    }

    private static Batch batch(Sale... sales) {
        return Batch.newBuilder().setRulesVersion(1).setFirstOffset(1).setLastOffset(2).setNow(NOW).setPart(1)
                .setParts(1).addAllSales(List.of(sales)).build();
    }
}
