package trading.client.load;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.KafkaEnvironment;
import trading.wire.Topics;

/** Sales that engines have committed to their topic since this began to read; a thread of its own reads. */
final class SalesTopic implements SalesCount {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread reader;
    private final AtomicLong sales = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    /** Begins at the topic's end. */
    SalesTopic(String bootstrapServers) {
        Map<String, Object> configuration = KafkaEnvironment.client(bootstrapServers);
        configuration.putAll(Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000));
        consumer = new KafkaConsumer<>(configuration, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            List<TopicPartition> partitions = IntStream.range(0, Topics.PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(Topics.SALES, partition)).toList();
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(partition -> consumer.position(partition, READY_LIMIT));
        } catch (KafkaException e) {
            consumer.close();
            throw new CommandFailed("Kafka at " + bootstrapServers + ": " + e.getMessage(), e);
        }
        reader = Thread.ofPlatform().daemon().name("sales-topic").start(this::read);
    }

    @Override
    public long soFar() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw new CommandFailed("reading sales: " + failed, failed);
        }
        return sales.get();
    }

    @Override
    public Check check() {
        return new Check(String.format(Locale.ROOT, "sales on their topic since the start: %,d", soFar()), true);
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            reader.join(READY_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (consumer) {
            while (!closed) {
                long read = 0;
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    read += salesIn(record.value());
                }
                sales.addAndGet(read);
            }
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException e) {
            if (!closed) {
                failure = e;
            }
        }
    }

    private static int salesIn(byte @Nullable [] batch) {
        try {
            return Batches.read(batch).getSalesCount();
        } catch (InvalidField e) {
            // Nothing that an engine wrote.
            return 0;
        }
    }
}
