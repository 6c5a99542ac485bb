package trading.gateway.logs;

import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** What is done with what a {@link LogReader} reads; all of it on the thread that runs the reader. */
public interface LogReading {

    /**
     * Where the reading begins. It is asked again, until it has been answered and Kafka has told the offsets.
     *
     * @throws KafkaException if that cannot be said yet
     * @throws IllegalStateException so, too
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    LogStart begin() throws InterruptedException;

    /**
     * A record came, by each partition in its order.
     *
     * @throws RuntimeException if it is nothing that can be read: then it is skipped, and the reading goes on
     */
    void read(ConsumerRecord<byte[], byte[]> polled);

    /** A record was skipped. */
    default void skipped(ConsumerRecord<byte[], byte[]> polled) {}

    /**
     * Records of these partitions were deleted before they were read, or a broker has lost what was read. The reading goes on where
     * Kafka now begins, or where it now ends; that of all others as if nothing had been.
     */
    void missed(Set<TopicPartition> partitions);

    /**
     * The next records will be asked for.
     *
     * @throws KafkaException if Kafka must be asked first, and does not answer: then all that is tried again
     */
    default void beforePoll() {}

    /** The records that came last have been read or skipped; there may have been none. */
    default void afterPoll() {}

    /** All has been read that was there when the reading began. Comes once. */
    void caughtUp();
}
