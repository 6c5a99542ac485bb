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
import org.springframework.stereotype.Component;

/**
 * Makes consumers that read the oldest sales first, out of whichever of their partitions.
 *
 * <p>A consumer of Kafka's reads about as much from each partition that has something. After a pile-up those with little are
 * soon done, while the fullest gets no more than they do, and falls behind further until then; its orders are refused although
 * there would be time for them. Here a partition that has been read up to a time later than another's by more than the lead
 * is held. Times are those of records, by the engines' clocks: if one of these is slow, its partitions are read first.
 *
 * <p>Of objects, since Spring Boot's listeners take no other factory, and make one of their own without a word.
 */
@Component
final class OldestFirstConsumers extends ReadAgainConsumers {

    private final long maxLeadMillis;
    private final Duration maxHold;

    OldestFirstConsumers(KafkaProperties kafka, PersisterProperties properties, Interruptions interruptions,
            ObjectProvider<DefaultKafkaConsumerFactoryCustomizer> customizers) {
        super(kafka.buildConsumerProperties(), interruptions);
        this.maxLeadMillis = properties.maxLead().toMillis();
        this.maxHold = properties.maxHold();
        customizers.orderedStream().forEach(customizer -> customizer.customize(this));
    }

    @Override
    protected Consumer<Object, Object> createRawConsumer(Map<String, Object> configuration) {
        return new OldestFirst(configuration);
    }

    /** For one thread, as Kafka's are. Whoever uses it never sees what it holds. */
    private final class OldestFirst extends ReadAgain {

        /** The newest that was read of each partition; one of which nothing is known is neither held nor waited for. */
        private final Map<TopicPartition, Long> read = new HashMap<>();

        /** Up to what time partitions that are held had been read. */
        private final Map<TopicPartition, Long> held = new HashMap<>();

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
                read.keySet().retainAll(held.keySet());
            }
            for (TopicPartition partition : records.partitions()) {
                read.put(partition, records.records(partition).getLast().timestamp());
            }
            return records;
        }

        private void hold() {
            // When partitions move, Kafka forgets what was paused.
            held.keySet().retainAll(super.paused());
            read.keySet().retainAll(assignment());
            read.keySet().removeAll(paused());
            Map<TopicPartition, Long> ahead = reached();
            long oldest = ahead.values().stream().mapToLong(Long::longValue).min().orElse(0);
            ahead.values().removeIf(time -> time - oldest <= maxLeadMillis);
            Set<TopicPartition> released = new HashSet<>(held.keySet());
            released.removeAll(ahead.keySet());
            super.resume(released);
            // Whether it has more is what was known when it was held.
            read.keySet().removeAll(released);
            super.pause(ahead.keySet());
            held.clear();
            held.putAll(ahead);
        }

        /** Up to what time partitions have been read; of those that have no more, it is the newest of all. */
        private Map<TopicPartition, Long> reached() {
            // A clock that was wrong once must not look like the future from then on.
            long nowMillis = System.currentTimeMillis();
            long newest = Math.min(nowMillis, read.values().stream().mapToLong(Long::longValue).max().orElse(0));
            Map<TopicPartition, Long> reached = new HashMap<>();
            read.forEach((partition, time) -> {
                long until = currentLag(partition).orElse(1) == 0 ? newest : Math.min(time, nowMillis);
                reached.put(partition, held.getOrDefault(partition, until));
            });
            return reached;
        }

        @Override
        public Set<TopicPartition> paused() {
            Set<TopicPartition> paused = new HashSet<>(super.paused());
            paused.removeAll(held.keySet());
            return paused;
        }

        @Override
        public void pause(Collection<TopicPartition> partitions) {
            held.keySet().removeAll(partitions);
            super.pause(partitions);
        }

        @Override
        public void resume(Collection<TopicPartition> partitions) {
            held.keySet().removeAll(partitions);
            super.resume(partitions);
        }
    }
}
