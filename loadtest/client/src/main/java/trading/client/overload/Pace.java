package trading.client.overload;

import java.util.ArrayList;
import java.util.List;

/** How many orders a second something takes, window by window, until that grows no more. For one thread. */
final class Pace {

    /** So many windows are compared with as many before them. */
    static final int WINDOWS = 6;

    /** What has just started is compiled while it runs, and takes more and more. */
    private static final double GROWS = 1.1;

    private final List<Double> windows = new ArrayList<>();

    /** Adds what was taken in one more window, in orders a second. */
    void add(double perSecond) {
        windows.add(perSecond);
    }

    /** Whether the newest windows take no more, or hardly more, than those before them. */
    boolean hasSettled() {
        int newest = windows.size() - WINDOWS;
        return newest >= WINDOWS && mean(newest, windows.size()) <= GROWS * mean(newest - WINDOWS, newest);
    }

    /** The mean of the newest windows; 0 without any. */
    double perSecond() {
        return mean(Math.max(0, windows.size() - WINDOWS), windows.size());
    }

    private double mean(int from, int to) {
        return windows.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
