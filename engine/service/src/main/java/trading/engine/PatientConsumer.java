package trading.engine;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A stream thread's consumer. While records come, a poll that finds none ends after the batch interval, for there is a batch to end
 * and a transaction to commit. When both must have been done, it waits for longer: after each poll, Kafka Streams looks at
 * every one of its tasks several times, and an engine that nobody needs would look 333 times a second.
 */
final class PatientConsumer extends KafkaConsumer<byte[], byte[]> {

    /** What Kafka Streams takes unless told otherwise; whatever is not ended by then is only so much later. */
    static final Duration QUIET_POLL = Duration.ofMillis(100);

    private final long quietAfterNanos;
    private long quietSinceNanos = System.nanoTime();
    private boolean came;

    PatientConsumer(Map<String, Object> config, EngineProperties properties) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.quietAfterNanos = properties.commitInterval().plus(properties.batchInterval()).multipliedBy(2).toNanos();
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        long nowNanos = System.nanoTime();
        if (came) {
            // What came is taken by now, however long that took.
            quietSinceNanos = nowNanos;
        }
        // Where Kafka Streams does not wait at all, it has something else to do.
        boolean mayWait = timeout.isPositive() && timeout.compareTo(QUIET_POLL) < 0
                && nowNanos - quietSinceNanos > quietAfterNanos;
        ConsumerRecords<byte[], byte[]> records = super.poll(mayWait ? QUIET_POLL : timeout);
        came = !records.isEmpty();
        return records;
    }
}
