package trading.persister;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/**
 * Makes consumers that go back to what is committed after a commit that failed.
 *
 * <p>A listener container forgets what it tried to commit, and between a poll and the listener a failure costs it the records
 * too. A consumer would go on behind them: the offset would stay where it is until the partition's next record, which for gateways
 * is a batch that nobody writes, and records that no listener saw would be committed with it.
 */
abstract class ReadAgainConsumers extends DefaultKafkaConsumerFactory<Object, Object> {

    private final Interruptions interruptions;

    ReadAgainConsumers(Map<String, Object> configuration, Interruptions interruptions) {
        super(configuration);
        this.interruptions = interruptions;
    }

    /** For one thread, as Kafka's are. */
    class ReadAgain extends ExtendedKafkaConsumer {

        private boolean goesBack;
        private boolean pollFailed;
        private Map<TopicPartition, OffsetAndMetadata> failed = Map.of();

        ReadAgain(Map<String, Object> configuration) {
            super(configuration);
        }

        /** Before it polls it goes back, if a commit failed; if it cannot, the next poll tries again. */
        @Override
        public ConsumerRecords<Object, Object> poll(Duration timeout) {
            if (goesBack) {
                goBack();
                goesBack = false;
            }
            try {
                ConsumerRecords<Object, Object> records = super.poll(timeout);
                if (pollFailed) {
                    // Without records, nothing else tells that it goes on.
                    interruptions.over();
                    pollFailed = false;
                }
                return records;
            } catch (WakeupException e) {
                throw e;
            } catch (RuntimeException e) {
                pollFailed = true;
                throw e;
            }
        }

        private void goBack() {
            Set<TopicPartition> partitions = assignment();
            Map<TopicPartition, OffsetAndMetadata> committed = committed(partitions);
            for (TopicPartition partition : partitions) {
                OffsetAndMetadata next = committed.get(partition);
                if (next == null) {
                    seekToBeginning(List.of(partition));
                } else {
                    seek(partition, next);
                }
            }
            if (failed.entrySet().stream().allMatch(one -> isCommitted(one.getValue(), committed.get(one.getKey())))) {
                // The answer was lost, not the commit: nothing comes again that would tell that it goes on.
                interruptions.over();
            }
        }

        private static boolean isCommitted(OffsetAndMetadata tried, @Nullable OffsetAndMetadata committed) {
            return committed != null && committed.offset() >= tried.offset();
        }

        @Override
        public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            commit(offsets, () -> super.commitSync(offsets));
        }

        @Override
        public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            commit(offsets, () -> super.commitSync(offsets, timeout));
        }

        private void commit(Map<TopicPartition, OffsetAndMetadata> offsets, Runnable commit) {
            try {
                commit.run();
            } catch (RebalanceInProgressException e) {
                // The container keeps what it could not commit for this reason, until the rebalance is over.
                throw e;
            } catch (RuntimeException e) {
                goesBack = true;
                failed = offsets;
                throw e;
            }
        }
    }
}
