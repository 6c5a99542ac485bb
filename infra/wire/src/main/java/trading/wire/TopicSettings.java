package trading.wire;

import java.time.Duration;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a topic must be like, or orders would get lost, split or timed wrongly.
 *
 * @param replicationFactor the smallest of its partitions
 */
record TopicSettings(String topic, int partitions, int replicationFactor, Configuration configuration) {

    /** The topic's configuration, with the broker's defaults in it. */
    @FunctionalInterface
    interface Configuration {
        @Nullable
        String get(String name);
    }

    /**
     * Adds what is wrong.
     *
     * @param leastRetention for how long records must be kept at least
     */
    void check(StartupChecks checks, Duration leastRetention) {
        checks.require(partitions == Topics.PARTITIONS, "partitions of topic " + topic, partitions,
                Topics.PARTITIONS + "; another number would split a product between engines");
        if (topic.equals(Topics.ORDERS) || topic.equals(Topics.SALES)) {
            require(checks, TopicConfig.RETENTION_BYTES_CONFIG, "-1",
                    "past it, what nobody has traded or written yet would be gone");
        }
        if (topic.equals(Topics.ORDERS)) {
            require(checks, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime",
                    "orders age by the broker's clock, not by their sender's");
        }
        require(checks, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                "compaction keeps one record of a key and loses the others");
        require(checks, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false", Replication.UNCLEAN_ELECTION);
        checkReplicas(checks);
        checkRetention(checks, leastRetention);
        if (topic.equals(Topics.DEAD_LETTERS)) {
            requireRoom(checks, Topics.MAX_DEAD_LETTER_BYTES, "a larger poison record would stop its partition");
        } else if (topic.equals(Topics.SALES) || topic.equals(Topics.RESULTS)) {
            requireRoom(checks, Topics.LEAST_MESSAGE_BYTES, "a larger batch would stop its partition");
        }
    }

    private void requireRoom(StartupChecks checks, int least, String why) {
        long bytes = number(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, least);
        checks.require(bytes >= least, name(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), bytes,
                "at least " + least + "; " + why + howTo(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, least));
    }

    /** How it is replicated, and what is deleted of it. */
    Replication replication() {
        return new Replication(replicationFactor, (int) number(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 1),
                Boolean.parseBoolean(configuration.get(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG)),
                configuration.get(TopicConfig.CLEANUP_POLICY_CONFIG));
    }

    /** On a single broker there is nothing to replicate to. */
    private void checkReplicas(StartupChecks checks) {
        if (replicationFactor < 2) {
            return;
        }
        long replicas = number(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 2);
        checks.require(replicas >= 2, name(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG), replicas,
                "at least 2 of " + replicationFactor + " replicas; with one, an acknowledged order dies with its broker"
                        + howTo(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 2));
        checks.require(replicas <= replicationFactor, name(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG), replicas,
                "at most the " + replicationFactor + " replicas; nothing is acknowledged otherwise"
                        + howTo(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replicationFactor));
    }

    private void checkRetention(StartupChecks checks, Duration leastRetention) {
        long millis = number(TopicConfig.RETENTION_MS_CONFIG, -1);
        checks.require(millis < 0 || millis >= leastRetention.toMillis(), name(TopicConfig.RETENTION_MS_CONFIG), millis,
                "at least " + leastRetention.toMillis() + "; what a restart still needs would be gone"
                        + howTo(TopicConfig.RETENTION_MS_CONFIG, leastRetention.toMillis()));
    }

    private void require(StartupChecks checks, String name, String expected, String why) {
        String value = configuration.get(name);
        checks.require(value == null || value.equals(expected), name(name), String.valueOf(value),
                expected + "; " + why + howTo(name, expected));
    }

    private long number(String name, long otherwise) {
        String value = configuration.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    private String name(String setting) {
        return setting + " of topic " + topic;
    }

    private String howTo(String setting, Object value) {
        return "; kafka-configs --alter --entity-type topics --entity-name " + topic + " --add-config " + setting + "="
                + value;
    }
}
