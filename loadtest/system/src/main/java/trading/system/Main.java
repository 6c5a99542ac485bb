package trading.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;
import trading.command.Checkout;
import trading.command.Version;
import trading.command.WrongCommandLine;

/** Commands on a whole pipeline. Exit status: 0 when all is well, 1 when something is not, 2 for a wrong command line. */
@Command(name = "pipeline", mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND", subcommands = {
    ChaosCommand.class, SweepCommand.class, CompareCommand.class, FileCommand.class, BudgetCommand.class})
public final class Main implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Runs the command that the arguments name, and exits with its status. */
    public static void main(String[] args) {
        System.setProperty("logback.configurationFile", "trading/local/supervisor-logback.xml");
        // Figures are read by people and programs everywhere.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(args));
    }

    /** The command line with all its commands; a failure of a command is one line. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        Version.isToldBy(commandLine);
        WrongCommandLine.isSaidBy(commandLine);
        commandLine.setExecutionExceptionHandler((failure, failed, parsed) -> {
            if (!(failure instanceof IOException || failure instanceof IllegalArgumentException
                    || failure instanceof CommandFailed)) {
                throw failure;
            }
            failed.getErr().println(failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    /** The top of the source tree that this program was built in. */
    static Path checkout() {
        return Checkout.of(Main.class);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "COMMAND: missing");
    }
}
