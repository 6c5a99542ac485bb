package trading.system.compare;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A number that is given for all systems, as {@code 6}, or for some, as {@code pipeline=2,pekko=6}. */
public final class PerSystem {

    private final Map<ComparedSystem, Integer> numbers = new EnumMap<>(ComparedSystem.class);

    /**
     * Reads it.
     *
     * @param option that it was given with, for the message
     * @param text {@code null} if it is given for none
     * @throws IllegalArgumentException if it is none
     */
    public PerSystem(String option, @Nullable String text, int most) {
        if (text == null) {
            return;
        }
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            int number = number(option, part.substring(equals + 1), most);
            if (equals < 0) {
                for (ComparedSystem system : ComparedSystem.values()) {
                    numbers.put(system, number);
                }
            } else {
                numbers.put(ComparedSystem.of(option, part.substring(0, equals)), number);
            }
        }
    }

    /** What is given for a system; {@code null} if nothing is. */
    public @Nullable Integer of(ComparedSystem system) {
        return numbers.get(system);
    }

    private static int number(String option, String text, int most) {
        if (!text.matches("[1-9][0-9]{0,5}") || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException(option + ": " + text + " (expected: 1 to " + most
                    + ", or SYSTEM=N,SYSTEM=N)");
        }
        return Integer.parseInt(text);
    }
}
