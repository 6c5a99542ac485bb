package trading.client.orders;

import java.util.ArrayList;
import java.util.List;

/**
 * How many a second there are of something, window by window, and when that has settled: what has just started is compiled
 * while it runs, and becomes faster and faster. For one thread.
 */
public final class Pace {

    /** What differs by less is the same. */
    private static final double WITHIN = 0.1;

    private final int compared;
    private final List<Double> windows = new ArrayList<>();

    /** @param compared how many of the newest windows count */
    public Pace(int compared) {
        this.compared = compared;
    }

    /** Adds what came in one more window, a second. */
    public void add(double perSecond) {
        windows.add(perSecond);
    }

    /** Whether the newest windows bring something, and together hardly more than as many before them. */
    public boolean growsNoMore() {
        int newest = windows.size() - compared;
        return newest >= compared && perSecond() > 0
                && perSecond() <= (1 + WITHIN) * mean(newest - compared, newest);
    }

    /** Whether the newest windows bring something, and each nearly as much as any other. */
    public boolean isSteady() {
        if (windows.size() < compared) {
            return false;
        }
        List<Double> newest = windows.subList(windows.size() - compared, windows.size());
        double least = newest.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = newest.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return least > 0 && most - least <= WITHIN * most;
    }

    /** The mean of the newest windows; 0 without any. */
    public double perSecond() {
        return mean(Math.max(0, windows.size() - compared), windows.size());
    }

    private double mean(int from, int to) {
        return windows.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
