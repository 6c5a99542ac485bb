package trading.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long something took, in milliseconds; all zero when nothing was counted.
 *
 * @param count how many
 * @param curve the whole distribution
 */
public record Percentiles(long count, double mean, double p50, double p90, double p99, double p999, double longest,
        List<Point> curve) {

    /** Of nothing. */
    public static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0, 0, 0, List.of());

    private static final double MICROS_PER_MILLI = 1e3;
    private static final int POINTS_PER_HALF = 5;

    /**
     * So many percent took at most so long.
     *
     * @param percentile 0 to 100
     */
    public record Point(double percentile, double millis) {}

    /** The distribution of a histogram of microseconds. */
    public static Percentiles of(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return NONE;
        }
        List<Point> curve = new ArrayList<>();
        for (HistogramIterationValue value : micros.percentiles(POINTS_PER_HALF)) {
            curve.add(new Point(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo() / MICROS_PER_MILLI));
        }
        return new Percentiles(micros.getTotalCount(), micros.getMean() / MICROS_PER_MILLI, at(micros, 50),
                at(micros, 90), at(micros, 99), at(micros, 99.9), micros.getMaxValue() / MICROS_PER_MILLI, curve);
    }

    /** What 99 % took at most; empty when nothing was counted. */
    public OptionalDouble p99IfAny() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(p99);
    }

    private static double at(Histogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
