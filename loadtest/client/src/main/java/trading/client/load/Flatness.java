package trading.client.load;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import trading.client.report.Lag;
import trading.client.report.Sample;
import trading.client.report.Window;

/** Whether a pipeline bore a rate: it did not fall behind, latencies did not grow, and nothing was turned away. */
final class Flatness {

    /** So many of the orders may be turned away, or not sent in time. */
    private static final double NOT_TAKEN = 0.001;

    /** The last third's latencies may be so many times the first's, and a little more. */
    private static final double GROWTH = 2;
    private static final double ALWAYS_ALLOWED_MILLIS = 10;

    private Flatness() {}

    /**
     * Why it is not flat; empty if it is.
     *
     * @param samples of the window, in order
     */
    static String flaw(Window window, @Nullable Lag lag, List<Sample> samples) {
        long notTaken = window.refused() + window.unknown() + window.invalid() + window.notSent();
        if (window.accepted() == 0 || notTaken > NOT_TAKEN * (window.accepted() + notTaken)) {
            return String.format(Locale.ROOT, "%,d orders not taken", notTaken);
        }
        if (lag != null && lag.behind()) {
            return String.format(Locale.ROOT, "behind by %.2f s at first, %.2f s at last", lag.first(), lag.last());
        }
        int third = Math.max(1, samples.size() / 3);
        double first = medianP99(samples.subList(0, third));
        double last = medianP99(samples.subList(samples.size() - third, samples.size()));
        return last > GROWTH * first + ALWAYS_ALLOWED_MILLIS
                ? String.format(Locale.ROOT, "99 %% in %.1f ms at first, %.1f ms at last", first, last)
                : "";
    }

    /** Whether so many orders not taken are too many already, however the rest of a time at a rate goes. */
    static boolean isLost(long notTaken, double ordersPerSecond, Duration time) {
        return notTaken > NOT_TAKEN * ordersPerSecond * (time.toNanos() / 1e9);
    }

    private static double medianP99(List<Sample> samples) {
        double[] sorted = samples.stream().mapToDouble(Sample::p99).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
