package trading.gateway.orders;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import trading.gateway.OrderProperties;
import trading.wire.Topics;

/** Kafka's producer of orders, set up so that it never blocks, with its metrics. Safe for use by any thread. */
final class OrderProducer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OrderProducer.class);

    private static final int BATCH_BYTES = 32 * 1024;

    private final Producer<byte[], byte[]> kafka;
    private final Duration ackTimeout;
    private final KafkaClientMetrics metrics;

    OrderProducer(KafkaProperties kafka, OrderProperties properties, MeterRegistry meters) {
        this(new KafkaProducer<>(configuration(kafka, properties)), properties, meters);
    }

    /** @param kafka never blocks; closed with this one */
    OrderProducer(Producer<byte[], byte[]> kafka, OrderProperties properties, MeterRegistry meters) {
        this.kafka = kafka;
        this.ackTimeout = properties.ackTimeout();
        this.metrics = new KafkaClientMetrics(kafka);
        metrics.bindTo(meters);
    }

    private static Map<String, Object> configuration(KafkaProperties kafka, OrderProperties properties) {
        long ackTimeoutMillis = properties.ackTimeout().toMillis();
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "gateway-orders");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        // A batch takes its whole size from the first record on.
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG,
                2 * properties.maxInFlightBytes().toBytes() + 2L * Topics.PARTITIONS * BATCH_BYTES);
        config.putAll(kafka.buildProducerProperties());
        config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(ackTimeoutMillis));
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(ackTimeoutMillis / 2));
        return config;
    }

    /** What sends the orders. */
    Producer<byte[], byte[]> kafka() {
        return kafka;
    }

    /**
     * Learns where the partitions of orders are, to be called every second: a producer forgets a topic that it did not use for
     * minutes, and may not block to learn it again. Throws nothing.
     */
    void refreshMetadata() {
        try {
            kafka.partitionsFor(Topics.ORDERS);
        } catch (KafkaException e) {
            log.debug("No metadata of {} yet", Topics.ORDERS, e);
        } catch (RuntimeException e) {
            // What is thrown out of here would end the schedule.
            log.warn("No metadata of {} can be asked for", Topics.ORDERS, e);
        }
    }

    /** Waits for the orders that are on their way, no longer than the ack timeout. */
    @Override
    public void close() {
        kafka.close(ackTimeout);
        metrics.close();
    }
}
