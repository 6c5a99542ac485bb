package trading.system.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import trading.wire.Topics;

/** Kafka's logs of the pipeline, read between two moments. For one thread. */
public final class Logs implements AutoCloseable {

    private static final String[] TOPICS = {Topics.ORDERS, Topics.SALES, Topics.DEAD_LETTERS};
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration MAX_SILENCE = Duration.ofSeconds(30);

    private final String kafka;
    private final Admin admin;

    /** Where the logs ended at one moment. */
    public record Moment(Map<TopicPartition, Long> ends) {

        /** Before the first record. */
        public static final Moment BEGINNING = new Moment(Map.of());
    }

    public Logs(String kafka) {
        this.kafka = kafka;
        this.admin = Admin.create(Map.of("bootstrap.servers", kafka));
    }

    /** Where the logs end now. */
    public Moment now() throws InterruptedException {
        return ends(IsolationLevel.READ_UNCOMMITTED, TOPICS);
    }

    /** Where a log ends now for those who read what is committed: before the first transaction that is open. */
    public Moment committed(String topic) throws InterruptedException {
        return ends(IsolationLevel.READ_COMMITTED, topic);
    }

    private Moment ends(IsolationLevel isolation, String... topics) throws InterruptedException {
        try {
            return new Moment(Watch.ends(admin, isolation, topics));
        } catch (ExecutionException e) {
            throw new IllegalStateException("Kafka at " + kafka + ": " + e.getCause(), e);
        }
    }

    /**
     * Reads what was written to a topic between two moments, partition by partition in order, partitions mixed.
     *
     * @param committedOnly whether records of transactions that are open or aborted are left out
     */
    public void read(String topic, Moment from, Moment to, boolean committedOnly,
            Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        to.ends().forEach((partition, end) -> {
            if (partition.topic().equals(topic) && end > start(from, partition)) {
                ends.put(partition, end);
            }
        });
        if (ends.isEmpty()) {
            return;
        }
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka, "isolation.level",
                        committedOnly ? "read_committed" : "read_uncommitted", "enable.auto.commit", false,
                        "max.poll.records", 10_000),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(ends.keySet());
            ends.keySet().forEach(partition -> consumer.seek(partition, start(from, partition)));
            read(consumer, ends, reader);
        }
    }

    private static void read(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends,
            Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        List<TopicPartition> open = new ArrayList<>(ends.keySet());
        long deadline = System.nanoTime() + MAX_SILENCE.toNanos();
        while (!open.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(POLL)) {
                deadline = System.nanoTime() + MAX_SILENCE.toNanos();
                TopicPartition partition = new TopicPartition(found.topic(), found.partition());
                if (found.offset() < ends.getOrDefault(partition, 0L)) {
                    reader.accept(found);
                }
            }
            open.removeIf(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        open + ": no record for " + MAX_SILENCE.toSeconds() + " s (expected: committed by now)");
            }
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    private static long start(Moment from, TopicPartition partition) {
        return from.ends().getOrDefault(partition, 0L);
    }
}
