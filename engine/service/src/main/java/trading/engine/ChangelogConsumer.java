package trading.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads changelogs for a state updater. What a partition that is to be traded needs is read as Kafka Streams asks for it. A while after
 * the last change of what is read, only standbys are left, which follow other engines: these write when they commit, so it
 * waits for as long as that takes, where Kafka Streams would look at each of its tasks several times every 3 ms.
 */
final class ChangelogConsumer extends KafkaConsumer<byte[], byte[]> {

    /** Longer than it takes to find that a changelog has nothing new. */
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(1);

    private final Duration commitInterval;
    private long assignedNanos = System.nanoTime();

    ChangelogConsumer(Map<String, Object> config, EngineProperties properties) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.commitInterval = properties.commitInterval();
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        assignedNanos = System.nanoTime();
        super.assign(partitions);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        boolean mayWait = timeout.compareTo(commitInterval) < 0
                && System.nanoTime() - assignedNanos > SETTLED_AFTER.toNanos();
        return super.poll(mayWait ? commitInterval : timeout);
    }
}
