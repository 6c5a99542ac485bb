package trading.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.json.JsonMapper;
import trading.client.CommandFailed;
import trading.client.report.ComparedFigures;
import trading.client.report.LoadReport;
import trading.client.report.Survival;
import trading.client.report.SystemComparison;
import trading.client.report.SystemComparison.Measured;
import trading.client.report.WholeFile;
import trading.client.report.Window;
import trading.client.stack.Stack;
import trading.command.Bounds;
import trading.command.Checkout;
import trading.local.PortPlan;
import trading.system.compare.BestSetting;
import trading.system.compare.ComparedSystem;
import trading.system.compare.KillTest;
import trading.system.compare.PerSystem;
import trading.system.compare.SearchOptions;
import trading.system.compare.Setting;
import trading.system.runs.CpuLimit;
import trading.system.runs.Runs;
import trading.system.runs.Subject;

/** {@code compare}: the pipeline and the articles' systems, one after another, with the same client and load. */
@Command(name = "compare", mixinStandardHelpOptions = true, showDefaultValues = true, description = {
    "Starts each system with fresh data in .pipeline-compare, finds the engines and clients with which it makes the most sales, measures it with these, kills it under load to see what is left, and prints a table.",
    "What --folder holds already is not measured again. Other options are those of load: --seconds N, --warm-up-sales N and more."})
final class CompareCommand implements Callable<Integer> {

    private static final int DEFAULT_PORT_BASE = 9280;
    private static final String DEFAULT_SYSTEMS = "pipeline,pipeline-ndjson,pekko,actors,threads,node";
    private static final int MAX_CLIENTS = 10_000;
    private static final double MIN_CORES = 0.05;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Of load, but decided here. */
    private static final List<String> NOT_TO_BE_GIVEN = List.of("--stack", "--report", "--url", "--database-url",
            "--rate", "--find-capacity", "--ndjson", "--until", "--results");

    /** The table has no time to the result, and clients that ask for it are load: the more, the later it is there. */
    private static final List<String> NO_RESULTS = List.of("--results", "0");

    @Mixin
    private Invocation invocation = new Invocation();

    @Option(names = "--systems", paramLabel = "NAME", split = ",", description = "In this order: pipeline, pipeline-ndjson (100 orders in a request), pekko, actors, threads, node (writes in parallel), node-sequential.")
    private List<String> systems = List.of(DEFAULT_SYSTEMS.split(",", -1));

    @Option(names = "--engines", paramLabel = "N", description = "Instead of a search: for all, or for some as pipeline=2,pekko=6.")
    private @Nullable String engines;

    @Option(names = "--clients", paramLabel = "N", description = "Instead of a search: for all, or for some as pipeline=160,pekko=80.")
    private @Nullable String clients;

    @Option(names = "--wait", paramLabel = "TIME", description = "Between an answer and a client's next request.")
    private String wait = "0ms";

    @Bounds(min = 1, max = 100)
    @Option(names = "--repeat", paramLabel = "N", description = "Rounds; in each, every system is measured once.")
    private int repeat = 1;

    @Option(names = "--database-delay", paramLabel = "TIME", description = "Of each piece of up to 16 KB on its way to the database and back.")
    private String databaseDelay = "0ms";

    @Bounds(min = MIN_CORES)
    @Option(names = "--application-cores", paramLabel = "N", description = "How many processors all processes but the database may use together, such as 0.5: engines on a weak machine.")
    private double applicationCores = CpuLimit.NONE;

    @Bounds(min = MIN_CORES)
    @Option(names = "--database-cores", paramLabel = "N", description = "How many processors the database may use: a database on a weak machine.")
    private double databaseCores = CpuLimit.NONE;

    @Bounds(min = 1, max = 3_600)
    @Option(names = "--search-seconds", paramLabel = "N", description = "How long each setting of the search is measured.")
    private int searchSeconds = 20;

    @Option(names = "--seed", paramLabel = "N", description = "Of the orders: every system gets the same.")
    private long seed = 1;

    @Option(names = "--no-kill", description = "Kill nothing at the end.")
    private boolean noKill;

