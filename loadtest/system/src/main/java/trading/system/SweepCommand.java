package trading.system;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;
import trading.client.report.Sweep;
import trading.command.Bounds;
import trading.command.Checkout;
import trading.local.PortPlan;
import trading.local.StackOptions;
import trading.system.runs.Runs;
import trading.system.runs.Subject;

/** {@code sweep}: the load test with every combination of a few settings, on stacks of its own. */
@Command(name = "sweep", mixinStandardHelpOptions = true, showDefaultValues = true, description = {
    "Starts a stack with fresh data in .pipeline-sweep for every combination of engines, persisters and batch interval, measures it with every combination of wait and clients, and prints tables.",
    "What --folder holds already is not measured again. Other options are those of load: --seconds N, --ndjson N and more."})
final class SweepCommand implements Callable<Integer> {

    private static final int DEFAULT_PORT_BASE = 9180;
    private static final String BATCH_INTERVAL = "TRADING_ENGINE_BATCHINTERVAL";

    /** Of load, but decided here. */
    private static final List<String> NOT_TO_BE_GIVEN = List.of("--stack", "--report", "--url", "--database-url",
            "--rate",
            "--find-capacity");

    @Mixin
    private Invocation invocation = new Invocation();

    @Bounds(min = 1, max = PortPlan.MAX_INSTANCES)
    @Option(names = "--engines", paramLabel = "N", split = ",", description = "Numbers of engines.")
    private List<Integer> engines = List.of(1, 2);

    @Bounds(min = 1, max = PortPlan.MAX_INSTANCES)
    @Option(names = "--persisters", paramLabel = "N", split = ",", description = "Numbers of persisters.")
    private List<Integer> persisters = List.of(1);

    @Option(names = "--batch", paramLabel = "TIME", split = ",", description = "Batch intervals: how long an engine's batch waits for more orders.")
    private List<String> batches = List.of("3ms");

    @Option(names = "--wait", paramLabel = "TIME", split = ",", description = "Between an answer and a client's next request.")
    private List<String> waits = List.of("0ms", "60ms");

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--clients", paramLabel = "N", split = ",", description = "Numbers of clients.")
    private List<Integer> clients = List.of(20, 80);

    @Option(names = "--folder", paramLabel = "DIR", description = "Takes a report of each combination, and sweep.html.")
    private Path folder = Checkout.target(Main.class, "sweep");

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", paramLabel = "N", description = "The gateway's port; all others are counted from it.")
    private int portBase = DEFAULT_PORT_BASE;

    @Option(names = "--environment", paramLabel = "KEY=VALUE", description = "Given to every service; may be repeated.")
    private Map<String, String> environment = new HashMap<>();

    @Unmatched
    private List<String> loadOptions = new ArrayList<>();

    /** What a stack is started with. */
    private record Setup(int engines, int persisters, String batch) {

        private String name() {
            return "engines-" + engines + "-persisters-" + persisters + "-batch-" + batch;
        }
    }

    /** What one run is made with. */
    private record Combination(Setup setup, String pause, int clients) {

        private String name() {
            return setup.name() + "-wait-" + pause + "-clients-" + clients;
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        try (Runs runs = Runs.in(folder, Main.checkout(),
                (new TreeMap<>(environment) + " " + String.join(" ", loadOptions)).strip(), invocation::say)) {
            for (Setup setup : setups()) {
                List<Combination> missing = combinations(setup).stream()
                        .filter(combination -> runs.find(combination.name()).isEmpty()).toList();
                if (!missing.isEmpty()) {
                    measure(setup, missing, runs);
                }
            }
            List<Sweep.Cell> cells = new ArrayList<>();
            for (Setup setup : setups()) {
                for (Combination combination : combinations(setup)) {
                    runs.find(combination.name()).ifPresent(
                            report -> cells.add(new Sweep.Cell(row(combination), column(combination), report)));
                }
            }
            new Sweep(cells).write(folder.resolve("sweep.html"), invocation.out());
        }
        return 0;
    }

    private void measure(Setup setup, List<Combination> missing, Runs runs)
            throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(environment);
        all.put(BATCH_INTERVAL, setup.batch());
        StackOptions options = StackOptions.of(Main.checkout(), Main.checkout().resolve(".pipeline-sweep"),
                new PortPlan(portBase), setup.engines(), setup.persisters()).withEnvironment(all);
        Subject subject = Subject.pipeline(options, Duration.ZERO, invocation::say);
        runs.with(subject, () -> {
            for (Combination combination : missing) {
                invocation.say(combination.name());
                runs.measure(combination.name(), subject.file(), loadOptions(combination));
            }
        });
    }

    private List<String> loadOptions(Combination combination) {
        List<String> all = new ArrayList<>(
                List.of("--wait", combination.pause(), "--clients", Integer.toString(combination.clients())));
        all.addAll(loadOptions);
        return all;
    }

    private List<Setup> setups() {
        List<Setup> all = new ArrayList<>();
        for (int engineCount : engines) {
            for (int persisterCount : persisters) {
                batches.forEach(batch -> all.add(new Setup(engineCount, persisterCount, batch)));
            }
        }
        return all;
    }

    private List<Combination> combinations(Setup setup) {
        List<Combination> all = new ArrayList<>();
        for (String wait : waits) {
            clients.forEach(count -> all.add(new Combination(setup, wait, count)));
        }
        return all;
    }

    /** What differs between rows, and always the engines and the wait. */
    private String row(Combination combination) {
        Setup setup = combination.setup();
        return count(setup.engines(), "engine")
                + (persisters.size() > 1 ? ", " + count(setup.persisters(), "persister") : "")
                + (batches.size() > 1 ? ", batch " + setup.batch() : "") + ", wait " + combination.pause();
    }

    private static String column(Combination combination) {
        return count(combination.clients(), "client");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Before a stack is started for a run that could not be made. */
    private void check() {
        if (environment.containsKey(BATCH_INTERVAL)) {
            throw invocation.invalid("--environment: " + BATCH_INTERVAL + " (expected: --batch)");
        }
        for (String batch : batches) {
            if (!batch.matches("[1-9][0-9]{0,3}ms")) {
                throw invocation.invalid("--batch: " + batch + " (expected: a time such as 3ms)");
            }
        }
        for (Combination combination : combinations(setups().getFirst())) {
            invocation.requireOfLoad(loadOptions(combination), NOT_TO_BE_GIVEN);
        }
    }
}
