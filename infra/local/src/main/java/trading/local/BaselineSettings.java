package trading.local;

import java.util.List;

/**
 * What can be chosen about a baseline.
 *
 * @param name one of {@link #NAMES}
 * @param engines that share the market
 * @param delayMillis an engine's rest between two runs; the articles had 3
 * @param persist how {@code node} writes sales: {@code sequential}, as in the first article, or {@code parallel}, as in the
 *        second
 */
public record BaselineSettings(String name, int engines, int delayMillis, String persist) {

    public static final List<String> NAMES = List.of("node", "threads", "pekko", "actors");

    public BaselineSettings {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("NAME: " + name + " (expected: one of " + NAMES + ")");
        }
    }
}
