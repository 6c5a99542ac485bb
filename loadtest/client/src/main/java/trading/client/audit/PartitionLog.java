package trading.client.audit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import trading.client.CommandFailed;

/**
 * The committed records of one partition, from its beginning to where it ended when reading began. For one thread.
 */
final class PartitionLog implements Iterator<ConsumerRecord<byte[], byte[]>>, AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long end;
    private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();

    /**
     * @throws CommandFailed if the partition's beginning has been deleted: what happened there cannot be told any more
     */
    PartitionLog(String bootstrapServers, String topic, int partition) {
        this.partition = new TopicPartition(topic, partition);
        this.consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed", ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(this.partition));
        consumer.seekToBeginning(List.of(this.partition));
        this.end = consumer.endOffsets(List.of(this.partition)).getOrDefault(this.partition, 0L);
        long beginning = consumer.position(this.partition);
        if (beginning > 0) {
            consumer.close();
            throw new CommandFailed(
                    "log " + this.partition + ": begins at " + beginning + " (expected: 0, nothing deleted yet)");
        }
    }

    @Override
    public boolean hasNext() {
        long deadline = System.nanoTime() + MAX_SILENCE.toNanos();
        while (fetched.isEmpty() && consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(POLL)) {
                if (found.offset() < end) {
                    fetched.add(found);
                }
            }
            if (System.nanoTime() > deadline) {
                throw new CommandFailed(
                        "log " + partition + ": no record for " + MAX_SILENCE.toSeconds() + " s at offset "
                                + consumer.position(partition) + " of " + end);
            }
        }
        return !fetched.isEmpty();
    }

    @Override
    public ConsumerRecord<byte[], byte[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return fetched.remove();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
