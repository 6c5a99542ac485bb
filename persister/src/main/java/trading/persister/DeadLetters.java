package trading.persister;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import trading.wire.InvalidField;
import trading.wire.Topics;

/**
 * Records of the sales topic that are no batches, as they came, in their partition, with headers {@code topic} and
 * {@code offset} that say where they were, and {@code error}. Safe for use by any thread.
 */
@Component
final class DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    private final KafkaTemplate<byte[], byte[]> kafka;
    private final Counter count;

    DeadLetters(KafkaTemplate<byte[], byte[]> kafka, MeterRegistry meters) {
        this.kafka = kafka;
        this.count = Counter.builder("trading.persister.dead.letters")
                .description("Records of the sales topic that no engine can have written").register(meters);
    }

    /** Starts to send a record, without waiting for Kafka. */
    CompletableFuture<?> send(ConsumerRecord<byte[], byte[]> record, InvalidField why) {
        count.increment();
        log.error("{}-{}, offset {}: sent to {}: {}", record.topic(), record.partition(), record.offset(),
                Topics.DEAD_LETTERS, why.getMessage());
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(Topics.DEAD_LETTERS, record.partition(),
                record.key(), record.value(), record.headers());
        letter.headers().add("topic", record.topic().getBytes(UTF_8))
                .add("offset", Long.toString(record.offset()).getBytes(UTF_8))
                .add("error", why.getMessage().getBytes(UTF_8));
        return kafka.send(letter);
    }
}
