package trading.gateway.orders;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import trading.gateway.logs.LogConsumer;

/** Looks whether there are records between two offsets, or only what transactions leave behind. Blocks for a moment. */
final class UnreadRecords {

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, Object> configuration;

    /**
     * Offsets of a partition.
     *
     * @param end the first behind them
     */
    record Range(long from, long end) {}

    /** What was seen. */
    record Answer(Set<TopicPartition> empty, Set<TopicPartition> found) {}

    UnreadRecords(KafkaProperties kafka) {
        configuration = LogConsumer.configuration(kafka, "gateway-unread");
        configuration.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // One record is enough; Kafka sends it however large it is.
        configuration.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
    }

    /** Which partitions have a record in their range, and which have none; neither is known when Kafka takes too long. */
    Answer find(Map<TopicPartition, Range> ranges) {
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(configuration);
        try {
            return find(ranges, consumer);
        } finally {
            // It is in no group: there is nothing to wait for.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private static Answer find(Map<TopicPartition, Range> ranges, Consumer<byte[], byte[]> consumer) {
        Set<TopicPartition> empty = new HashSet<>();
        Set<TopicPartition> found = new HashSet<>();
        Set<TopicPartition> open = new HashSet<>(ranges.keySet());
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        consumer.assign(ranges.keySet());
        ranges.forEach((partition, range) -> consumer.seek(partition, range.from()));
        while (!open.isEmpty() && System.nanoTime() < deadlineNanos) {
            for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(polled.topic(), polled.partition());
                Range range = ranges.get(partition);
                if (range != null && polled.offset() < range.end() && open.remove(partition)) {
                    found.add(partition);
                    consumer.pause(Set.of(partition));
                }
            }
            ranges.forEach((partition, range) -> {
                if (open.contains(partition) && isPast(range.end(), partition, consumer)) {
                    open.remove(partition);
                    empty.add(partition);
                }
            });
        }
        return new Answer(empty, found);
    }

    /** Whether a partition has been read so far; {@code false}, too, while that is not known. */
    private static boolean isPast(long end, TopicPartition partition, Consumer<byte[], byte[]> consumer) {
        try {
            // The next poll waits for it: a partition whose leader is away must not take the time of the others.
            return consumer.position(partition, Duration.ZERO) >= end;
        } catch (TimeoutException _) {
            return false;
        }
    }
}
