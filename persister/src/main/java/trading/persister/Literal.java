package trading.persister;

import java.math.BigDecimal;
import java.time.LocalDateTime;

/**
 * Writes values into the text of a statement, or of a file that the database reads, that can mean nothing else there: numbers,
 * times, and names and ids of letters, digits and {@code . _ - @}, which all of ours are. Anything else is a parameter of a
 * statement, and the driver's to write; each is half a dozen objects there, and half of what a row costs.
 *
 * <p>The list of characters is its own: our limits may come to allow more, a statement may not.
 *
 * <p>Safe for use by any thread.
 */
final class Literal {

    private Literal() {}

    /**
     * Appends the value; {@code false} if it is not of this kind, and then nothing is appended.
     *
     * @param quote around what is no number
     */
    static boolean append(Object value, String quote, StringBuilder text) {
        return switch (value) {
            case Long number -> {
                text.append(number.longValue());
                yield true;
            }
            case BigDecimal number -> {
                text.append(number.toPlainString());
                yield true;
            }
            case LocalDateTime time -> {
                append(time, text.append(quote));
                text.append(quote);
                yield true;
            }
            case String name when isPlain(name) -> {
                text.append(quote).append(name).append(quote);
                yield true;
            }
            default -> false;
        };
    }

    /** To the millisecond, as our columns hold it. */
    private static void append(LocalDateTime time, StringBuilder text) {
        text.append(time.getYear());
        twoDigits(time.getMonthValue(), text.append('-'));
        twoDigits(time.getDayOfMonth(), text.append('-'));
        twoDigits(time.getHour(), text.append(' '));
        twoDigits(time.getMinute(), text.append(':'));
        twoDigits(time.getSecond(), text.append(':'));
        int millis = time.getNano() / 1_000_000;
        text.append('.').append(millis / 100);
        twoDigits(millis % 100, text);
    }

    private static void twoDigits(int number, StringBuilder text) {
        text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
                    || c == '.' || c == '_' || c == '@';
            if (!plain) {
                return false;
            }
        }
        return true;
    }
}
