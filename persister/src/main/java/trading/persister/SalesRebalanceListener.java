package trading.persister;

import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.stereotype.Component;

/** Partitions that went elsewhere take with them what was wrong about them. Called by the consumer threads. */
@Component
final class SalesRebalanceListener implements ConsumerAwareRebalanceListener {

    private final StoppedPartitions stopped;
    private final Interruptions interruptions;

    SalesRebalanceListener(StoppedPartitions stopped, Interruptions interruptions) {
        this.stopped = stopped;
        this.interruptions = interruptions;
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
        interruptions.over();
    }
}
