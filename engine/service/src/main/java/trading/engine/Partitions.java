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
import org.jspecify.annotations.Nullable;
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

    /**
     * What is done, and by which thread. Kafka Streams does not say what a thread gives up that dies: nobody does it any more when
     * the thread has ended.
     */
    private record Work(State state, Thread thread) {

        boolean goesOn(State asked) {
            return state == asked && thread.isAlive();
        }
    }

    private final Map<Integer, Work> work = new ConcurrentHashMap<>();
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
        return (int) work.values().stream().filter(each -> each.goesOn(state)).count();
    }

    private @Nullable Work begins(int partition, State state) {
        return work.put(partition, new Work(state, Thread.currentThread()));
    }

    private boolean ends(int partition, State state) {
        Work ended = work.get(partition);
        return ended != null && ended.state() == state && work.remove(partition, ended);
    }

    /** A market stands. */
    void trading(int partition) {
        Work before = begins(partition, State.TRADING);
        if (before == null || before.state() != State.TRADING) {
            gained.increment();
        }
    }

    /** A market was given up. */
    void closed(int partition) {
        if (ends(partition, State.TRADING)) {
            lost.increment();
        }
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long startingOffset, long endingOffset) {
        begins(changelog.partition(), State.RESTORING);
        restoringSinceNanos.put(changelog.partition(), System.nanoTime());
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long batchEndOffset, long records) {
        restored.increment((double) records);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long totalRestored) {
        ends(changelog.partition(), State.RESTORING);
        Long sinceNanos = restoringSinceNanos.remove(changelog.partition());
        if (sinceNanos != null) {
            restores.record(Duration.ofNanos(System.nanoTime() - sinceNanos));
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long totalRestored) {
        ends(changelog.partition(), State.RESTORING);
        restoringSinceNanos.remove(changelog.partition());
    }

    @Override
    public void onUpdateStart(TopicPartition changelog, String store, long startingOffset) {
        begins(changelog.partition(), State.STANDBY);
    }

    @Override
    public void onBatchLoaded(TopicPartition changelog, String store, TaskId taskId, long batchEndOffset,
            long batchSize, long currentEndOffset) {}

    @Override
    public void onUpdateSuspended(TopicPartition changelog, String store, long storeOffset, long currentEndOffset,
            SuspendReason reason) {
        ends(changelog.partition(), State.STANDBY);
    }
}
