package trading.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
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
    private final Map<Integer, Long> restoringSinceNanos = new ConcurrentHashMap<>();
    private final Timer restores;
    private final Counter restored;
    private final Counter gained;
    private final Counter lost;

    Partitions(MeterRegistry registry) {
        for (State state : State.values()) {
            Gauge.builder("trading.engine.partitions", this, partitions -> partitions.count(state))
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .description("partitions that this engine trades, restores, or keeps a copy of").register(registry);
        }
        restores = Timer.builder("trading.engine.restore")
                .description("time to read the market of a partition from its changelog").register(registry);
        restored = Counter.builder("trading.engine.restored.records").description("records of changelogs read for that")
                .register(registry);
        gained = moves("gained", registry);
        lost = moves("lost", registry);
    }

    private static Counter moves(String direction, MeterRegistry registry) {
        return Counter.builder("trading.engine.moves").tag("direction", direction)
                .description("partitions that this engine began or ceased to trade").register(registry);
    }

    /** How many partitions are in a state. */
    int count(State state) {
        return (int) states.values().stream().filter(state::equals).count();
    }

    /** A market stands. */
    void trading(int partition) {
        if (states.put(partition, State.TRADING) != State.TRADING) {
            gained.increment();
        }
    }

    /** A market was given up. */
    void closed(int partition) {
        if (states.remove(partition, State.TRADING)) {
            lost.increment();
        }
    }

    /**
     * A thread died, and Kafka Streams does not say which partitions it was restoring. Those that other threads restore are known
     * again with the next records of their changelogs.
     */
    void threadDied() {
        states.values().removeIf(State.RESTORING::equals);
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long startingOffset, long endingOffset) {
        states.put(changelog.partition(), State.RESTORING);
        restoringSinceNanos.put(changelog.partition(), System.nanoTime());
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long batchEndOffset, long records) {
        states.put(changelog.partition(), State.RESTORING);
        restored.increment((double) records);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long totalRestored) {
        states.remove(changelog.partition(), State.RESTORING);
        Long sinceNanos = restoringSinceNanos.remove(changelog.partition());
        if (sinceNanos != null) {
            restores.record(Duration.ofNanos(System.nanoTime() - sinceNanos));
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long totalRestored) {
        states.remove(changelog.partition(), State.RESTORING);
        restoringSinceNanos.remove(changelog.partition());
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
