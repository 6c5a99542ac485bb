package trading.command;

import java.lang.reflect.AnnotatedElement;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line: in one line if that says what was expected, else with the usage. */
public final class WrongCommandLine implements IParameterExceptionHandler {

    private static final String EXPECTED = "(expected: ";

    private final IParameterExceptionHandler other;

    private WrongCommandLine(IParameterExceptionHandler other) {
        this.other = other;
    }

    /** Has it said in front of the handler that the command line has had, and numbers checked before a command runs. */
    public static void isSaidBy(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler(
                new WrongCommandLine(commandLine.getParameterExceptionHandler()));
        commandLine.setExecutionStrategy(parsed -> {
            Integer helpStatus = CommandLine.executeHelpRequest(parsed);
            if (helpStatus != null) {
                return helpStatus;
            }
            requireWithinBounds(parsed);
            return new RunLast().execute(parsed);
        });
    }

    /** @throws ParameterException if a number is not within its {@link Bounds} */
    public static void requireWithinBounds(ParseResult parsed) {
        for (ArgSpec argument : parsed.matchedArgs()) {
            Bounds bounds = bounds(argument);
            if (bounds != null) {
                for (String text : argument.stringValues()) {
                    double number = Double.parseDouble(text);
                    // What is no number is within no bounds.
                    if (!(number >= bounds.min() && number <= bounds.max())) {
                        throw new ParameterException(parsed.commandSpec().commandLine(), "out of bounds", argument,
                                text);
                    }
                }
            }
        }
        if (parsed.hasSubcommand()) {
            requireWithinBounds(parsed.subcommand());
        }
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) throws Exception {
        String message = message(failure);
        if (!message.contains(EXPECTED)) {
            return other.handleParseException(failure, arguments);
        }
        failure.getCommandLine().getErr().println(message);
        return CommandLine.ExitCode.USAGE;
    }

    /** The message, in the form that every other has where a value could not be converted, or is beyond its bounds. */
    public static String message(ParameterException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, message);
        }
        ArgSpec option = failure.getArgSpec();
        // Those of other mistakes are subclasses.
        if (failure.getClass() != ParameterException.class || option == null || failure.getValue() == null) {
            return message;
        }
        int expected = message.indexOf(EXPECTED);
        return name(option) + ": " + failure.getValue() + " "
                + (expected < 0 ? EXPECTED + kind(option) + ")" : message.substring(expected));
    }

    /** Where a command may follow, it is one that there is not. */
    private static String unmatched(UnmatchedArgumentException failure, String message) {
        CommandLine commandLine = failure.getCommandLine();
        if (failure.isUnknownOption() || !commandLine.getSubcommands().isEmpty()) {
            return message;
        }
        boolean takesNone = commandLine.getCommandSpec().positionalParameters().isEmpty();
        return failure.getUnmatched().getFirst() + " " + EXPECTED
                + (takesNone ? "no argument)" : "no further argument)");
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String kind(ArgSpec argument) {
        if (argument.typeInfo().isMap()) {
            return argument.paramLabel();
        }
        Class<?> type = argument.auxiliaryTypes()[0];
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "a whole number" + within(bounds(argument));
        }
        return type == double.class || type == Double.class
                ? "a number" + within(bounds(argument))
                : "a " + type.getSimpleName();
    }

    private static @Nullable Bounds bounds(ArgSpec argument) {
        return argument.userObject() instanceof AnnotatedElement field ? field.getAnnotation(Bounds.class) : null;
    }

    private static String within(@Nullable Bounds bounds) {
        if (bounds == null) {
            return "";
        }
        return " from " + words(bounds.min())
                + (bounds.max() == Double.POSITIVE_INFINITY ? "" : " to " + words(bounds.max()));
    }

    private static String words(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
