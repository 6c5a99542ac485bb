package trading.persister;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import trading.wire.StartupChecks;
import trading.wire.Topics;

/** Settings that would lose or double sales, or that do not fit together. */
final class SettingsCheck {

    private SettingsCheck() {}

    /** What is wrong with the settings of a persister. */
    static StartupChecks of(PersisterProperties properties, KafkaProperties kafka) {
        Map<String, Object> consumerProperties = kafka.buildConsumerProperties();
        consumerProperties.put(ConsumerConfig.GROUP_ID_CONFIG, Topics.PERSISTER_GROUP);
        ConsumerConfig consumer = new ConsumerConfig(consumerProperties);
        ProducerConfig producer = new ProducerConfig(kafka.buildProducerProperties());
        StartupChecks checks = new StartupChecks();
        check(consumer, checks);
        check(producer, checks);
        checks.requireAtLeast(properties.retryDelay(), "trading.persister.max-retry-delay", properties.maxRetryDelay(),
                "at least trading.persister.retry-delay, " + StartupChecks.text(properties.retryDelay()));
        Duration delivery = millis(producer.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG));
        checks.requireAtLeast(delivery, "trading.persister.publish-timeout", properties.publishTimeout(),
                "at least the producer's delivery.timeout.ms, " + StartupChecks.text(delivery)
                        + "; a result would still be on its way when it is published again");
        Duration call = properties.connectTimeout().plus(properties.statementTimeout())
                .plus(properties.publishTimeout());
        checks.requireAtLeast(call, "max.poll.interval.ms of the consumer",
                millis(consumer.getInt(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG)),
                "at least connect-timeout, statement-timeout and publish-timeout of trading.persister together, "
                        + StartupChecks.text(call) + "; Kafka would give the partitions away in the middle of a write");
        return checks;
    }

    private static void check(ConsumerConfig consumer, StartupChecks checks) {
        String isolation = consumer.getString(ConsumerConfig.ISOLATION_LEVEL_CONFIG);
        checks.require(isolation.equals("read_committed"), "spring.kafka.consumer.isolation-level", isolation,
                "read_committed; sales of aborted transactions never happened");
        boolean autoCommit = consumer.getBoolean(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);
        checks.require(!autoCommit, "spring.kafka.consumer.enable-auto-commit", autoCommit,
                "false; offsets move on when rows are written, not before");
        String reset = consumer.getString(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);
        checks.require(reset.equals("earliest"), "spring.kafka.consumer.auto-offset-reset", reset,
                "earliest; a new group would skip sales");
    }

    private static void check(ProducerConfig producer, StartupChecks checks) {
        String acks = producer.getString(ProducerConfig.ACKS_CONFIG);
        checks.require(acks.equals("all") || acks.equals("-1"), "spring.kafka.producer.acks", acks,
                "all; a result would die with its broker");
        boolean idempotent = producer.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG);
        checks.require(idempotent, "enable.idempotence of the producer", idempotent,
                "true; results would change places");
        int maxRequest = producer.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        checks.require(maxRequest >= Topics.MAX_DEAD_LETTER_BYTES, "max.request.size of the producer", maxRequest,
                "at least " + Topics.MAX_DEAD_LETTER_BYTES + "; a larger poison record would stop its partition");
    }

    private static Duration millis(int millis) {
        return Duration.ofMillis(millis);
    }
}
