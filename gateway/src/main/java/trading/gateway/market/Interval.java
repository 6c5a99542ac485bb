package trading.gateway.market;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import trading.wire.InvalidField;

/** How long a candle is. */
enum Interval {
    SECOND("1s", 1_000), MINUTE("1m", 60_000), FIVE_MINUTES("5m", 300_000), HOUR("1h", 3_600_000);

    private static final String EXPECTED = Arrays.stream(values()).map(Interval::text)
            .collect(Collectors.joining(" or "));

    private final String text;
    private final long millis;

    Interval(String text, long millis) {
        this.text = text;
        this.millis = millis;
    }

    /** As clients write it. */
    String text() {
        return text;
    }

    long millis() {
        return millis;
    }

    /** The beginning of the candle that this moment falls into. */
    long floor(long atMillis) {
        return Math.floorDiv(atMillis, millis) * millis;
    }

    /** The first beginning of a candle from this moment on. */
    long ceiling(long atMillis) {
        return Math.ceilDiv(atMillis, millis) * millis;
    }

    /** @throws InvalidField for what is no interval */
    static Interval parse(String field, @Nullable String value) {
        for (Interval interval : values()) {
            if (interval.text.equals(value)) {
                return interval;
            }
        }
        throw new InvalidField(field, value, EXPECTED);
    }
}
