package trading.gateway.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import trading.testing.TestKafka;

/** A partition that lost records, beside one that did not. */
class ITLogReader {

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int RECORDS = 20;
    private static final int QUIET_POLLS = 5;
    private static final String KAFKA = TestKafka.start().bootstrapServers();

    private final Admin admin = Admin.create(Map.of("bootstrap.servers", KAFKA));
    private final Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
            // A record at a time, so that there is always one that is not read yet.
            Map.of("bootstrap.servers", KAFKA, "auto.offset.reset", "none", "max.poll.records", 1,
                    "max.partition.fetch.bytes", 1),
            new ByteArrayDeserializer(), new ByteArrayDeserializer());
    private TopicPartition losing = new TopicPartition("", 0);
    private TopicPartition whole = new TopicPartition("", 1);

    @BeforeEach
    void fill(TestInfo test) throws ExecutionException, InterruptedException {
        String topic = "log-reader-" + test.getTestMethod().orElseThrow().getName();
        admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
        losing = new TopicPartition(topic, 0);
        whole = new TopicPartition(topic, 1);
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(Map.of("bootstrap.servers", KAFKA),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                for (TopicPartition partition : List.of(losing, whole)) {
                    producer.send(new ProducerRecord<>(topic, partition.partition(), null, new byte[]{1})).get();
                }
            }
        }
    }

    @AfterEach
    void close() {
        consumer.close();
        admin.close();
    }

    @Test
    void theOthersAreReadToTheirEndsWhereRecordsWereDeleted() {
        Losing reading = new Losing(() -> admin.deleteRecords(Map.of(losing, RecordsToDelete.beforeOffset(RECORDS - 1)))
                .all().get());

        read(reading);

        assertThat(reading.of(losing)).endsWith(RECORDS - 1L).doesNotHaveDuplicates();

        assertThat(reading.of(whole)).containsExactlyElementsOf(LongStream.range(0, RECORDS).boxed().toList());
        assertThat(reading.missed).containsExactly(losing);
    }

    @Test
    void theOthersAreReadOnceWhereTheEndWasLost() {
        Losing reading = new Losing(() -> consumer.seek(losing, 1_000));

        read(reading);

        assertThat(reading.of(whole)).containsExactlyElementsOf(LongStream.range(0, RECORDS).boxed().toList());
        assertThat(reading.of(losing)).doesNotHaveDuplicates();
        assertThat(reading.missed).containsExactly(losing);
    }

    private void read(Losing reading) {
        LogReader reader = new LogReader("records", consumer, reading, new SimpleMeterRegistry().counter("skipped"));
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                reader.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            await().atMost(DEADLINE).until(
                    () -> reading.of(whole).contains(RECORDS - 1L) && reading.emptyPolls.get() >= QUIET_POLLS);
        } finally {
            reader.close();
        }
        await().atMost(DEADLINE).until(() -> !thread.isAlive());
    }

    /** Reads all there is; once it has read a record of the partition that loses some, they are lost. */
    private final class Losing implements LogReading {

        /** What makes records go away. */
        @FunctionalInterface
        interface Loss {
            void come() throws Exception;
        }

        private final Loss loss;
        private final Queue<ConsumerRecord<byte[], byte[]>> records = new ConcurrentLinkedQueue<>();
        private final Set<TopicPartition> missed = ConcurrentHashMap.newKeySet();
        private final AtomicInteger emptyPolls = new AtomicInteger();
        private boolean hasLost;

        private Losing(Loss loss) {
            this.loss = loss;
        }

        List<Long> of(TopicPartition partition) {
            return records.stream().filter(record -> record.partition() == partition.partition())
                    .map(ConsumerRecord::offset).toList();
        }

        @Override
        public LogStart begin() {
            SequencedMap<TopicPartition, Long> fromTheFirst = new LinkedHashMap<>();
            fromTheFirst.put(losing, 0L);
            fromTheFirst.put(whole, 0L);
            return new LogStart(fromTheFirst, false, (_, _, _) -> {});
        }

        @Override
        public void read(ConsumerRecord<byte[], byte[]> polled) {
            records.add(polled);
            emptyPolls.set(0);
            if (!hasLost && polled.partition() == losing.partition()) {
                hasLost = true;
                try {
                    loss.come();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        }

        @Override
        public void missed(Set<TopicPartition> partitions) {
            missed.addAll(partitions);
        }

        @Override
        public void afterPoll() {
            emptyPolls.incrementAndGet();
        }

        @Override
        public void caughtUp() {
            // Of no interest.
        }
    }
}
