package trading.local;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.command.Checkout;
import trading.command.Version;
import trading.command.WrongCommandLine;

/** The stack's commands. Exit status: 0 when all is well, 1 when something is not, 2 for a wrong command line. */
@Command(name = "pipeline", mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND", subcommands = {
    UpCommand.class, ScaleCommand.class, DownCommand.class, CleanCommand.class, DemoCommand.class,
    TrainCommand.class, BaselineCommand.class})
public final class Main implements Runnable {

    /** The folder of a checkout's stack; those of other commands go on after it with a dash. */
    static final String HOME = ".pipeline";

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

    /** The command line; what a user can help is said in one line. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        Version.isToldBy(commandLine);
        WrongCommandLine.isSaidBy(commandLine);
        commandLine.setExecutionExceptionHandler((failure, failed, parsed) -> {
            if (!(failure instanceof IOException || failure instanceof IllegalArgumentException)) {
                throw failure;
            }
            failed.getErr().println(failure instanceof AccessDeniedException denied
                    ? denied.getFile() + ": not allowed (expected: a file that " + System.getProperty("user.name")
                            + " may read and write)"
                    : failure.getMessage());
            // What options mean is held against its bounds where it is used.
            return failure instanceof IOException ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.USAGE;
        });
        return commandLine;
    }

    /** The top of the source tree that this program was built in. */
    static Path checkout() {
        return Checkout.of(Main.class);
    }

    /** Where this checkout's stack has its data, logs and description. */
    static Path home() {
        return checkout().resolve(HOME);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "COMMAND: missing");
    }
}
