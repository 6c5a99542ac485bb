package trading.command;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Says what is wrong with a command line: in one line if that says what was expected, else with the usage. */
public final class WrongCommandLine implements IParameterExceptionHandler {

    private static final String EXPECTED = "(expected: ";

    private final IParameterExceptionHandler other;

    /** In front of the handler that the command line has had. */
    public WrongCommandLine(CommandLine commandLine) {
        other = commandLine.getParameterExceptionHandler();
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

    /** The message, in the form that every other has where a value could not be converted. */
    public static String message(ParameterException failure) {
        String message = String.valueOf(failure.getMessage());
        ArgSpec option = failure.getArgSpec();
        // Those of other mistakes are subclasses.
        if (failure.getClass() != ParameterException.class || option == null || failure.getValue() == null) {
            return message;
        }
        int expected = message.indexOf(EXPECTED);
        return name(option) + ": " + failure.getValue() + " "
                + (expected < 0 ? EXPECTED + kind(option) + ")" : message.substring(expected));
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String kind(ArgSpec argument) {
        Class<?> type = argument.auxiliaryTypes()[0];
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "a whole number";
        }
        return type == double.class || type == Double.class ? "a number" : "a " + type.getSimpleName();
    }
}
