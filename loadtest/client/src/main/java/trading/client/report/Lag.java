package trading.client.report;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far the pipeline was behind, in seconds that orders waited for an engine and their sales for the database.
 *
 * @param first the mean of the window's first quarter
 * @param last the mean of its last quarter
 * @param behind whether it fell behind: what it was sent was more than it could take
 * @param slowest the most that a single partition was behind; {@code null} where that is not known
 */
public record Lag(double first, double last, boolean behind, @Nullable Double slowest) {

    /** What a pipeline that keeps up may drift in a window, in seconds. */
    private static final double MAX_GROWTH = 0.5;

    /** The lag of a window, from its samples in order; there must be one at least. */
    public static Lag of(List<Sample> window) {
        int quarter = Math.max(1, window.size() / 4);
        double first = mean(window.subList(0, quarter));
        double last = mean(window.subList(window.size() - quarter, window.size()));
        return new Lag(first, last, last - first > MAX_GROWTH,
                window.stream().map(Sample::slowestSeconds).filter(Objects::nonNull).max(Double::compare).orElse(null));
    }

    private static double mean(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::behindSeconds).average().orElse(0);
    }
}
