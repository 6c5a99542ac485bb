package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    private static final TopicPartition CHANGELOG = new TopicPartition(Changelog.TOPIC, 7);

    private final Partitions partitions = new Partitions(new SimpleMeterRegistry());

    @Test
    void nobodyWaitsForWhatADeadThreadWasRestoring() {
        partitions.onRestoreStart(CHANGELOG, MarketProcessor.STORE, 0, 100);
        assertThat(restoring()).isEqualTo(1);
        partitions.threadDied();
        assertThat(restoring()).isZero();
    }

    @Test
    void whatALivingThreadRestoresIsKnownAgain() {
        partitions.onRestoreStart(CHANGELOG, MarketProcessor.STORE, 0, 100);
        partitions.threadDied();
        partitions.onBatchRestored(CHANGELOG, MarketProcessor.STORE, 50, 50);
        assertThat(restoring()).isEqualTo(1);
        partitions.onRestoreEnd(CHANGELOG, MarketProcessor.STORE, 100);
        assertThat(restoring()).isZero();
    }

    private int restoring() {
        return partitions.count(Partitions.State.RESTORING);
    }
}
