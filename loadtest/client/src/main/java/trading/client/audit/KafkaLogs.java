package trading.client.audit;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import trading.client.CommandFailed;
import trading.client.audit.Bounds.Range;
import trading.wire.KafkaEnvironment;
import trading.wire.Topics;

/** The topics in Kafka. Consumers are used again for other partitions of their topic, which they know by then. */
final class KafkaLogs implements Logs, AutoCloseable {

    private static final ListOffsetsOptions COMMITTED_ONLY = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    private static final int FETCH_BYTES = 4 * 1024 * 1024;

    /** At a log's end the consumer still waits for more so long, and only then goes on to another partition. */
    private static final int FETCH_WAIT_MILLIS = 20;

    private final String bootstrapServers;
    private final Admin admin;
    private final Map<String, Queue<Consumer<byte[], byte[]>>> idle = new ConcurrentHashMap<>();

    KafkaLogs(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(KafkaEnvironment.client(bootstrapServers));
    }

    @Override
    public Log read(String topic, int partition, long from, long end) {
        if (from >= end) {
            return Log.EMPTY;
        }
        Queue<Consumer<byte[], byte[]>> idleOfTopic = idle.computeIfAbsent(topic, any -> new ConcurrentLinkedQueue<>());
        Consumer<byte[], byte[]> consumer = idleOfTopic.poll();
        return new PartitionLog(consumer == null ? consumer() : consumer, idleOfTopic::add,
                new TopicPartition(topic, partition), from, end);
    }

    @Override
    public long offsetAt(String topic, int partition, long timestampMillis, long otherwise) {
        TopicPartition key = new TopicPartition(topic, partition);
        long offset = offsets(List.of(key), OffsetSpec.forTimestamp(timestampMillis)).getOrDefault(key, -1L);
        return offset < 0 ? otherwise : offset;
    }

    @Override
    public Map<Integer, Range> ranges(String topic) {
        List<TopicPartition> partitions = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition)).toList();
        Map<TopicPartition, Long> beginnings = offsets(partitions, OffsetSpec.earliest());
        Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
        return partitions.stream().collect(Collectors.toMap(TopicPartition::partition,
                partition -> new Range(beginnings.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L))));
    }

    @Override
    public Map<Integer, Long> committed(String group, String topic) {
        Map<Integer, Long> committed = new HashMap<>();
        await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).forEach((partition, offset) -> {
            if (partition.topic().equals(topic) && offset != null) {
                committed.put(partition.partition(), offset.offset());
            }
        });
        return committed;
    }

    @Override
    public void close() {
        idle.values().forEach(consumers -> consumers.forEach(Consumer::close));
        admin.close(Duration.ofSeconds(1));
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> configuration = KafkaEnvironment.client(bootstrapServers);
        configuration.putAll(Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false, ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS));
        return new KafkaConsumer<>(configuration, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> asked = partitions.stream()
                .collect(Collectors.toMap(partition -> partition, partition -> spec));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> answer : await(
                admin.listOffsets(asked, COMMITTED_ONLY).all()).entrySet()) {
            offsets.put(answer.getKey(), answer.getValue().offset());
        }
        return offsets;
    }

    private <T> T await(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new CommandFailed("Kafka at " + bootstrapServers + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted", e);
        }
    }
}
