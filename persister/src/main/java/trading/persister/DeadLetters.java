package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import trading.wire.DeadLetter;
import trading.wire.InvalidField;
import trading.wire.Topics;

/** Sends records of the sales topic that are no batches to the dead letters. Safe for use by any thread. */
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
        DeadLetter letter = DeadLetter.of(record.topic(), record.offset(), record.key(), record.value(),
                record.headers(), why.getMessage());
        return kafka.send(new ProducerRecord<>(Topics.DEAD_LETTERS, record.partition(), letter.key(), letter.value(),
                letter.headers()));
    }
}
