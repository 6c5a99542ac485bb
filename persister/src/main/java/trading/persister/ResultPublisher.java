package trading.persister;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import trading.tracing.Traces;
import trading.wire.Topics;

/**
 * Tells the gateways what is in the database: the batches of the sales topic, byte for byte, in the same partitions. Of their
 * headers only what names a step of a trace goes along: others could make a record larger than Kafka takes.
 */
@Component
final class ResultPublisher {

    private final KafkaTemplate<byte[], byte[]> kafka;
    private final Duration timeout;

    ResultPublisher(KafkaTemplate<byte[], byte[]> kafka, PersisterProperties properties) {
        this.kafka = kafka;
        this.timeout = properties.publishTimeout();
    }

    /** Starts to publish, without waiting for Kafka; {@link #await} the acknowledgements. */
    List<CompletableFuture<?>> publish(List<SalesRecord> records) {
        List<CompletableFuture<?>> acknowledgements = new ArrayList<>(records.size());
        for (SalesRecord record : records) {
            acknowledgements.add(kafka.send(new ProducerRecord<>(Topics.RESULTS, record.partition().partition(), null,
                    null, record.bytes(), Traces.mark(record.headers()))));
        }
        return acknowledgements;
    }

    /** Returns when Kafka has all of it. */
    void await(List<CompletableFuture<?>> acknowledgements) {
        try {
            CompletableFuture.allOf(acknowledgements.toArray(CompletableFuture[]::new)).get(timeout.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while waiting for Kafka to take results", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("Kafka did not take all results", e);
        }
    }
}
