package trading.system.compare;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A small search for the setting with which a system makes the most sales: first the engines, then the clients, are doubled as
 * long as that is better, or else halved. For one thread.
 */
public final class BestSetting {

    /** In all; the best so far is taken then. */
    public static final int MAX_TRIALS = 10;

    public static final int MAX_ENGINES = 16;
    public static final int MAX_CLIENTS = 640;

    /** Less than this much more is no better: a short run is not measured more exactly. */
    private static final double BETTER = 1.03;

    private final Trials trials;
    private final Map<Setting, Double> tried = new HashMap<>();

    /** Measures a setting for a short while, in sales a minute. */
    @FunctionalInterface
    public interface Trials {
        double salesPerMinute(Setting setting) throws IOException, InterruptedException;
    }

    public BestSetting(Trials trials) {
        this.trials = trials;
    }

    /**
     * Searches.
     *
     * @param first what is tried first
     * @param fixedEngines whether engines stay as they are
     * @param fixedClients whether clients stay as they are
     */
    public Setting find(Setting first, boolean fixedEngines, boolean fixedClients)
            throws IOException, InterruptedException {
        Setting best = first;
        if (!fixedEngines) {
            Setting at = best;
            best = new Setting(climb(at.engines(), MAX_ENGINES, engines -> new Setting(engines, at.clients())),
                    at.clients());
        }
        if (!fixedClients) {
            Setting at = best;
            best = new Setting(at.engines(),
                    climb(at.clients(), MAX_CLIENTS, clients -> new Setting(at.engines(), clients)));
        }
        return best;
    }

    private int climb(int first, int most, IntFunction<Setting> setting) throws IOException, InterruptedException {
        int best = first;
        for (int next = 2 * best; next <= most && isBetter(setting.apply(next), setting.apply(best)); next *= 2) {
            best = next;
        }
        if (best == first) {
            for (int next = best / 2; next >= 1 && isBetter(setting.apply(next), setting.apply(best)); next /= 2) {
                best = next;
            }
        }
        return best;
    }

    private boolean isBetter(Setting one, Setting than) throws IOException, InterruptedException {
        double other = sales(than);
        return sales(one) > BETTER * other;
    }

    /** What was not tried when there is no more trial counts as nothing. */
    private double sales(Setting setting) throws IOException, InterruptedException {
        Double known = tried.get(setting);
        if (known != null) {
            return known;
        }
        if (tried.size() == MAX_TRIALS) {
            return 0;
        }
        double sales = trials.salesPerMinute(setting);
        tried.put(setting, sales);
        return sales;
    }
}
