package trading.system.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import trading.system.watch.Logs.Moment;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.Topics;
import trading.wire.proto.Batch;

/** When each partition traded, between two moments. For one thread. */
public final class Timeline {

    private final Map<Integer, List<Traded>> batches = new HashMap<>();
    private final Map<Integer, Map<Long, Long>> arrivals = new HashMap<>();
    private final long aborted;
    private final long deadLetters;

    /** A batch: its moment, and the first of its orders. */
    private record Traded(long nowMillis, long firstOffset) {}

    /**
     * How long a partition let an order wait: from the later of the batch before and the order's arrival to the batch that
     * traded it.
     *
     * @param untilMillis the moment of that batch
     */
    public record Wait(int partition, long millis, long untilMillis) {}

    private Timeline(Logs logs, Moment from, Moment to) {
        AtomicLong committed = new AtomicLong();
        AtomicLong written = new AtomicLong();
        AtomicLong dead = new AtomicLong();
        logs.read(Topics.ORDERS, from, to, false, found -> arrivals
                .computeIfAbsent(found.partition(), any -> new HashMap<>()).put(found.offset(), found.timestamp()));
        logs.read(Topics.SALES, from, to, false, found -> written.incrementAndGet());
        logs.read(Topics.SALES, from, to, true, found -> {
            committed.incrementAndGet();
            add(found);
        });
        logs.read(Topics.DEAD_LETTERS, from, to, true, found -> dead.incrementAndGet());
        aborted = written.get() - committed.get();
        deadLetters = dead.get();
    }

    /** Reads what happened between two moments, all of whose transactions have ended. */
    public static Timeline read(Logs logs, Moment from, Moment to) {
        return new Timeline(logs, from, to);
    }

    /** Records of the sales log that only those see who read what was never committed. */
    public long aborted() {
        return aborted;
    }

    /** Records that engines could not read. */
    public long deadLetters() {
        return deadLetters;
    }

    /** The longest of each partition, the shortest first. */
    public List<Wait> longestWaits() {
        List<Wait> longest = new ArrayList<>();
        batches.forEach((partition, traded) -> waits(partition, traded).stream()
                .max(Comparator.comparingLong(Wait::millis)).ifPresent(longest::add));
        return longest.stream().sorted(Comparator.comparingLong(Wait::millis)).toList();
    }

    /**
     * How long, in milliseconds, each of some partitions took from a moment to its next batch; partitions that did not trade
     * afterwards are left out.
     */
    public List<Long> firstBatchAfterMillis(List<Integer> partitions, long epochMillis) {
        return partitions.stream().flatMap(partition -> batches.getOrDefault(partition, List.of()).stream()
                .filter(batch -> batch.nowMillis() >= epochMillis)
                .map(batch -> batch.nowMillis() - epochMillis).findFirst().stream()).sorted().toList();
    }

    private List<Wait> waits(int partition, List<Traded> traded) {
        Map<Long, Long> arrived = arrivals.getOrDefault(partition, Map.of());
        List<Wait> waits = new ArrayList<>();
        long before = 0;
        for (Traded batch : traded) {
            Long arrival = arrived.get(batch.firstOffset());
            if (arrival != null) {
                waits.add(new Wait(partition, batch.nowMillis() - Math.max(before, arrival), batch.nowMillis()));
            }
            before = batch.nowMillis();
        }
        return waits;
    }

    private void add(ConsumerRecord<byte[], byte[]> found) {
        try {
            Batch batch = Batches.read(found.value());
            // A batch without orders only closes old ones; whoever waited waits on.
            if (batch.getPart() == 1 && batch.getLastOffset() >= batch.getFirstOffset()) {
                batches.computeIfAbsent(found.partition(), any -> new ArrayList<>())
                        .add(new Traded(batch.getNow(), batch.getFirstOffset()));
            }
        } catch (InvalidField e) {
            // Poison; whoever checks the log says so.
        }
    }
}