    @Option(names = "--against", paramLabel = "FILE", description = "A compare.json from before: says which of its figures are repeated.")
    private @Nullable Path against;

    @Option(names = "--folder", paramLabel = "DIR", description = "Takes a report of each run, compare.html and compare.json.")
    private Path folder = Checkout.target(Main.class, "compare");

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", paramLabel = "N", description = "The port of the API; all others are counted from it.")
    private int portBase = DEFAULT_PORT_BASE;

    @Unmatched
    private List<String> loadOptions = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        ComparedFigures earlier = earlier();
        List<String> leftOut = new ArrayList<>();
        List<ComparedSystem> present = given(() -> present(leftOut));
        if (!present.stream().allMatch(ComparedSystem::hasKafka)) {
            // Its run would be refused when those of the systems before it are made.
            invocation.requireNotGiven("--max-behind", loadOptions,
                    "only with pipeline and pipeline-ndjson, which have a Kafka");
        }
        PerSystem givenEngines = given(() -> new PerSystem("--engines", engines, PortPlan.MAX_INSTANCES));
        PerSystem givenClients = given(() -> new PerSystem("--clients", clients, MAX_CLIENTS));
        try (Runs runs = Runs.in(folder, Main.checkout(), commonOptions(), invocation::say)) {
            Map<ComparedSystem, Setting> settings = new LinkedHashMap<>();
            for (ComparedSystem system : present) {
                settings.put(system, setting(system, givenEngines.of(system), givenClients.of(system), runs));
            }
            for (int round = 1; round <= repeat; round++) {
                for (Map.Entry<ComparedSystem, Setting> entry : settings.entrySet()) {
                    round(entry.getKey(), entry.getValue(), round, runs);
                }
            }
            List<Measured> measured = new ArrayList<>();
            for (Map.Entry<ComparedSystem, Setting> entry : settings.entrySet()) {
                measured.add(measured(entry.getKey(), entry.getValue(), runs));
            }
            new SystemComparison(invocation.line(), leftOut, conditions(), measured, earlier).write(folder,
                    invocation.out());
        }
        return 0;
    }

    /** Those that can run here; of the others, why not. */
    private List<ComparedSystem> present(List<String> leftOut) {
        List<ComparedSystem> present = new ArrayList<>();
        for (ComparedSystem system : systems.stream().map(name -> ComparedSystem.of("--systems", name)).distinct()
                .toList()) {
            Optional<String> missing = system.missing();
            missing.ifPresent(what -> {
                leftOut.add("Left out: " + system.label() + ", " + what + ".");
                invocation.say(leftOut.getLast());
            });
            if (missing.isEmpty()) {
                present.add(system);
            }
        }
        return present;
    }

    private <T> T given(Supplier<T> reads) {
        try {
            return reads.get();
        } catch (IllegalArgumentException e) {
            throw invocation.invalid(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable ComparedFigures earlier() {
        try {
            return against == null ? null : ComparedFigures.read(against);
        } catch (CommandFailed e) {
            throw invocation.invalid("--against: " + e.getMessage());
        }
    }

    private List<String> conditions() {
        return List.of("From database and back, each piece of up to 16 KB takes longer by: " + databaseDelay + ".",
                "Processors for the database: %s, for all other processes of a system together: %s."
                        .formatted(words(databaseCores), words(applicationCores)));
    }

    private Setting setting(ComparedSystem system, @Nullable Integer givenEngines, @Nullable Integer givenClients,
            Runs runs) throws IOException, InterruptedException {
        Setting first = new Setting(givenEngines == null ? system.first().engines() : givenEngines,
                givenClients == null ? system.first().clients() : givenClients);
        Setting best = new BestSetting(setting -> {
            // Of another length they would be other trials.
            String name = system.label() + "/search-" + searchSeconds + "s/" + setting.name();
            return salesPerMinute(run(system, setting, name, SearchOptions.of(loadOptions, searchSeconds), runs));
        }).find(first, givenEngines != null, givenClients != null);
        invocation.say(system.label() + ": " + best.engines() + " engines, " + best.clients() + " clients");
        return best;
    }

    private void round(ComparedSystem system, Setting setting, int round, Runs runs)
            throws IOException, InterruptedException {
        run(system, setting, roundName(system, setting, round), loadOptions, runs);
    }

    private static String roundName(ComparedSystem system, Setting setting, int round) {
        return system.label() + "/" + setting.name() + "/round-" + round;
    }

    /** What lies there already, or else is measured now on the system with fresh data. */
    private LoadReport run(ComparedSystem system, Setting setting, String name, List<String> options, Runs runs)
            throws IOException, InterruptedException {
        Optional<LoadReport> known = runs.find(name);
        if (known.isPresent()) {
            return known.get();
        }
        invocation.say(name);
        List<String> all = new ArrayList<>(List.of("--wait", wait, "--clients", Integer.toString(setting.clients()),
                "--seed", Long.toString(seed)));
        all.addAll(system.loadOptions());
        all.addAll(NO_RESULTS);
        all.addAll(options);
        Subject subject = subject(system, setting);
        runs.with(subject, () -> measure(name, subject.file(), all, runs));
        return runs.find(name).orElseThrow();
    }

    @SuppressWarnings("try") // They limit for as long as they are open.
    private void measure(String name, Path file, List<String> options, Runs runs)
            throws IOException, InterruptedException {
        Stack stack = Stack.read(file);
        try (CpuLimit application = CpuLimit.ofApplication(stack, applicationCores);
                CpuLimit database = CpuLimit.ofDatabase(stack, databaseCores)) {
            runs.measure(name, file, options);
        }
    }

    private Measured measured(ComparedSystem system, Setting setting, Runs runs)
            throws IOException, InterruptedException {
        List<LoadReport> rounds = new ArrayList<>();
        for (int round = 1; round <= repeat; round++) {
            runs.find(roundName(system, setting, round)).ifPresent(rounds::add);
        }
        return new Measured(system.label(), setting.engines(), setting.clients(), rounds,
                noKill ? null : survival(system, setting, runs));
    }

    private Survival survival(ComparedSystem system, Setting setting, Runs runs)
            throws IOException, InterruptedException {
        Path file = folder.resolve(system.label()).resolve(setting.name()).resolve("kill.json");
        if (!Files.exists(file)) {
            invocation.say(system.label() + ": kill -9");
            Subject subject = subject(system, setting);
            runs.with(subject, () -> WholeFile.write(file,
                    JSON.writeValueAsString(new KillTest(subject.file(), seed, invocation::say).run())));
        }
        return JSON.readValue(Files.readString(file), Survival.class);
    }

    private Subject subject(ComparedSystem system, Setting setting) throws IOException {
        return system.subject(Main.checkout(), new PortPlan(portBase), setting.engines(), delay(), invocation::say);
    }

    private static double salesPerMinute(LoadReport report) {
        Window window = report.window();
        return window == null ? 0 : window.salesPerMinute();
    }

    private Duration delay() {
        return Duration.ofMillis(Long.parseLong(databaseDelay.replace("ms", "")));
    }

    /** Before a system is started for a run that could not be made. */
    private void check() {
        if (!databaseDelay.matches("[0-9]{1,4}ms")) {
            throw invocation.invalid("--database-delay: " + databaseDelay + " (expected: a time such as 2ms)");
        }
        List<String> all = new ArrayList<>(List.of("--wait", wait));
        all.addAll(loadOptions);
        invocation.requireOfLoad(all, NOT_TO_BE_GIVEN);
    }

    private static String words(double cores) {
        return cores == CpuLimit.NONE ? "all" : Double.toString(cores);
    }

    /** What all runs of a folder have in common. */
    private String commonOptions() {
        return String
                .join(" ", List.of("--wait", wait, "--database-delay", databaseDelay, "--application-cores",
                        words(applicationCores), "--database-cores", words(databaseCores), "--seed",
                        Long.toString(seed),
                        String.join(" ", loadOptions)))
                .strip();
    }
}
