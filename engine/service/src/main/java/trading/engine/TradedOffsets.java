package trading.engine;

import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import trading.wire.Topics;

/**
 * How far the last batch went that a thread has traded since its last commit. Each stream thread knows its own only.
 *
 * <p>Kafka asks whether an engine still has its partitions when it commits offsets, and only then. Kafka Streams commits none with
 * a batch that time alone has ended, be it of what an interrupted one had taken, as long as the partition has given it no record
 * since it came here. So an engine that stood still, and whose partitions others trade by now, would not be told from one that owns
 * them. It commits where the batch ends in that case, which is where the partition stands already.
 */
final class TradedOffsets {

    private final ThreadLocal<Map<TopicPartition, OffsetAndMetadata>> last = ThreadLocal.withInitial(Map::of);

    /** This thread has traded a batch; {@code next} is the offset behind the last order of the partition that is traded. */
    void upTo(int partition, long next) {
        last.set(Map.of(new TopicPartition(Topics.ORDERS, partition), new OffsetAndMetadata(next)));
    }

    /** Where the last batch of this thread ends, to be committed now; empty if there was none. */
    Map<TopicPartition, OffsetAndMetadata> take() {
        Map<TopicPartition, OffsetAndMetadata> taken = last.get();
        last.set(Map.of());
        return taken;
    }
}
