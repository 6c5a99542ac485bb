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
 * the last change of what is read, only standbys are left, which follow other engines: nothing comes until these commit, so
 * it waits for that, where Kafka Streams would look at each of its tasks several times every 3 ms.
 */
final class ChangelogConsumer extends KafkaConsumer<byte[], byte[]> {

    /** Longer than it takes to find that a changelog has nothing new. */
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(1);

    private long assignedNanos = System.nanoTime();

    ChangelogConsumer(Map<String, Object> config) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        assignedNanos = System.nanoTime();
        super.assign(partitions);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        boolean mayWait = timeout.isPositive() && timeout.compareTo(PatientConsumer.QUIET_POLL) < 0
                && System.nanoTime() - assignedNanos > SETTLED_AFTER.toNanos();
        return super.poll(mayWait ? PatientConsumer.QUIET_POLL : timeout);
    }
}
