package trading.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import trading.client.report.LoadReport.Capacity;
import trading.client.report.LoadReport.Trial;

/**
 * Looks for the highest rate at which lag and latency stay flat: doubles it until they do not, halves the distance until it is
 * small, and then holds the best for long. What does not stay flat for long is lowered a little, and held again. For one
 * thread.
 */
final class CapacitySearch {

    private static final Duration SHORT = Duration.ofSeconds(20);
    private static final double CLOSE = 1.05;
    private static final double LOWER = 0.93;
    static final double LEAST_RATE = 10;
    private static final int MAX_SHORT_TRIALS = 24;
    private static final int MAX_LONG_TRIALS = 8;

    private final Trials trials;
    private final BooleanSupplier ended;
    private final List<Trial> tried = new ArrayList<>();

    /** Sends at a rate for a while, or until it is certain that it is not borne, after all that was sent before has been traded. */
    @FunctionalInterface
    interface Trials {
        Trial hold(double ordersPerSecond, Duration time) throws InterruptedException;
    }

    /** @param ended whether nobody wants to know any more */
    CapacitySearch(Trials trials, BooleanSupplier ended) {
        this.trials = trials;
        this.ended = ended;
    }

    /** What was tried so far. */
    List<Trial> tried() {
        return List.copyOf(tried);
    }

    /**
     * Looks for it.
     *
     * @param first rate
     * @param flat how long the found rate is to stay flat
     */
    Capacity find(double first, Duration flat) throws InterruptedException {
        double flatRate = 0;
        double steepRate = Double.POSITIVE_INFINITY;
        double rate = first;
        while (!ended.getAsBoolean() && tried.size() < MAX_SHORT_TRIALS && rate >= LEAST_RATE
                && !(flatRate > 0 && steepRate / flatRate <= CLOSE)) {
            if (hold(rate, SHORT)) {
                flatRate = rate;
            } else {
                steepRate = rate;
            }
            rate = next(flatRate, steepRate);
        }
        rate = flatRate;
        for (int i = 0; !ended.getAsBoolean() && i < MAX_LONG_TRIALS && rate >= LEAST_RATE; i++) {
            if (hold(rate, flat)) {
                return new Capacity(rate, tried());
            }
            rate *= LOWER;
        }
        return new Capacity(0, tried());
    }

    private boolean hold(double rate, Duration time) throws InterruptedException {
        Trial trial = trials.hold(rate, time);
        tried.add(trial);
        return trial.flat();
    }

    private static double next(double flatRate, double steepRate) {
        if (Double.isInfinite(steepRate)) {
            return 2 * flatRate;
        }
        return flatRate == 0 ? steepRate / 2 : Math.sqrt(flatRate * steepRate);
    }
}
