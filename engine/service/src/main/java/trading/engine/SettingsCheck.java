package trading.engine;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import trading.wire.StartupChecks;
import trading.wire.Topics;

/** Settings that would lose or double sales, or that do not fit together. */
final class SettingsCheck {

    private static final String STREAMS = "spring.kafka.streams.";
    private static final String STREAMS_PROPERTIES = STREAMS + "properties.";

    /** What brokers take. */
    private static final long LEAST_SEGMENT = 1 << 20;
    private static final long LARGEST_SEGMENT = 1 << 30;

    private SettingsCheck() {}

    /** What is wrong with the settings of an engine, and with those of its Kafka Streams. */
    static StartupChecks of(EngineProperties properties, Properties streams) {
        StartupChecks checks = new StartupChecks();
        requireOurs(checks, streams, "application-id", StreamsConfig.APPLICATION_ID_CONFIG, Topics.ENGINE_GROUP,
                "another group would trade every order a second time");
        requireOurs(checks, streams, "properties.processing.guarantee", StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2, "a crash would lose or double sales");
        requireOurs(checks, streams, "properties.main.consumer.auto.offset.reset",
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest",
                "a new group would skip orders");
        requireOurs(checks, streams, "properties.producer.acks",
                StreamsConfig.producerPrefix(ProducerConfig.ACKS_CONFIG), "all", "sales would die with their broker");
        requireUnset(checks, streams, StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                "an order, or half of a batch, would be left out");
        requireUnset(checks, streams, StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                "sales would be left out");
        requireUnset(checks, streams, StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG,
                "orders age by the broker's clock");
        requireUnset(checks, streams, StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                properties.commitInterval().toMillis(), "trading.engine.commit-interval says it");
        requireUnset(checks, streams, StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                properties.transactionTimeout().toMillis(), "trading.engine.transaction-timeout says it");
        long segment = properties.changelogSegment().toBytes();
        checks.require(segment >= LEAST_SEGMENT && segment <= LARGEST_SEGMENT, "trading.engine.changelog-segment",
                segment + "B", "1MB to 1GB");
        Duration commits = properties.commitInterval().multipliedBy(4);
        checks.requireAtLeast(commits, "trading.engine.transaction-timeout", properties.transactionTimeout(),
                "at least four times trading.engine.commit-interval, " + StartupChecks.text(commits)
                        + "; Kafka would abort what is only slow");
        Duration heartbeats = properties.heartbeatInterval().multipliedBy(3);
        checks.requireAtLeast(heartbeats, "trading.engine.session-timeout", properties.sessionTimeout(),
                "at least three times trading.engine.heartbeat-interval, " + StartupChecks.text(heartbeats)
                        + "; an engine would lose its partitions for one late heartbeat");
        Duration batches = properties.batchInterval().multipliedBy(4);
        checks.requireAtLeast(batches, "trading.engine.order-timeout", properties.orderTimeout(),
                "at least four times trading.engine.batch-interval, " + StartupChecks.text(batches)
                        + "; orders would expire before they trade");
        int ids = properties.maxOpenOrders() + properties.maxBatchCommands();
        checks.require(ids <= MarketRecords.MAX_BATCH_IDS, "trading.engine.max-open-orders", properties.maxOpenOrders(),
                "at most " + (MarketRecords.MAX_BATCH_IDS - properties.maxBatchCommands())
                        + ", with trading.engine.max-batch-commands at most " + MarketRecords.MAX_BATCH_IDS
                        + "; if all closed at once, no changelog would take their ids");
        List<String> ambiguous = SelfTradePrevention.ambiguous(properties);
        checks.require(ambiguous.isEmpty(), "trading.engine.self-trade-prevention-exceptions", ambiguous,
                "each product once");
        return checks;
    }

    private static void requireUnset(StartupChecks checks, Properties streams, String key, String otherwise) {
        Object value = streams.get(key);
        checks.require(value == null, STREAMS_PROPERTIES + key, String.valueOf(value), "nothing; " + otherwise);
    }

    private static void requireUnset(StartupChecks checks, Properties streams, String key, long ours,
            String otherwise) {
        String value = String.valueOf(streams.get(key));
        checks.require(value.equals(Long.toString(ours)), STREAMS_PROPERTIES + key, value, "nothing; " + otherwise);
    }

    private static void requireOurs(StartupChecks checks, Properties streams, String name, String key, String expected,
            String otherwise) {
        Object value = streams.getOrDefault(key, expected);
        checks.require(expected.equals(value), STREAMS + name, value, expected + "; " + otherwise);
    }
}
