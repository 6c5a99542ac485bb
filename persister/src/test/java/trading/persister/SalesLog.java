package trading.persister;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import trading.wire.Topics;
import trading.wire.proto.Batch;

/** An engine's side of the sales topic, and a gateway's side of the results. Not thread-safe. */
final class SalesLog implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final String bootstrapServers;
    private final Map<Integer, List<ConsumerRecord<byte[], byte[]>>> results = new HashMap<>();

    /** @param partitions those whose results are read, from their beginning */
    SalesLog(String bootstrapServers, List<Integer> partitions) {
        this.bootstrapServers = bootstrapServers;
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "engine-" + partitions),
                new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrapServers), new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> assigned = partitions.stream().map(p -> new TopicPartition(Topics.RESULTS, p)).toList();
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** All of them in one transaction. */
    void write(int partition, List<Batch> batches) {
        producer.beginTransaction();
        batches.forEach(batch -> send(partition, batch.toByteArray()));
        producer.commitTransaction();
    }

    /** In one transaction, as an engine traded it at a time. */
    void writeAt(int partition, long millis, List<Batch> batches) {
        producer.beginTransaction();
        for (Batch batch : batches) {
            var _ = producer.send(new ProducerRecord<>(Topics.SALES, partition, millis, null, batch.toByteArray()));
        }
        producer.commitTransaction();
    }

    void writeBytes(int partition, @Nullable String key, byte @Nullable [] value) {
        producer.beginTransaction();
        var _ = producer.send(
                new ProducerRecord<>(Topics.SALES, partition, key == null ? null : key.getBytes(UTF_8), value));
        producer.commitTransaction();
    }

    /** As another producer may: what is much larger than a broker takes, it takes compressed. */
    void writeCompressed(int partition, byte[] value) {
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "compression.type", "gzip", "max.request.size",
                        Integer.MAX_VALUE),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            get(other.send(new ProducerRecord<>(Topics.SALES, partition, null, value)));
        }
    }

    /** As another producer may: a batch with a header that is much larger than a broker takes, unless it is compressed. */
    void writeWithLargeHeader(int partition, Batch batch) {
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "compression.type", "gzip", "max.request.size",
                        Integer.MAX_VALUE),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(Topics.SALES, partition, null,
                    batch.toByteArray());
            record.headers().add("large", new byte[3 * 1024 * 1024]).add("traceparent", new byte[3 * 1024 * 1024]);
            get(other.send(record));
        }
    }

    void writeAndAbort(int partition, List<Batch> batches) {
        producer.beginTransaction();
        batches.forEach(batch -> send(partition, batch.toByteArray()));
        producer.flush();
        producer.abortTransaction();
    }

    /** All results of the partition so far. */
    List<Batch> results(int partition) {
        return resultRecords(partition).stream().map(record -> parse(record.value())).toList();
    }

    /** When they were published. */
    List<Long> resultTimes(int partition) {
        return resultRecords(partition).stream().map(ConsumerRecord::timestamp).toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> resultRecords(int partition) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            results.computeIfAbsent(record.partition(), p -> new ArrayList<>()).add(record);
        }
        return results.getOrDefault(partition, List.of());
    }

    /** All dead letters of the partition so far. */
    List<ConsumerRecord<byte[], byte[]>> deadLetters(int partition) {
        TopicPartition letters = new TopicPartition(Topics.DEAD_LETTERS, partition);
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrapServers),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.assign(List.of(letters));
            reader.seekToBeginning(List.of(letters));
            long end = reader.endOffsets(List.of(letters)).getOrDefault(letters, 0L);
            while (reader.position(letters) < end) {
                reader.poll(POLL).forEach(read::add);
            }
        }
        return read;
    }

    /** Where the persisters will go on; none may be running. */
    void rewindPersisters(int partition, long offset) {
        get(admin.alterConsumerGroupOffsets(Topics.PERSISTER_GROUP,
                Map.of(new TopicPartition(Topics.SALES, partition), new OffsetAndMetadata(offset))).all());
    }

    /** Retention removes what lies before this offset. */
    void delete(int partition, long beforeOffset) {
        get(admin.deleteRecords(
                Map.of(new TopicPartition(Topics.SALES, partition), RecordsToDelete.beforeOffset(beforeOffset))).all());
    }

    /** Where the persisters are, as committed; -1 when they never were. */
    long committed(int partition) {
        OffsetAndMetadata committed = get(
                admin.listConsumerGroupOffsets(Topics.PERSISTER_GROUP).partitionsToOffsetAndMetadata())
                .get(new TopicPartition(Topics.SALES, partition));
        return committed == null ? -1 : committed.offset();
    }

    /** Changes a setting of a topic. */
    void set(String topic, String setting, String value) {
        get(admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic),
                List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET)))).all());
    }

    /** Whether Kafka takes no result from now on, however small. */
    void refuseResults(boolean refuse) {
        ConfigResource results = new ConfigResource(ConfigResource.Type.TOPIC, Topics.RESULTS);
        AlterConfigOp limit = new AlterConfigOp(new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1"),
                refuse ? AlterConfigOp.OpType.SET : AlterConfigOp.OpType.DELETE);
        get(admin.incrementalAlterConfigs(Map.of(results, List.of(limit))).all());
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
        admin.close();
    }

    private void send(int partition, byte[] value) {
        // The end of the transaction tells of every failure.
        var _ = producer.send(new ProducerRecord<>(Topics.SALES, partition, null, value));
    }

    private static Batch parse(byte[] value) {
        try {
            return Batch.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
