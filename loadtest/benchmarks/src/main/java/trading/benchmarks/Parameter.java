package trading.benchmarks;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A parameter of benchmarks.
 *
 * @param usual values that it has when none are given
 */
record Parameter(List<String> usual) {

    /** Every one of these fits an {@code int}. */
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

    /** A number may be another one; words are all that there are. */
    boolean takes(String value) {
        return isNumber() ? NUMBER.matcher(value).matches() : usual.contains(value);
    }

    /** In words. */
    String expected() {
        return isNumber() ? "a whole number from 1 to 999999999" : "one of " + String.join(", ", usual);
    }

    private boolean isNumber() {
        return usual.stream().allMatch(value -> NUMBER.matcher(value).matches());
    }
}
