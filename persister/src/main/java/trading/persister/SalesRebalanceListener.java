package trading.persister;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.stereotype.Component;

/** Partitions that went elsewhere take with them what is known of them. Called by the consumer threads. */
@Component
final class SalesRebalanceListener implements ConsumerAwareRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(SalesRebalanceListener.class);

    /** For each of two questions to Kafka about partitions that come. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final StoppedPartitions stopped;
    private final MissedSales missed;
    private final Interruptions interruptions;

    SalesRebalanceListener(StoppedPartitions stopped, MissedSales missed, Interruptions interruptions) {
        this.stopped = stopped;
        this.missed = missed;
        this.interruptions = interruptions;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions), PATIENCE);
            Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions, PATIENCE);
            committed.forEach((partition, offset) -> {
                Long beginning = beginnings.get(partition);
                if (beginning != null) {
                    // Without an offset nothing was written, or Kafka has forgotten the group, which was away for so long.
                    missed.begins(partition, offset == null ? 0 : offset.offset(), beginning);
                }
            });
        } catch (KafkaException e) {
            // No reason to keep anything waiting.
            log.warn("It is not known whether sales were deleted before they were written: {}", e.toString());
        }
    }

    @Override
    public void onPartitionsRevokedAfterCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        gone(partitions);
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        gone(partitions);
    }

    private void gone(Collection<TopicPartition> partitions) {
        stopped.forget(partitions);
        missed.forget(partitions);
        interruptions.over();
    }
}
