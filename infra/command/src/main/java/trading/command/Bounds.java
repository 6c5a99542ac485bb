package trading.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Of a number that an option or a parameter takes, or of each that it takes; {@link WrongCommandLine} says what is beyond. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Bounds {

    /** The least. */
    double min();

    /** The most; without one, there is none. */
    double max() default Double.POSITIVE_INFINITY;
}
