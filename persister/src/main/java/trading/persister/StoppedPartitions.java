package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.stereotype.Component;

/**
 * The partitions of this process that cannot go on until somebody has looked. They stay assigned and paused. A restart, or a
 * move to another persister, tries again.
 *
 * <p>Safe for use by any thread.
 */
@Component
final class StoppedPartitions {

    private static final Logger log = LoggerFactory.getLogger(StoppedPartitions.class);

    private record Stopped(Stop stop, MessageListenerContainer container) {}

    private final Map<TopicPartition, Stopped> stopped = new ConcurrentHashMap<>();
    private final MeterRegistry meters;

    StoppedPartitions(MeterRegistry meters) {
        this.meters = meters;
        Gauge.builder("trading.persister.partitions.stopped", stopped, Map::size)
                .description("partitions that cannot go on until somebody has looked").register(meters);
        for (Stop.Reason reason : Stop.Reason.values()) {
            counted(reason, 0);
        }
    }

    /** Pauses the partition from its consumer's next poll on, and raises the alarm. */
    void stop(TopicPartition partition, Stop stop, MessageListenerContainer container) {
        container.pausePartition(partition);
        counted(stop.reason(), 1);
        stopped.put(partition, new Stopped(stop, container));
        log.error("{} stopped at offset {}, {}: {}", partition, stop.offset(), stop.reason(), stop.detail());
    }

    /** What is stopped and why, for people. */
    Map<String, String> details() {
        Map<String, String> details = new TreeMap<>();
        stopped.forEach((partition, why) -> details.put(partition.toString(),
                why.stop().reason() + " at offset " + why.stop().offset() + ": " + why.stop().detail()));
        return details;
    }

    int count() {
        return stopped.size();
    }

    /** They are no longer this process's; should they come back, they are tried again. */
    void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            @Nullable
            Stopped gone = stopped.remove(partition);
            if (gone != null) {
                gone.container().resumePartition(partition);
            }
        }
    }

    private void counted(Stop.Reason reason, int count) {
        Counter.builder("trading.persister.stops").tag("reason", reason.name())
                .description("partitions that could not go on").register(meters).increment(count);
    }
}
