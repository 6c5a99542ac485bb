package trading.persister;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ListenerContainerPauseService;
import org.springframework.kafka.listener.ListenerExecutionFailedException;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.stereotype.Component;

/**
 * What happens to offsets when {@link SalesListener} throws. A partition that cannot go on is stopped where it is, the
 * others go on. After any other failure, be it to commit just that, everything comes again, after a pause during which the
 * paused consumer polls on and keeps its partitions; nothing is ever skipped, and there is no last attempt.
 */
@Component
final class SalesErrorHandler implements CommonErrorHandler {

    private static final Logger log = LoggerFactory.getLogger(SalesErrorHandler.class);

    private final StoppedPartitions stopped;
    private final Interruptions interruptions;
    private final ListenerContainerPauseService pauses;

    SalesErrorHandler(StoppedPartitions stopped, Interruptions interruptions, ListenerContainerPauseService pauses) {
        this.stopped = stopped;
        this.interruptions = interruptions;
        this.pauses = pauses;
    }

    @Override
    public boolean seeksAfterHandling() {
        return true;
    }

    /** The container would commit all that it delivered. */
    @Override
    public boolean isAckAfterHandle() {
        return false;
    }

    @Override
    public void handleBatch(Exception thrown, ConsumerRecords<?, ?> records, Consumer<?, ?> consumer,
            MessageListenerContainer container, Runnable invokeListener) {
        Throwable failure = thrown instanceof ListenerExecutionFailedException && thrown.getCause() != null
                ? thrown.getCause()
                : thrown;
        if (failure instanceof PartitionsStopped these) {
            stop(these.stops(), records, consumer, container);
        } else {
            comeAgain(failure, records, consumer, container);
        }
    }

    /**
     * What was read and not committed comes again, by {@link ReadAgainConsumers}. The consumer does not poll meanwhile, since
     * that is what failed; its partitions stay its own.
     */
    @Override
    public void handleOtherException(Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container,
            boolean batchListener) {
        Duration delay = interruptions.failed(thrown);
        log.error("polling sales failed, trying again in {} ms", delay.toMillis(), thrown);
        try {
            ListenerUtils.stoppableSleep(container, delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(Map<TopicPartition, Stop> stops, ConsumerRecords<?, ?> records, Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            Stop stop = stops.get(partition);
            done.put(partition, new OffsetAndMetadata(
                    stop == null ? records.records(partition).getLast().offset() + 1 : stop.offset()));
        }
        try {
            consumer.commitSync(done);
        } catch (KafkaException e) {
            comeAgain(e, records, consumer, container);
            return;
        }
        stops.forEach((partition, stop) -> {
            consumer.seek(partition, stop.offset());
            stopped.stop(partition, stop, containerOf(partition, container));
        });
    }

    private void comeAgain(Throwable failure, ConsumerRecords<?, ?> records, Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        for (TopicPartition partition : records.partitions()) {
            List<? extends ConsumerRecord<?, ?>> delivered = records.records(partition);
            consumer.seek(partition, delivered.getFirst().offset());
        }
        Duration delay = interruptions.failed(failure);
        log.warn("{} records come again in {} ms: {}", records.count(), delay.toMillis(),
                Interruptions.describe(failure));
        pauses.pause(containerOf(records.partitions().iterator().next(), container), delay);
    }

    /** The container of one consumer, out of those that share the listener. */
    private static MessageListenerContainer containerOf(TopicPartition partition, MessageListenerContainer container) {
        return container.getContainerFor(partition.topic(), partition.partition());
    }
}
