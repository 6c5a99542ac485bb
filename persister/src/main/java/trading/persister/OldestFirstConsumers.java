package trading.persister;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes consumers that read the oldest sales first, out of whichever of their partitions.
 *
 * <p>A consumer of Kafka's reads about as much from each partition that has something. After a pile-up those with little are
 * soon done, while the fullest gets no more than they do, and falls behind further until then; its orders are refused although
 * there would be time for them. Here a partition that has been read up to a time later than another's by more than the lead
 * is held. Times are those of records, by the engines' clocks: if one of these is slow, its partitions are read first.
 */
@Component
final class OldestFirstConsumers extends DefaultKafkaConsumerFactory<Object, Object> {

    private final long maxLeadMillis;
    private final Duration maxHold;

    OldestFirstConsumers(KafkaProperties kafka, PersisterProperties properties,
            ObjectProvider<DefaultKafkaConsumerFactoryCustomizer> customizers) {
        super(kafka.buildConsumerProperties());
        this.maxLeadMillis = properties.maxLead().toMillis();
        this.maxHold = properties.maxHold();
        customizers.orderedStream().forEach(customizer -> customizer.customize(this));
    }

    @Override
    protected Consumer<Object, Object> createRawConsumer(Map<String, Object> configuration) {
        return new OldestFirst(configuration);
    }

    /** For one thread, as Kafka's are. Whoever uses it never sees what it holds. */
    private final class OldestFirst extends ExtendedKafkaConsumer {

        /** Up to what time partitions have been read; those of which that is not known are neither held nor waited for. */
        private final Map<TopicPartition, Long> reached = new HashMap<>();
        private final Set<TopicPartition> held = new HashSet<>();
        private long newest;

        private OldestFirst(Map<String, Object> configuration) {
            super(configuration);
        }

        @Override
        public ConsumerRecords<Object, Object> poll(Duration timeout) {
            hold();
            boolean waitsForOldest = !held.isEmpty() && timeout.compareTo(maxHold) > 0;
            ConsumerRecords<Object, Object> records = super.poll(waitsForOldest ? maxHold : timeout);
            if (records.isEmpty()) {
                // What does not come, though it is there, is not waited for again before it has come.
                reached.keySet().retainAll(held);
            }
            for (TopicPartition partition : records.partitions()) {
                long last = records.records(partition).getLast().timestamp();
                reached.put(partition, last);
                newest = Math.max(newest, last);
            }
            return records;
        }

        private void hold() {
            // When partitions move, Kafka forgets what was paused.
            held.retainAll(super.paused());
            reached.keySet().retainAll(assignment());
            reached.keySet().removeAll(paused());
            reached.replaceAll((partition, time) -> isRead(partition) ? newest : time);
            long oldest = reached.values().stream().mapToLong(Long::longValue).min().orElse(newest);
            Set<TopicPartition> ahead = new HashSet<>(reached.keySet());
            ahead.removeIf(partition -> reached.getOrDefault(partition, oldest) - oldest <= maxLeadMillis);
            held.removeAll(ahead);
            super.resume(held);
            super.pause(ahead);
            held.clear();
            held.addAll(ahead);
        }

        /** Whether all that is there has been read; of what is held, that is not known. */
        private boolean isRead(TopicPartition partition) {
            return !held.contains(partition) && currentLag(partition).orElse(1) == 0;
        }

        @Override
        public Set<TopicPartition> paused() {
            Set<TopicPartition> paused = new HashSet<>(super.paused());
            paused.removeAll(held);
            return paused;
        }

        @Override
        public void pause(Collection<TopicPartition> partitions) {
            held.removeAll(partitions);
            super.pause(partitions);
        }

        @Override
        public void resume(Collection<TopicPartition> partitions) {
            held.removeAll(partitions);
            super.resume(partitions);
        }
    }
}
