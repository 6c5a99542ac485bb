package trading.client.orders;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * How long requests took, in milliseconds; all zero when there were none.
 *
 * @param count how many there were
 */
public record Latencies(long count, double median, double p99, double longest) {

    private static final double MICROS_PER_MILLI = 1e3;

    static Latencies of(Histogram micros) {
        return micros.getTotalCount() == 0
                ? new Latencies(0, 0, 0, 0)
                : new Latencies(micros.getTotalCount(), micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
                        micros.getValueAtPercentile(99) / MICROS_PER_MILLI, micros.getMaxValue() / MICROS_PER_MILLI);
    }

    /** The three, or that there were none. */
    @Override
    public String toString() {
        return count == 0 ? "-" : String.format(Locale.ROOT, "%,.0f/%,.0f/%,.0f", median, p99, longest);
    }
}
