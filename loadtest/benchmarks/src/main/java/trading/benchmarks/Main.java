package trading.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import trading.command.Checkout;
import trading.command.Version;
import trading.command.WrongCommandLine;

/** Runs benchmarks. Exit status: 0 when all is well, 1 when something is not, 2 for a wrong command line. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Measures the parts of the pipeline, prints a table, and writes it as JSON, too.",
    "On a machine that does nothing else: everything takes about 15 minutes."})
public final class Main implements Callable<Integer> {

    private static final DateTimeFormatter FILE_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** Takes long, and is of interest only beside the other books. */
    private static final String ONLY_BY_NAME = "exchangeCoreNaive";

    /**
     * The services' collector and object headers, and memory for a million orders. The kernel gives it before anything is
     * measured: clearing its pages took a fifth of what a million open orders cost.
     */
    private static final String[] JVM_OPTIONS = {"-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC",
        "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow"};

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "PATTERN", arity = "0..1", description = {
        "Regular expression: benchmarks whose names contain it, in whatever case. All but " + ONLY_BY_NAME
                + " when not given."})
    private @Nullable String pattern;

    @Option(names = "--quick", description = "One JVM and 3 seconds each instead of two and 5: enough to see what changed a lot.")
    private boolean isQuick;

    @Option(names = "-p", paramLabel = "NAME=VALUE[,VALUE]", description = "Values of a parameter, such as -p open=1000,1000000 -p batch=1.")
    private Map<String, String> given = new TreeMap<>();

    @Option(names = "--profile", paramLabel = "NAME[:SETTINGS]", description = "One of JMH's profilers as well, such as stack or jfr:dir=DIR; what it finds is in the log.")
    private @Nullable String profiler;

    @Option(names = "--list", description = "Prints the benchmarks' names.")
    private boolean isList;

    @Option(names = "--folder", paramLabel = "DIR", description = "Where the JSON and the log go: ${DEFAULT-VALUE}.")
    private Path folder = Checkout.target(Main.class, "bench");

    /** Runs what the arguments say, and exits with its status. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(withoutVerb(args)));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        Version.isToldBy(commandLine);
        WrongCommandLine.isSaidBy(commandLine);
        return commandLine;
    }

    /** {@code ./pipeline} names the command first. */
    private static String[] withoutVerb(String[] args) {
        return args.length > 0 && args[0].equals("bench")
                ? List.of(args).subList(1, args.length).toArray(new String[0])
                : args;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Benchmarks all = Benchmarks.all();
        List<String> chosen = chosen(all);
        requireParametersOf(chosen, all);
        if (isList) {
            chosen.forEach(out::println);
            return CommandLine.ExitCode.OK;
        }
        Files.createDirectories(folder);
        String name = "bench-" + FILE_TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path json = folder.resolve(name + ".json");
        Path log = folder.resolve(name + ".log");
        try (Writer words = Files.newBufferedWriter(log)) {
            Collection<RunResult> results = new Runner(options(chosen, json).build(), new Progress(out, words)).run();
            new ResultTable(results).print(out);
            out.println(json);
            return CommandLine.ExitCode.OK;
        } catch (NoBenchmarksException e) {
            throw new IllegalStateException("JMH finds none of " + chosen, e);
        } catch (RunnerException e) {
            spec.commandLine().getErr().println("the benchmarks ended early: " + e.getMessage() + "; see " + log);
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** Full names of the benchmarks to run. */
    private List<String> chosen(Benchmarks all) {
        try {
            List<String> chosen = pattern == null ? all.except(ONLY_BY_NAME) : all.matching(pattern);
            if (chosen.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "PATTERN: " + pattern
                        + " (expected: part of one of " + String.join(", ", all.shortNames()) + ")");
            }
            return chosen;
        } catch (PatternSyntaxException e) {
            throw new ParameterException(spec.commandLine(), "PATTERN: " + e.getMessage(), e);
        }
    }

    /** JMH would measure everything where a name is wrong, and tell of a wrong value only in its log. */
    private void requireParametersOf(List<String> chosen, Benchmarks all) {
        Map<String, Parameter> known = all.parameters(chosen);
        given.forEach((name, values) -> {
            Parameter parameter = known.get(name);
            if (parameter == null) {
                throw new ParameterException(spec.commandLine(), "-p: " + name + " (expected: "
                        + (known.isEmpty()
                                ? "not given, as these benchmarks have no parameters"
                                : "one of " + String.join(", ", known.keySet()))
                        + ")");
            }
            for (String value : values(values)) {
                if (!parameter.takes(value)) {
                    throw new ParameterException(spec.commandLine(),
                            "-p " + name + ": " + value + " (expected: " + parameter.expected() + ")");
                }
            }
        });
    }

    private static String[] values(String text) {
        return text.split(",", -1);
    }

    private ChainedOptionsBuilder options(List<String> chosen, Path json) {
        int seconds = isQuick ? 3 : 5;
        ChainedOptionsBuilder options = new OptionsBuilder().forks(isQuick ? 1 : 2).warmupIterations(seconds)
                .warmupTime(TimeValue.seconds(1)).measurementIterations(seconds).measurementTime(TimeValue.seconds(1))
                .jvmArgs(JVM_OPTIONS).addProfiler(GCProfiler.class).shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON).result(json.toString());
        chosen.forEach(name -> options.include(Benchmarks.exactly(name)));
        given.forEach((parameter, values) -> options.param(parameter, values(values)));
        if (profiler != null) {
            String[] nameAndSettings = profiler.split(":", 2);
            options.addProfiler(nameAndSettings[0], nameAndSettings.length > 1 ? nameAndSettings[1] : "");
        }
        return options;
    }
}
