package trading.local;

import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about a baseline.
 *
 * @param name one of {@link #NAMES}
 * @param engines that share the market
 * @param delayMillis an engine's rest between two runs; the articles had 3
 * @param persist how {@code node}, and no other, writes sales: {@code sequential}, as in the first article, or
 *        {@code parallel}, as in the second and if nothing is said
 */
public record BaselineSettings(String name, int engines, int delayMillis, Optional<String> persist) {

    public static final List<String> NAMES = List.of("node", "threads", "pekko", "actors");

    private static final List<String> WAYS = List.of("sequential", "parallel");

    /** Of the baselines themselves, which would say so only when their database runs. */
    static final int MAX_ENGINES = 100;
    static final int MAX_DELAY_MILLIS = 60_000;

    public BaselineSettings {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("NAME: " + name + " (expected: one of " + NAMES + ")");
        }
        require("--engines", engines, 1, MAX_ENGINES);
        require("--delay-millis", delayMillis, 0, MAX_DELAY_MILLIS);
        if (persist.isPresent() && !name.equals("node")) {
            throw new IllegalArgumentException("--persist: given (expected: only with node)");
        }
        if (persist.isPresent() && !WAYS.contains(persist.get())) {
            throw new IllegalArgumentException("--persist: " + persist.get() + " (expected: one of " + WAYS + ")");
        }
    }

    private static void require(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    what + ": " + value + " (expected: a whole number from " + min + " to " + max + ")");
        }
    }
}
