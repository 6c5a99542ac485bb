package trading.engine;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * Key of what the engine publishes: it says which partition the record goes to, and which key is written.
 *
 * @param partition of the topic that the record goes to: the one its orders came from
 * @param key the bytes that are written as the record's key
 */
@SuppressWarnings("ArrayRecordComponent")
record Routed(int partition, byte @Nullable [] key) {

    static StreamPartitioner<Routed, byte[]> partitioner() {
        return (topic, routed, value, partitions) -> Optional.of(Set.of(routed.partition));
    }

    @SuppressWarnings("NullAway")
    static Serializer<Routed> serializer() {
        return (topic, routed) -> routed.key;
    }
}
