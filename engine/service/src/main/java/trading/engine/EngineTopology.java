package trading.engine;

import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import trading.tracing.Traces;
import trading.wire.Topics;

/** orders → market → sales, with checkpoints and dead letters beside them. */
final class EngineTopology {

    private EngineTopology() {}

    static Topology of(EngineProperties properties, EngineMetrics metrics, Partitions partitions, Traces traces,
            TradedOffsets traded) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        ByteArraySerializer value = new ByteArraySerializer();
        return new Topology().addSource(Topics.ORDERS, bytes, bytes, Topics.ORDERS)
                .addProcessor(MarketProcessor.STORE,
                        () -> new MarketProcessor(properties, metrics, partitions, traces, traded), Topics.ORDERS)
                .addStateStore(MarketStore.builder(MarketProcessor.STORE, changelog(properties)), MarketProcessor.STORE)
                .addSink(Topics.SALES, Topics.SALES, Routed.serializer(), value, Routed.partitioner(),
                        MarketProcessor.STORE)
                .addSink(Topics.CHECKPOINTS, Topics.CHECKPOINTS, Routed.serializer(), value, Routed.partitioner(),
                        MarketProcessor.STORE)
                .addSink(Topics.DEAD_LETTERS, Topics.DEAD_LETTERS, Routed.serializer(), value, Routed.partitioner(),
                        MarketProcessor.STORE);
    }

    /**
     * A changelog keeps only what is compacted, and only closed segments are: small ones keep a restore short. Deletions are kept
     * for longer than a restore takes; a copy that was out of touch for longer than that is seen by the number of its orders.
     */
    private static Map<String, String> changelog(EngineProperties properties) {
        return Map.of(TopicConfig.SEGMENT_BYTES_CONFIG, Long.toString(properties.changelogSegment().toBytes()),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.3", TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                "600000", TopicConfig.DELETE_RETENTION_MS_CONFIG, "120000",
                TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false",
                TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Topics.MAX_AHEAD_MILLIS);
    }
}
