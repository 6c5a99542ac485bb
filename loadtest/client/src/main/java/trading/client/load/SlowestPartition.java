package trading.client.load;

import java.util.List;
import java.util.stream.Stream;
import trading.client.stack.Backlog;
import trading.wire.Topics;

/** How long the oldest order and the oldest batch of the slowest partition have waited, together. For one thread. */
final class SlowestPartition {

    private final List<OldestWait> orders = eachPartition();
    private final List<OldestWait> batches = eachPartition();

    /**
     * Takes a look in.
     *
     * @return seconds; 0 if nothing waits
     */
    double seconds(long nanos, Backlog.Reading reading) {
        double slowest = 0;
        for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
            // Both logs are cut alike: what an order still has before it lies in its own partition of both.
            slowest = Math.max(slowest, seconds(orders, reading.ordersLog(), partition, nanos)
                    + seconds(batches, reading.salesLog(), partition, nanos));
        }
        return slowest;
    }

    private static double seconds(List<OldestWait> waits, List<Backlog.Progress> log, int partition, long nanos) {
        if (partition >= log.size()) {
            return 0;
        }
        Backlog.Progress progress = log.get(partition);
        return waits.get(partition).seconds(nanos, progress.taken(), progress.end());
    }

    private static List<OldestWait> eachPartition() {
        return Stream.generate(OldestWait::new).limit(Topics.PARTITIONS).toList();
    }
}
