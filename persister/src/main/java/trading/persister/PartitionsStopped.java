package trading.persister;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Some partitions cannot go on from an offset; everything else that was delivered with them is done. */
@SuppressWarnings("serial") // Caught in the thread that throws it.
final class PartitionsStopped extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Map<TopicPartition, Stop> stops;

    PartitionsStopped(Map<TopicPartition, Stop> stops) {
        super(stops.toString(), null, false, false);
        this.stops = Map.copyOf(stops);
    }

    Map<TopicPartition, Stop> stops() {
        return stops;
    }
}
