package trading.system.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import trading.wire.Topics;

/**
 * Looks at the groups and logs of a running pipeline several times a second, from outside, for as long as the broker
 * answers. Any thread may ask what it saw.
 */
public final class Watch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final int USUAL = 8;
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

    private final Admin admin;
    private final Thread thread = Thread.ofPlatform().name("watch").daemon().unstarted(this::run);
    private Sight before = Sight.NOTHING;
    private Sight now = Sight.NOTHING;
    private long sinceNanos;
    private long seenNanos;
    private long enginePartitionsMoved;
    private long persisterPartitionsMoved;
    private final List<Long> salesBehind = new ArrayList<>();
    private @Nullable RuntimeException failure;

    /**
     * What could be seen at one moment.
     *
     * @param salesBehind records of the sales log that no persister has committed yet
     */
    public record Sight(Owners engines, Owners persisters, long salesBehind) {

        static final Sight NOTHING = new Sight(new Owners(Map.of()), new Owners(Map.of()), 0);

        /** Whether every partition has an owner in both groups. */
        public boolean isWhole() {
            return engines.byPartition().size() == Topics.PARTITIONS
                    && persisters.byPartition().size() == Topics.PARTITIONS;
        }
    }

    /** @param kafka bootstrap servers */
    public Watch(String kafka) {
        admin = Admin.create(Map.of("bootstrap.servers", kafka, "request.timeout.ms", 2_000, "default.api.timeout.ms",
                3_000, "reconnect.backoff.max.ms", 500));
        thread.start();
    }

    /**
     * What was seen last.
     *
     * @throws IllegalStateException if nobody looks any more
     */
    public synchronized Sight now() {
        requireWatched();
        return now;
    }

    /** How long every partition had the owners that were seen last; a broker that does not answer adds nothing. */
    public synchronized Duration ownersKeptFor() {
        return Duration.ofNanos(seenNanos - sinceNanos);
    }

    /**
     * Counts from what is seen now.
     *
     * @throws IllegalStateException if nobody looks any more
     */
    public synchronized void mark() {
        requireWatched();
        before = now;
        enginePartitionsMoved = 0;
        persisterPartitionsMoved = 0;
        salesBehind.clear();
    }

    /** The most partitions that had, at one moment since {@link #mark}, another engine than before. */
    public synchronized long enginePartitionsMoved() {
        return enginePartitionsMoved;
    }

    /** The most partitions that had, at one moment since {@link #mark}, another persister than before. */
    public synchronized long persisterPartitionsMoved() {
        return persisterPartitionsMoved;
    }

    /** The most records of the sales log that waited for persisters at one moment since {@link #mark}. */
    public synchronized long mostSalesBehind() {
        return salesBehind.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** The median of the records of the sales log that waited at the newest moments since {@link #mark}: a slow moment is not usual. */
    public synchronized long usualSalesBehind() {
        List<Long> newest = salesBehind.subList(Math.max(0, salesBehind.size() - USUAL), salesBehind.size());
        return newest.stream().sorted().skip(newest.size() / 2).findFirst().orElse(now.salesBehind());
    }

    @Override
    public void close() {
        thread.interrupt();
        admin.close(LONGEST_ANSWER);
    }

    private void run() {
        try {
            while (true) {
                look();
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException e) {
            // It is closed.
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void look() throws InterruptedException {
        try {
            saw(new Sight(Owners.ask(admin, Topics.ENGINE_GROUP, Topics.ORDERS),
                    Owners.ask(admin, Topics.PERSISTER_GROUP, Topics.SALES), salesBehind()));
        } catch (ExecutionException | TimeoutException e) {
            // The broker is away; what it says afterwards counts.
        }
    }

    private synchronized void failed(RuntimeException e) {
        failure = e;
    }

    /** What was seen last would be taken for what is. */
    private void requireWatched() {
        if (failure != null) {
            throw new IllegalStateException("the watch has failed: " + failure, failure);
        }
    }

    private synchronized void saw(Sight sight) {
        seenNanos = System.nanoTime();
        if (!sight.engines().equals(now.engines()) || !sight.persisters().equals(now.persisters())) {
            sinceNanos = seenNanos;
        }
        now = sight;
        enginePartitionsMoved = Math.max(enginePartitionsMoved, sight.engines().movedSince(before.engines()));
        persisterPartitionsMoved = Math.max(persisterPartitionsMoved,
                sight.persisters().movedSince(before.persisters()));
        salesBehind.add(sight.salesBehind());
    }

    private long salesBehind() throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> ends = ends(admin, IsolationLevel.READ_UNCOMMITTED, Topics.SALES);
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(Topics.PERSISTER_GROUP)
                .partitionsToOffsetAndMetadata().get();
        long behind = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            OffsetAndMetadata offset = committed.get(end.getKey());
            // A drained partition ends with the marker of its last transaction, which no consumer ever commits.
            behind += Math.max(0, end.getValue() - (offset == null ? 0 : offset.offset()) - 1);
        }
        return behind;
    }

    /** Where the partitions of topics end for those who read so. */
    static Map<TopicPartition, Long> ends(Admin admin, IsolationLevel isolation, String... topics)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        Stream.of(topics).forEach(topic -> IntStream.range(0, Topics.PARTITIONS)
                .forEach(partition -> asked.put(new TopicPartition(topic, partition), OffsetSpec.latest())));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all().get()
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }
}
