package trading.gateway.market;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import trading.gateway.logs.LogReader;
import trading.gateway.logs.LogStart;
import trading.wire.RequiredTopics;
import trading.wire.Topics;
import trading.wire.proto.Checkpoint;

/**
 * Where figures begin in every partition: some time back, or where its checkpoint is older than that, there. The books are
 * restored from the checkpoints. For one thread.
 */
final class MarketStart {

    private static final Duration TOPICS_TIMEOUT = Duration.ofSeconds(10);

    private final KafkaProperties kafka;
    private final Consumer<byte[], byte[]> consumer;
    private final Markets markets;
    private final Duration readBack;

    /**
     * @param consumer reads the checkpoints, and is assigned as that needs
     * @param readBack the time
     */
    MarketStart(KafkaProperties kafka, Consumer<byte[], byte[]> consumer, Markets markets, Duration readBack) {
        this.kafka = kafka;
        this.consumer = consumer;
        this.markets = markets;
        this.readBack = readBack;
    }

    /**
     * Finds the checkpoints; a market is restored when it is told where its reading begins.
     *
     * @throws KafkaException if they cannot be read
     * @throws IllegalStateException if the topics are not there yet, or not as they must be
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    LogStart find() throws InterruptedException {
        RequiredTopics.await(kafka.buildAdminProperties(), TOPICS_TIMEOUT, readBack, Topics.SALES, Topics.CHECKPOINTS);
        Map<Integer, List<Checkpoint>> checkpoints = new NewestCheckpoints(consumer,
                LogReader.partitions(Topics.CHECKPOINTS)).find();
        long windowMillis = System.currentTimeMillis() - readBack.toMillis();
        SequencedMap<TopicPartition, Long> since = new LinkedHashMap<>();
        for (TopicPartition partition : LogReader.partitions(Topics.SALES)) {
            List<Checkpoint> checkpoint = checkpoints.getOrDefault(partition.partition(), List.of());
            since.put(partition, sinceMillis(checkpoint, windowMillis));
        }
        return new LogStart(since, false, (partition, offset, beginning) -> {
            List<Checkpoint> checkpoint = checkpoints.getOrDefault(partition.partition(), List.of());
            PartitionMarket market = markets.partition(partition.partition());
            if (beginning > 0) {
                market.toldFrom(windowMillis);
            } else {
                market.toldFrom(offset == 0 ? Long.MIN_VALUE : sinceMillis(checkpoint, windowMillis));
            }
            checkpoint.forEach(market::restore);
        });
    }

    private static long sinceMillis(List<Checkpoint> checkpoint, long windowMillis) {
        // Without one, a partition has traded for a few minutes only, or not since its log was last deleted.
        return checkpoint.isEmpty() ? 0 : Math.min(windowMillis, checkpoint.getFirst().getNow());
    }
}
