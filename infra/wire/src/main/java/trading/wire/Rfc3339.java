package trading.wire;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Moments as RFC 3339 writes them. Safe for use by any thread. */
public final class Rfc3339 {

    private static final Pattern FORM = Pattern
            .compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");
    private static final String EXPECTED = "a time as RFC 3339 writes it, such as 2030-01-31T12:00:00Z";

    private Rfc3339() {}

    /**
     * Epoch milliseconds of a date and a time with an offset; what is finer is cut off. Leap seconds are none.
     *
     * @throws InvalidField for anything else
     */
    public static long parse(String field, @Nullable String text) {
        if (text == null || !FORM.matcher(text).matches()) {
            throw new InvalidField(field, text, EXPECTED);
        }
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            throw new InvalidField(field, text, EXPECTED);
        }
    }

    /** In UTC, with milliseconds where there are any. */
    public static String format(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).toString();
    }
}
