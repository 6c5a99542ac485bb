package trading.system;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.load.LoadCommand;
import trading.command.WrongCommandLine;

/** The command line that a command was called by: where its lines go, and how it says what is wrong with its options. */
@Command
final class Invocation {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Where the command's lines go. */
    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a line at once. Any thread may call it. */
    void say(String line) {
        out().println(line);
        out().flush();
    }

    /** As it was typed. */
    String line() {
        return "./pipeline " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }

    /** What is wrong with the command line, to be thrown. */
    ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Refuses an option that is among these. */
    void requireNotGiven(String option, List<String> options, String expected) {
        if (options.stream().anyMatch(given -> given.equals(option) || given.startsWith(option + "="))) {
            throw invalid(option + ": given (expected: " + expected + ")");
        }
    }

    /**
     * Refuses options of {@code load} that {@code load} would refuse, or that the command decides itself, before a stack is
     * started for a run that could not be made.
     */
    void requireOfLoad(List<String> options, List<String> decided) {
        for (String option : decided) {
            requireNotGiven(option, options, "not with " + spec.name());
        }
        try {
            LoadCommand.check(options);
        } catch (ParameterException e) {
            throw new ParameterException(spec.commandLine(), WrongCommandLine.message(e), e);
        }
    }
}
