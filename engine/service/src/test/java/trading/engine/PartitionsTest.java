package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static trading.engine.Partitions.State.RESTORING;
import static trading.engine.Partitions.State.STANDBY;
import static trading.engine.Partitions.State.TRADING;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    private static final TopicPartition CHANGELOG = new TopicPartition(Changelog.TOPIC, 7);

    private final Partitions partitions = new Partitions(new SimpleMeterRegistry());

    @Test
    void aMarketIsRestoredAndThenTraded() {
        partitions.onRestoreStart(CHANGELOG, MarketProcessor.STORE, 0, 100);
        partitions.onBatchRestored(CHANGELOG, MarketProcessor.STORE, 50, 50);
        assertThat(partitions.count(RESTORING)).isEqualTo(1);
        partitions.onRestoreEnd(CHANGELOG, MarketProcessor.STORE, 100);
        assertThat(partitions.count(RESTORING)).isZero();
        partitions.trading(7);
        assertThat(partitions.count(TRADING)).isEqualTo(1);
        partitions.closed(7);
        assertThat(partitions.count(TRADING)).isZero();
    }

    /** It tells of records until it has ended, and then of nothing. */
    @Test
    void nobodyWaitsForWhatADeadThreadWasRestoring() throws Exception {
        FutureTask<List<Integer>> counts = new FutureTask<>(() -> {
            partitions.onRestoreStart(CHANGELOG, MarketProcessor.STORE, 0, 100);
            partitions.onBatchRestored(CHANGELOG, MarketProcessor.STORE, 50, 50);
            partitions.onUpdateStart(new TopicPartition(Changelog.TOPIC, 8), MarketProcessor.STORE, 0);
            return List.of(partitions.count(RESTORING), partitions.count(STANDBY));
        });
        Thread.ofPlatform().start(counts).join();
        assertThat(counts.get()).containsExactly(1, 1);
        assertThat(partitions.count(RESTORING)).isZero();
        assertThat(partitions.count(STANDBY)).isZero();
    }

    @Test
    void whatAnotherThreadRestoresIsWaitedFor() throws InterruptedException {
        Thread.ofPlatform().start(() -> partitions.onRestoreStart(CHANGELOG, MarketProcessor.STORE, 0, 100)).join();
        partitions.onRestoreStart(CHANGELOG, MarketProcessor.STORE, 0, 100);
        assertThat(partitions.count(RESTORING)).isEqualTo(1);
        partitions.onRestoreEnd(CHANGELOG, MarketProcessor.STORE, 100);
        assertThat(partitions.count(RESTORING)).isZero();
    }
}
