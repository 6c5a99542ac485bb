package trading.client.report;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stood at a moment. Counts are since its start.
 *
 * @param second since its start
 * @param phase {@code warm-up}, {@code measured}, or a trial of the search for the capacity
 * @param sales rows in the database, or sales on their topic, where the database is left out
 * @param ordersBehind orders that no engine had traded; -1 where that is not known
 * @param batchesBehind batches that were not in the database; -1 where that is not known
 * @param ordersBehindSeconds how long the oldest of these orders had waited, by the pace of all partitions together
 * @param batchesBehindSeconds how long the oldest of these batches had waited, likewise
 * @param p50 median milliseconds to the acceptance since the sample before
 * @param p99 of the same
 * @param cpuSeconds CPU time of each process since it started
 * @param networkBytes over each kind of interface since the machine started
 * @param slowestSeconds how long the oldest order and the oldest batch of the slowest partition had waited, together;
 *        {@code null} where that is not known
 */
public record Sample(double second, String phase, long accepted, long refused, long unknown, long notSent, long sales,
        long ordersBehind, long batchesBehind, double ordersBehindSeconds, double batchesBehindSeconds, double p50,
        double p99, Map<String, Double> cpuSeconds, Map<String, Long> networkBytes,
        @Nullable Double slowestSeconds) {

    /** Seconds that an order which is just written to the database had waited for an engine and for that; 0 if unknown. */
    public double behindSeconds() {
        return ordersBehindSeconds + batchesBehindSeconds;
    }
}
