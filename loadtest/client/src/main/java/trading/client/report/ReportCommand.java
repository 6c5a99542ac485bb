package trading.client.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;
import trading.client.OutputOption;
import trading.command.Checkout;

/** Puts runs of the load test beside each other, or makes the page of one again. */
@Command(name = "report", mixinStandardHelpOptions = true, showDefaultValues = true, description = "Runs of the load test beside each other.")
public final class ReportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", showDefaultValue = Visibility.NEVER, description = "report.json of a run, or the folder that holds it.")
    private final List<Path> files = new ArrayList<>();

    @Option(names = "--html", paramLabel = "FILE", description = "The comparison as a page.")
    private Path html = Checkout.target(ReportCommand.class, "load").resolve("comparison.html");

    @Override
    public Integer call() {
        if (files.size() > 10) {
            throw new ParameterException(spec.commandLine(), "FILE: " + files.size() + " (expected: 1 to 10)");
        }
        List<LoadReport> reports = files.stream().map(this::read).toList();
        OutputOption.requireFile(spec, "--html", html);
        PrintWriter out = spec.commandLine().getOut();
        List<String> names = IntStream.range(0, files.size()).mapToObj(i -> name(files.get(i), i)).toList();
        Comparison comparison = new Comparison(names, reports);
        out.println(Summary.columns(comparison.figures()));
        out.print(Summary.columns(comparison.differences()));
        try {
            Files.writeString(html, Html.page("Runs compared", "<h1>Runs compared</h1>"
                    + Html.table(comparison.figures()) + "<h2>What differs</h2>"
                    + Html.table(comparison.differences())));
        } catch (IOException e) {
            throw new CommandFailed("--html: " + e, e);
        }
        out.println("page: " + html);
        out.flush();
        return 0;
    }

    private LoadReport read(Path file) {
        try {
            return LoadReport.read(Files.isDirectory(file) ? file.resolve("report.json") : file);
        } catch (CommandFailed e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** The folder's name, as that of a run is its time; letters where that is none. */
    private static String name(Path file, int number) {
        Path absolute = file.toAbsolutePath().normalize();
        Path named = absolute.endsWith("report.json") ? absolute.getParent() : absolute;
        Path last = named == null ? null : named.getFileName();
        return last == null ? Character.toString('A' + number) : last.toString();
    }
}
