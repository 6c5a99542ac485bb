package trading.wire;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Prices as people write them: {@code 12.34} is 123400 ticks. Never floating point. */
public final class Price {

    /** Ticks in one unit of the currency. */
    public static final long TICKS_PER_UNIT = 10_000;

    /** Decimals of a price in the database and to people. */
    public static final int DECIMALS = 4;

    private static final int MAX_UNIT_DIGITS = 14;
    private static final String TOO_LARGE = "a decimal number with at most 14 digits before the point, such as 12.34";
    private static final String EXPECTED = "a decimal number with at most 4 decimals, such as 12.34";

    private Price() {}

    /**
     * Ticks of a decimal with at most 14 digits before and 4 behind the point; no sign, no exponent.
     *
     * @throws InvalidField for anything else
     */
    public static long parse(String field, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw new InvalidField(field, text, EXPECTED);
        }
        int point = text.indexOf('.');
        int unitDigits = point < 0 ? text.length() : point;
        int decimals = point < 0 ? 0 : text.length() - point - 1;
        if (unitDigits > MAX_UNIT_DIGITS) {
            throw new InvalidField(field, text, TOO_LARGE);
        }
        if (unitDigits < 1 || decimals > DECIMALS || (point >= 0 && decimals < 1)) {
            throw new InvalidField(field, text, EXPECTED);
        }
        long ticks = 0;
        for (int i = 0; i < text.length(); i++) {
            if (i == point) {
                continue;
            }
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new InvalidField(field, text, EXPECTED);
            }
            ticks = ticks * 10 + digit;
        }
        for (int i = decimals; i < DECIMALS; i++) {
            ticks *= 10;
        }
        return ticks;
    }

    /** A price as the database has it. */
    public static BigDecimal decimal(long ticks) {
        return BigDecimal.valueOf(ticks, DECIMALS);
    }

    /**
     * Ticks of a price as the database has it.
     *
     * @throws ArithmeticException if it is none of at most 4 decimals, or too large
     */
    public static long ticks(BigDecimal price) {
        return price.movePointRight(DECIMALS).longValueExact();
    }

    /** The shortest decimal with at least two decimals: 123400 is {@code 12.34}, 1 is {@code 0.0001}. */
    public static String format(long ticks) {
        StringBuilder text = new StringBuilder(24);
        if (ticks < 0) {
            text.append('-');
        }
        // The sign goes after the division: the smallest number of all has no counterpart above zero, its parts have.
        text.append(Math.abs(ticks / TICKS_PER_UNIT)).append('.');
        long fraction = Math.abs(ticks % TICKS_PER_UNIT);
        text.append((char) ('0' + fraction / 1000)).append((char) ('0' + fraction / 100 % 10));
        if (fraction % 100 != 0) {
            text.append((char) ('0' + fraction / 10 % 10));
            if (fraction % 10 != 0) {
                text.append((char) ('0' + fraction % 10));
            }
        }
        return text.toString();
    }
}
