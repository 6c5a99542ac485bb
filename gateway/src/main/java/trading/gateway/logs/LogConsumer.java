package trading.gateway.logs;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** A consumer that belongs to no group: it reads what was committed, from where it is told to, and commits nothing. */
public final class LogConsumer {

    private LogConsumer() {}

    /**
     * Its configuration, by what {@code spring.kafka} says; a map of the caller's own.
     *
     * @param clientId its name in Kafka's logs and metrics
     */
    public static Map<String, Object> configuration(KafkaProperties kafka, String clientId) {
        Map<String, Object> config = new HashMap<>(kafka.buildConsumerProperties());
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2000);
        return config;
    }
}
