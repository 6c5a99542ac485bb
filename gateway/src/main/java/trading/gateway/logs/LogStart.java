package trading.gateway.logs;

import java.util.SequencedMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a reading begins.
 *
 * @param sinceMillis all partitions that are read, each with the moment in epoch milliseconds from which on its records are; if none
 *     is that young, those that come
 * @param withLast whether the last record there is comes then, too, however old it is
 * @param told is told of each partition, in the same order
 */
public record LogStart(SequencedMap<TopicPartition, Long> sinceMillis, boolean withLast, Told told) {

    /** Learns where the reading of a partition begins. */
    @FunctionalInterface
    public interface Told {

        /**
         * The reading begins at an offset.
         *
         * @param beginning the first offset that Kafka still has
         */
        void startsAt(TopicPartition partition, long offset, long beginning);
    }
}
