package trading.engine;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;
import org.springframework.stereotype.Component;

/** What this engine does with each partition that it has to do with. Safe for use by any thread. */
@Component
class Partitions implements StateRestoreListener, StandbyUpdateListener {

    /** What an engine does with a partition. */
    enum State {
        /** It owns the partition, and its market stands. */
        TRADING,
        /** It owns the partition, and reads its market from the changelog. */
        RESTORING,
        /** Another engine owns the partition, and this one keeps a copy of its market. */
        STANDBY
    }

    private final Map<Integer, State> states = new ConcurrentHashMap<>();

    Partitions(MeterRegistry registry) {
        for (State state : State.values()) {
            Gauge.builder("trading.engine.partitions", this, partitions -> partitions.count(state))
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .description("partitions that this engine trades, restores, or keeps a copy of").register(registry);
        }
    }

    /** How many partitions are in a state. */
    int count(State state) {
        return (int) states.values().stream().filter(state::equals).count();
    }

    /** A market stands. */
    void trading(int partition) {
        states.put(partition, State.TRADING);
    }

    /** A market was given up. */
    void closed(int partition) {
        states.remove(partition, State.TRADING);
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long startingOffset, long endingOffset) {
        states.put(changelog.partition(), State.RESTORING);
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long batchEndOffset, long restored) {}

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long totalRestored) {
        states.remove(changelog.partition(), State.RESTORING);
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long totalRestored) {
        states.remove(changelog.partition(), State.RESTORING);
    }

    @Override
    public void onUpdateStart(TopicPartition changelog, String store, long startingOffset) {
        states.put(changelog.partition(), State.STANDBY);
    }

    @Override
    public void onBatchLoaded(TopicPartition changelog, String store, TaskId taskId, long batchEndOffset,
            long batchSize, long currentEndOffset) {}

    @Override
    public void onUpdateSuspended(TopicPartition changelog, String store, long storeOffset, long currentEndOffset,
            SuspendReason reason) {
        states.remove(changelog.partition(), State.STANDBY);
    }
}
