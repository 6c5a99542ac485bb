package trading.client.audit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import trading.client.CommandFailed;

/** A stretch of one partition in Kafka. For one thread. */
final class PartitionLog implements Log {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> consumer;
    private final java.util.function.Consumer<Consumer<byte[], byte[]>> afterwards;
    private final TopicPartition partition;
    private final long end;
    private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();

    /**
     * @param consumer reads committed records only, and does not go elsewhere where there are none
     * @param afterwards takes the consumer when this log is closed
     */
    PartitionLog(Consumer<byte[], byte[]> consumer,
            java.util.function.Consumer<Consumer<byte[], byte[]>> afterwards, TopicPartition partition, long from,
            long end) {
        this.consumer = consumer;
        this.afterwards = afterwards;
        this.partition = partition;
        this.end = end;
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
    }

    @Override
    public boolean hasNext() {
        long deadline = System.nanoTime() + MAX_SILENCE.toNanos();
        while (fetched.isEmpty() && consumer.position(partition) < end) {
            fetch();
            if (fetched.isEmpty() && System.nanoTime() > deadline) {
                throw new CommandFailed("log " + partition + ": no record for " + MAX_SILENCE.toSeconds()
                        + " s at offset " + consumer.position(partition) + " of " + end);
            }
        }
        return !fetched.isEmpty();
    }

    private void fetch() {
        try {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(POLL)) {
                if (found.offset() < end) {
                    fetched.add(found);
                }
            }
        } catch (OffsetOutOfRangeException e) {
            throw new CannotJudge("log " + partition + ": nothing at offset " + consumer.position(partition)
                    + " any more (expected: everything up to " + end + ")");
        }
    }

    @Override
    public ConsumerRecord<byte[], byte[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return fetched.remove();
    }

    @Override
    public void close() {
        consumer.unsubscribe();
        afterwards.accept(consumer);
    }
}
