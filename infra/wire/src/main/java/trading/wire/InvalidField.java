package trading.wire;

import org.jspecify.annotations.Nullable;

/** A field whose value breaks a limit. The message reads {@code quantity: 0 (expected: a whole number from 1)}. */
public final class InvalidField extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Longer values are cut in messages, so that an error never grows with its input. */
    private static final int SHOWN_LENGTH = 64;

    private final String field;
    private final String value;
    private final String expected;

    /**
     * @param field name of the field as its sender knows it
     * @param value what came, {@code null} when nothing did
     * @param expected what would have been right
     */
    public InvalidField(String field, @Nullable Object value, String expected) {
        super(null, null, false, false);
        this.field = field;
        this.value = value == null ? "missing" : shown(value.toString());
        this.expected = expected;
    }

    /** Name of the field. */
    public String field() {
        return field;
    }

    /** The value as it came, cut where it is long, {@code missing} where there was none. */
    public String value() {
        return value;
    }

    /** What would have been right. */
    public String expected() {
        return expected;
    }

    @Override
    public String getMessage() {
        return field + ": " + value + " (expected: " + expected + ")";
    }

    private static String shown(String value) {
        return value.length() <= SHOWN_LENGTH ? value : value.substring(0, SHOWN_LENGTH) + "…";
    }
}
