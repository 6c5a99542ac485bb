package trading.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with a service's settings, so that it refuses to start with all of it at once. For one thread.
 */
public final class StartupChecks {

    private final List<String> problems = new ArrayList<>();

    /**
     * Adds a problem, unless the condition holds.
     *
     * @param setting name of the setting as people write it
     * @param expected what would have been right, and why
     */
    public StartupChecks require(boolean holds, String setting, Object value, String expected) {
        if (!holds) {
            problems.add(setting + ": " + value + " (expected: " + expected + ")");
        }
        return this;
    }

    /** As {@link #require}, for a time that must not be shorter than another. */
    public StartupChecks requireAtLeast(Duration least, String setting, Duration value, String expected) {
        return require(value.compareTo(least) >= 0, setting, text(value), expected);
    }

    /** What was wrong, in the order in which it was checked. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** @throws IllegalStateException with all problems, one in a line, if there is any */
    public void end() {
        if (!problems.isEmpty()) {
            throw new IllegalStateException(String.join(System.lineSeparator(), problems));
        }
    }

    /** A time as settings write it: {@code 250ms}, {@code 90s}. */
    public static String text(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
