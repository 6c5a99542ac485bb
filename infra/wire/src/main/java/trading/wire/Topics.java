package trading.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.utils.Utils;

/** The only place that names a topic, its key, its partitions and its retention. */
public final class Topics {

    /**
     * Commands, in the order in which Kafka took them, stamped by the broker. Key: the product id of a placed order, none
     * for a cancel. Partition: {@link #partition}, set by the producer.
     */
    public static final String ORDERS = "orders";

    /** What the engines did, batch by batch, in the partition of the orders. No key. */
    public static final String SALES = "sales";

    /** The batches that are in the database: the same bytes in the same partition. No key. */
    public static final String RESULTS = "results";

    /** Records of {@link #ORDERS} and {@link #SALES} that nobody could read, in their partition: each a {@link DeadLetter}. */
    public static final String DEAD_LETTERS = "dead-letters";

    /**
     * Where the market of each partition stood every few minutes, in the partition of its orders. No key. Kept as long as
     * the orders, so that what is left of a log can be traded again from the oldest of them.
     */
    public static final String CHECKPOINTS = "checkpoints";

    /** The consumer group of the engines, and the prefix of their transactions and changelogs. */
    public static final String ENGINE_GROUP = "engine";

    /** The consumer group of the persisters. */
    public static final String PERSISTER_GROUP = "persister";

    /** Partitions of every topic. Never changed in place: another number would split a product between engines. */
    public static final int PARTITIONS = 48;

    /**
     * A dead letter may be as large as anything that a broker takes by default, and larger for its new envelope. What a sender
     * has compressed may be larger still: a {@link DeadLetter} is cut then.
     */
    public static final int MAX_DEAD_LETTER_BYTES = 2 * 1024 * 1024;

    /** What the topics of batches must take at least: one of the largest, with its envelope. */
    public static final int LEAST_MESSAGE_BYTES = Limits.MAX_BATCH_BYTES + 1024;

    private static final Duration RETENTION = Duration.ofDays(7);

    /**
     * How many bytes of a log may lie between two entries of its index. Whoever fetches is looked up by the index and, from
     * there on, by reading the head of each batch, one after another from the file: with batches of a few orders, Kafka's own
     * 4 KB are twenty of them, for each partition of each fetch.
     */
    private static final int INDEX_INTERVAL_BYTES = 256;

    private Topics() {}

    /** The partition of a product: what Kafka's own partitioner gives for the product id as a key. */
    public static int partition(String productId) {
        return Utils.toPositive(Utils.murmur2(productId.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
    }

    /**
     * All topics, to be created before any service starts.
     *
     * @param replicationFactor 1 on one machine, 3 in production
     * @param minInsyncReplicas how many replicas must have an order before it is acknowledged
     */
    public static List<NewTopic> all(short replicationFactor, int minInsyncReplicas) {
        return List.of(topic(ORDERS, replicationFactor, minInsyncReplicas,
                Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime")),
                topic(SALES, replicationFactor, minInsyncReplicas, Map.of()),
                topic(RESULTS, replicationFactor, minInsyncReplicas, Map.of()),
                topic(CHECKPOINTS, replicationFactor, minInsyncReplicas, Map.of()),
                topic(DEAD_LETTERS, replicationFactor, minInsyncReplicas,
                        Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_DEAD_LETTER_BYTES))));
    }

    /**
     * How far a record may be ahead of its broker's clock. Batches carry the time of their partition, which a clock that was wrong may
     * have set ahead by any time: by Kafka's own hour, brokers would take none until the true time is near.
     */
    public static final String MAX_AHEAD_MILLIS = Long.toString(Long.MAX_VALUE);

    private static NewTopic topic(String name, short replicationFactor, int minInsyncReplicas,
            Map<String, String> more) {
        Map<String, String> configs = new HashMap<>(more);
        configs.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(RETENTION.toMillis()));
        // Deleted for their size, records would be gone that nobody has traded or written yet.
        configs.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        configs.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(minInsyncReplicas));
        configs.put(TopicConfig.INDEX_INTERVAL_BYTES_CONFIG, Integer.toString(INDEX_INTERVAL_BYTES));
        configs.put(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, MAX_AHEAD_MILLIS);
        return new NewTopic(name, PARTITIONS, replicationFactor).configs(configs);
    }
}
