package trading.client.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import trading.client.stack.CpuTimes;
import trading.client.stack.ProcessSize;

/**
 * What came of a measured stretch of time.
 *
 * @param seconds its length
 * @param accepted orders that the gateway took
 * @param refused orders that were surely not taken, for now
 * @param unknown orders without a clear answer
 * @param invalid orders that were refused as wrong: there should be none
 * @param notSent orders that this client could not send in time
 * @param sales rows that came into the database, or sales on their topic
 * @param toAccepted from the planned time to the acceptance
 * @param asSeen the same in a closed loop, without the orders that its clients could not send while they waited
 * @param toResult from the planned time until the gateway knew what had become of sampled orders
 * @param withoutResult sampled orders of which it did not know in time
 * @param withoutPlace orders that would have been sampled if fewer others had been waited for; {@code null} in old reports
 * @param lag how far the pipeline fell behind; {@code null} where that is not known
 * @param cpuSeconds CPU time of each process
 * @param networkBytes over each kind of interface, of everything on this machine
 * @param sizes of each process when the time was over; empty where that is not known
 * @param spread how evenly partitions and engines were used; {@code null} where that is not known
 * @param changed processes of the stack that ended or began meanwhile, by name; {@code null} in old reports
 */
public record Window(double seconds, long accepted, long refused, long unknown, long invalid, long notSent, long sales,
        Percentiles toAccepted, @Nullable Percentiles asSeen, Percentiles toResult, long withoutResult,
        @Nullable Long withoutPlace, @Nullable Lag lag, Map<String, Double> cpuSeconds, Map<String, Long> networkBytes,
        @Nullable Map<String, ProcessSize> sizes, @Nullable Spread spread,
        @Nullable List<String> changed) {

    private static final double MICROS_PER_SECOND = 1e6;

    @Override
    public Map<String, ProcessSize> sizes() {
        return sizes == null ? Map.of() : sizes;
    }

    /** Orders a second. */
    @JsonProperty
    public double acceptedPerSecond() {
        return accepted / seconds;
    }

    /** The articles' figure. */
    @JsonProperty
    public double salesPerMinute() {
        return sales * 60 / seconds;
    }

    /** How many sales came of an order; empty where none was accepted. */
    @JsonProperty
    public OptionalDouble salesPerOrder() {
        return each((double) sales, accepted);
    }

    /** CPU time of everything but this client for an accepted order, in microseconds; empty where none was, or no process is known. */
    @JsonProperty
    public OptionalDouble cpuMicrosPerOrder() {
        OptionalDouble cpu = cpuOfOthers();
        return cpu.isEmpty() ? cpu : perOrder(cpu.getAsDouble());
    }

    /** CPU time of everything but this client for a sale, in microseconds; empty without sales, or where no process is known. */
    @JsonProperty
    public OptionalDouble cpuMicrosPerSale() {
        OptionalDouble cpu = cpuOfOthers();
        return cpu.isEmpty() ? cpu : perSale(cpu.getAsDouble());
    }

    /** CPU time of this client for an accepted order, in microseconds; empty where none was, or it is not known. */
    @JsonProperty
    public OptionalDouble clientMicrosPerOrder() {
        Double cpu = cpuSeconds.get(CpuTimes.THIS_CLIENT);
        return cpu == null ? OptionalDouble.empty() : perOrder(cpu);
    }

    /** CPU time for an accepted order, in microseconds; empty where none was. */
    public OptionalDouble perOrder(double cpu) {
        return each(cpu * MICROS_PER_SECOND, accepted);
    }

    /** CPU time for a sale, in microseconds; empty without sales. */
    public OptionalDouble perSale(double cpu) {
        return each(cpu * MICROS_PER_SECOND, sales);
    }

    private OptionalDouble cpuOfOthers() {
        return cpuSeconds.entrySet().stream().filter(process -> !process.getKey().equals(CpuTimes.THIS_CLIENT))
                .mapToDouble(Map.Entry::getValue).reduce(Double::sum);
    }

    private static OptionalDouble each(double all, long count) {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(all / count);
    }
}
