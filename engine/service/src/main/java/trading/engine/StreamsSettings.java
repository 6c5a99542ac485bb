package trading.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import trading.wire.Topics;

/** How Kafka Streams is set up: by the engine's own settings, and whatever {@code spring.kafka.streams.*} says beside them. */
final class StreamsSettings {

    /** More than comes while a fetch waits: only an engine that is behind gets so much, from one partition as well, and that at once. */
    private static final int FETCH_BYTES = 256 * 1024;

    private StreamsSettings() {}

    /** All settings of Kafka Streams. */
    static Properties of(EngineProperties properties, KafkaProperties kafka) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, Topics.ENGINE_GROUP);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, properties.threads());
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, properties.commitInterval().toMillis());
        // No batch ends while a thread waits in poll.
        config.put(StreamsConfig.POLL_MS_CONFIG,
                Math.min(properties.batchInterval().toMillis(), PatientConsumer.QUIET_POLL.toMillis()));
        // A task reads one partition and has no other to wait for, but would look whether it has before every record.
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, properties.standbys());
        config.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, FewestMoves.class.getName());
        config.put(FewestMoves.WARM_UP_INTERVAL_MS, properties.warmUpInterval().toMillis());
        config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
                properties.maxBatchCommands());
        if (properties.fetchWait().isPositive()) {
            config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.FETCH_MIN_BYTES_CONFIG), FETCH_BYTES);
            config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG),
                    (int) properties.fetchWait().toMillis());
        }
        config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
                (int) properties.sessionTimeout().toMillis());
        config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                (int) properties.heartbeatInterval().toMillis());
        config.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                (int) properties.transactionTimeout().toMillis());
        config.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        config.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                Topics.MAX_DEAD_LETTER_BYTES);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 65_536);
        Properties streamsConfig = new Properties();
        streamsConfig.putAll(config);
        streamsConfig.putAll(kafka.buildStreamsProperties());
        return streamsConfig;
    }
}
