package trading.client.report;

import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * How many times as much a figure was when it was measured again: the ratio of the geometric means of some rounds now and some
 * before, and how far that ratio is known.
 *
 * <p>The interval is Student's, of the logarithms, with the variance of both sets of rounds pooled: in 95 of 100 such comparisons it
 * holds the true ratio, if rounds scatter about their level alike and independently.
 *
 * @param times now by before
 * @param least where the interval begins
 * @param most where it ends
 */
record Repetition(double times, double least, double most) {

    private static final double OUTSIDE_AT_EACH_END = 0.025;

    /** The ratio; {@code null} for fewer than three rounds in all, none on a side, or a figure that is not above 0. */
    static @Nullable Repetition of(List<Double> before, List<Double> now) {
        int freedom = before.size() + now.size() - 2;
        if (before.isEmpty() || now.isEmpty() || freedom < 1
                || DoubleStream.concat(doubles(before), doubles(now))
                        .anyMatch(figure -> !(figure > 0 && Double.isFinite(figure)))) {
            return null;
        }
        double difference = meanLog(now) - meanLog(before);
        double variance = (squares(before) + squares(now)) / freedom;
        double error = Math.sqrt(variance * (1.0 / before.size() + 1.0 / now.size()));
        double reach = error * TDistribution.of(freedom).inverseSurvivalProbability(OUTSIDE_AT_EACH_END);
        return new Repetition(Math.exp(difference), Math.exp(difference - reach), Math.exp(difference + reach));
    }

    /** Whether the figures are the same as far as these rounds can tell. */
    boolean isTheSame() {
        return least <= 1 && 1 <= most;
    }

    static double meanLog(List<Double> figures) {
        return doubles(figures).map(Math::log).average().orElseThrow();
    }

    private static double squares(List<Double> figures) {
        double mean = meanLog(figures);
        return doubles(figures).map(Math::log).map(log -> (log - mean) * (log - mean)).sum();
    }

    private static DoubleStream doubles(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue);
    }
}
