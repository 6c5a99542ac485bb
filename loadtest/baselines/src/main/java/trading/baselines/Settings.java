package trading.baselines;

import java.time.Duration;
import trading.baselines.sales.DatabaseAddress;

/**
 * How a baseline runs.
 *
 * @param host address to listen on
 * @param engines that share the market, product by product
 * @param delay of an engine between writing the sales of a run and the next run; the articles had 3 ms
 * @param orderTimeout how old an open order may become; the articles had a minute
 */
record Settings(String host, int port, int engines, Duration delay, Duration orderTimeout, DatabaseAddress database) {

    private static final int MAX_ENGINES = 100;

    Settings {
        if (engines < 1 || engines > MAX_ENGINES) {
            throw new IllegalArgumentException("--engines: " + engines + " (expected: 1 to " + MAX_ENGINES + ")");
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException(
                    "--delay-millis: " + delay.toMillis() + " (expected: 0 or more)");
        }
    }
}
