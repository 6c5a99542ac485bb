package trading.engine;

import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import trading.wire.Replication;
import trading.wire.StartupChecks;
import trading.wire.Topics;

/**
 * The topic that Kafka Streams makes for the markets. Open orders and trade ids are no safer than it is: without a word it
 * would be made with what the broker's defaults say, be the orders in three brokers or not.
 */
final class Changelog {

    static final String TOPIC = Topics.ENGINE_GROUP + "-" + MarketProcessor.STORE + "-changelog";

    private static final String OTHERWISE = "open orders and trade ids would die with fewer brokers than orders do";
    private static final String MIN_IN_SYNC_REPLICAS = StreamsConfig.topicPrefix(
            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);

    private Changelog() {}

    /** Has it made as the orders are, as far as the settings of Kafka Streams do not say it themselves. */
    static void replicate(Properties streams, Replication orders) {
        streams.putIfAbsent(StreamsConfig.REPLICATION_FACTOR_CONFIG, orders.factor());
        if (factor(streams) >= orders.minInsyncReplicas()) {
            streams.putIfAbsent(MIN_IN_SYNC_REPLICAS, orders.minInsyncReplicas());
        }
    }

    /**
     * Whether it is as it would be made. What is there is not changed by any setting.
     *
     * @param streams settings of Kafka Streams, {@linkplain #replicate replication} among them
     * @param there how it is replicated, empty if it is not there yet
     */
    static StartupChecks check(Properties streams, Optional<Replication> there) {
        StartupChecks checks = new StartupChecks();
        there.ifPresent(existing -> {
            int factor = factor(streams);
            int replicas = existing.factor();
            checks.require(replicas >= factor, "replicas of topic " + TOPIC, replicas,
                    "at least " + factor + ", as topic " + Topics.ORDERS
                            + " has or spring.kafka.streams.replication-factor" + " says; " + OTHERWISE
                            + "; add replicas with"
                            + " kafka-reassign-partitions, or go on as it is with spring.kafka.streams.replication-factor="
                            + replicas);
            Object inSync = streams.get(MIN_IN_SYNC_REPLICAS);
            int least = inSync == null ? 1 : Integer.parseInt(inSync.toString());
            checks.require(existing.minInsyncReplicas() >= least,
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + " of topic " + TOPIC, existing.minInsyncReplicas(),
                    "at least " + least + ", as topic " + Topics.ORDERS + " has or spring.kafka.streams.properties."
                            + MIN_IN_SYNC_REPLICAS + " says; " + OTHERWISE
                            + "; kafka-configs --alter --entity-type topics --entity-name " + TOPIC + " --add-config "
                            + TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + "=" + least);
            checks.require(!existing.electsUnclean(),
                    TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG + " of topic " + TOPIC, true,
                    "false; " + Replication.UNCLEAN_ELECTION
                            + "; kafka-configs --alter --entity-type topics --entity-name " + TOPIC + " --add-config "
                            + TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG + "=false");
            String policy = existing.cleanupPolicy();
            checks.require(policy == null || policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT),
                    TopicConfig.CLEANUP_POLICY_CONFIG + " of topic " + TOPIC, String.valueOf(policy),
                    TopicConfig.CLEANUP_POLICY_COMPACT
                            + "; orders that are open for long would be deleted, and trade ids of"
                            + " products that nobody sold for long would begin anew; kafka-configs --alter --entity-type topics"
                            + " --entity-name " + TOPIC + " --add-config " + TopicConfig.CLEANUP_POLICY_CONFIG + "="
                            + TopicConfig.CLEANUP_POLICY_COMPACT);
        });
        return checks;
    }

    private static int factor(Properties streams) {
        String name = StreamsConfig.REPLICATION_FACTOR_CONFIG;
        return (Integer) ConfigDef.parseType(name, streams.get(name), ConfigDef.Type.INT);
    }
}
