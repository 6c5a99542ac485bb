package trading.client;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.audit.AuditCommand;
import trading.client.cases.CasesCommand;
import trading.client.demo.DemoCommand;
import trading.client.load.LoadCommand;
import trading.client.overload.OverloadCommand;
import trading.client.profile.ProfileCommand;
import trading.client.replay.ReplayCommand;
import trading.client.report.ReportCommand;
import trading.client.sql.SqlCommand;
import trading.command.Version;
import trading.command.WrongCommandLine;

/** The client of the pipeline. Exit status: 0 when all is well, 1 when something is not, 2 for a wrong command line. */
@Command(name = "pipeline", mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Runs the command that the arguments name, and exits with its status. */
    public static void main(String[] args) {
        // Figures are read by people and programs everywhere.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(args));
    }

    /** The command line with all its commands; a failure of a command is one line. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main()).addSubcommand(new CasesCommand())
                .addSubcommand(new DemoCommand()).addSubcommand(new ReplayCommand()).addSubcommand(new SqlCommand())
                .addSubcommand(new AuditCommand())
                .addSubcommand(new OverloadCommand()).addSubcommand(new LoadCommand())
                .addSubcommand(new ReportCommand()).addSubcommand(new ProfileCommand());
        Version.isToldBy(commandLine);
        WrongCommandLine.isSaidBy(commandLine);
        commandLine.setExecutionExceptionHandler((failure, failed, parsed) -> {
            if (!(failure instanceof CommandFailed)) {
                throw failure;
            }
            failed.getErr().println(failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "COMMAND: missing");
    }
}
