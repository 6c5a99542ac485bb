package trading.local;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number of the command line within bounds; what is expected is known before the number is used. */
abstract sealed class WholeNumber implements ITypeConverter<Integer> {

    private final int min;
    private final int max;

    private WholeNumber(int min, int max) {
        this.min = min;
        this.max = max;
    }

    @Override
    public Integer convert(String value) {
        // Up to nine digits: more would not fit, and are beyond all bounds.
        if (value.matches("-?[0-9]{1,9}")) {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw new TypeConversionException("(expected: a whole number from " + min + " to " + max + ")");
    }

    /** How many engines, or persisters. */
    static final class Instances extends WholeNumber {

        Instances() {
            super(0, PortPlan.MAX_INSTANCES);
        }
    }

    /** The port that all others are counted from. */
    static final class PortBase extends WholeNumber {

        PortBase() {
            super(PortPlan.LOWEST_BASE, PortPlan.HIGHEST_BASE);
        }
    }
}
