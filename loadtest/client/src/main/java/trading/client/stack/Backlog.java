package trading.client.stack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import trading.client.CommandFailed;
import trading.wire.KafkaEnvironment;
import trading.wire.Topics;

/**
 * How far engines and persisters are behind, from the offsets that they have committed.
 *
 * <p>For one thread.
 */
public final class Backlog implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Admin admin;
    private final String bootstrapServers;

    /**
     * How far a group is with a partition.
     *
     * @param taken records before this one are traded, or written
     * @param end where the log ends
     */
    public record Progress(long taken, long end) {

        long waiting() {
            return end - taken;
        }
    }

    /**
     * What is waiting.
     *
     * @param ordersLog how far engines are, of each partition
     * @param salesLog how far persisters are, of each partition, give or take the markers of transactions between records
     */
    public record Reading(List<Progress> ordersLog, List<Progress> salesLog) {

        /** Nothing has ever come. */
        public static final Reading NOTHING = new Reading(List.of(), List.of());

        /** Commands in the orders log that no engine has traded yet. */
        public long orders() {
            return ordersLog.stream().mapToLong(Progress::waiting).sum();
        }

        /** Records in the sales log that are not in the database yet. */
        public long batches() {
            return salesLog.stream().mapToLong(Progress::waiting).sum();
        }

        /** Records of the orders log that have been traded since it began. */
        public long traded() {
            return ordersLog.stream().mapToLong(Progress::taken).sum();
        }

        /** Records of the sales log that have been written since it began. */
        public long written() {
            return salesLog.stream().mapToLong(Progress::taken).sum();
        }
    }

    public Backlog(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(KafkaEnvironment.client(bootstrapServers));
    }

    /**
     * The backlog at this moment.
     *
     * @throws CommandFailed if Kafka does not answer
     */
    public Reading read() throws InterruptedException {
        Map<TopicPartition, Long> ordersEnd = ends(Topics.ORDERS);
        Map<TopicPartition, Long> salesEnd = ends(Topics.SALES);
        // A drained partition of sales ends with the marker of its last transaction, which no consumer ever commits.
        return new Reading(progress(Topics.ORDERS, ordersEnd, behind(Topics.ENGINE_GROUP, ordersEnd), 0),
                progress(Topics.SALES, salesEnd, behind(Topics.PERSISTER_GROUP, salesEnd), 1));
    }

    /**
     * Waits until every order that is in the log now has been traded, and every batch that came of it is in the database.
     *
     * @return whether that happened within the limit
     * @throws CommandFailed if Kafka does not answer
     */
    public boolean awaitDrained(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Map<TopicPartition, Long> orders = ends(Topics.ORDERS);
        while (behind(Topics.ENGINE_GROUP, orders).values().stream().anyMatch(records -> records > 0)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(PAUSE);
        }
        // Engines' offsets are committed a moment before the markers that make their batches readable are written.
        Map<TopicPartition, Long> sales = ends(Topics.SALES, IsolationLevel.READ_UNCOMMITTED);
        while (mayHaveBatch(behind(Topics.PERSISTER_GROUP, sales), sales, deadline)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(PAUSE);
        }
        return true;
    }

    /** Where each partition of the orders log ends now. */
    public Map<Integer, Long> ordersEnds() throws InterruptedException {
        return ends(Topics.ORDERS).entrySet().stream()
                .collect(Collectors.toMap(end -> end.getKey().partition(), Map.Entry::getValue));
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    /**
     * Whether what a group is behind by holds a record, and not only the markers of transactions; or may, as far as is known by
     * the deadline: a broker that is gone answers neither way.
     */
    private boolean mayHaveBatch(Map<TopicPartition, Long> behind, Map<TopicPartition, Long> ends,
            long deadlineNanos) {
        List<TopicPartition> open = new ArrayList<>();
        behind.forEach((partition, records) -> {
            if (records > 0) {
                open.add(partition);
            }
        });
        if (open.isEmpty()) {
            return false;
        }
        Map<String, Object> configuration = KafkaEnvironment.client(bootstrapServers);
        configuration.putAll(Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false));
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(configuration, new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(open);
            open.forEach(partition -> consumer.seek(partition, end(ends, partition) - records(behind, partition)));
            while (open.stream().anyMatch(partition -> consumer.position(partition) < end(ends, partition))) {
                if (System.nanoTime() > deadlineNanos) {
                    return true;
                }
                for (var found : consumer.poll(POLL)) {
                    if (found.offset() < end(ends, new TopicPartition(found.topic(), found.partition()))) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    private Map<TopicPartition, Long> ends(String topic) throws InterruptedException {
        return ends(topic, IsolationLevel.READ_COMMITTED);
    }

    private Map<TopicPartition, Long> ends(String topic, IsolationLevel isolation) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = IntStream.range(0, Topics.PARTITIONS).boxed()
                .collect(Collectors.toMap(partition -> new TopicPartition(topic, partition),
                        partition -> OffsetSpec.latest()));
        try {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> answer : admin
                    .listOffsets(asked, new ListOffsetsOptions(isolation)).all().get().entrySet()) {
                offsets.put(answer.getKey(), answer.getValue().offset());
            }
            return offsets;
        } catch (ExecutionException e) {
            throw new CommandFailed("Kafka at " + bootstrapServers + ": " + e.getCause(), e);
        }
    }

    /** Records between what the group has committed and the ends; from the log's beginning where it committed nothing. */
    private Map<TopicPartition, Long> behind(String group, Map<TopicPartition, Long> ends)
            throws InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed;
        try {
            committed = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
        } catch (ExecutionException e) {
            throw new CommandFailed("Kafka at " + bootstrapServers + ", group " + group + ": " + e.getCause(), e);
        }
        Map<TopicPartition, Long> behind = new HashMap<>();
        ends.forEach((partition, end) -> {
            OffsetAndMetadata offset = committed.get(partition);
            behind.put(partition, Math.max(0, end - (offset == null ? 0 : offset.offset())));
        });
        return behind;
    }

    private static List<Progress> progress(String topic, Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> behind, int leftOver) {
        return IntStream.range(0, Topics.PARTITIONS).mapToObj(number -> {
            TopicPartition partition = new TopicPartition(topic, number);
            long end = end(ends, partition);
            return new Progress(end - Math.max(0, records(behind, partition) - leftOver), end);
        }).toList();
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    private static long records(Map<TopicPartition, Long> behind, TopicPartition partition) {
        return behind.getOrDefault(partition, 0L);
    }
}
