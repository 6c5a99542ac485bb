package trading.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import trading.client.report.LoadReport;
import trading.client.report.WholeFile;
import trading.command.Bounds;
import trading.command.Checkout;
import trading.local.PortPlan;
import trading.local.StackOptions;
import trading.system.budget.BenchmarkProgram;
import trading.system.budget.Budget;
import trading.system.budget.Budget.Starts;
import trading.system.budget.BudgetLine;
import trading.system.budget.StartTimes;
import trading.system.runs.Runs;
import trading.system.runs.Subject;

/** {@code budget}: what an order and a sale cost each process, beside what they may. */
@Command(name = "budget", mixinStandardHelpOptions = true, showDefaultValues = true, description = {
    "Starts a stack of one engine and one persister with fresh data in .pipeline-budget, starts each service once more, warms it up with orders as lines, and gives it one order a request, the same at half of that rate, one a request through reactor-netty alone, orders as lines, such with client order ids, and lines while the smallest loop on Kafka Streams trades them as well. What meets a kind of load for the first time gets one before that does not count.",
    "Prints each limit with what was measured."})
final class BudgetCommand implements Callable<Integer> {

    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final String STARTS = "starts.json";

    @Mixin
    private Invocation invocation = new Invocation();

    @Bounds(min = 1, max = 3_600)
    @Option(names = "--seconds", paramLabel = "N", description = "How long each load is measured.")
    private int seconds = 30;

    @Option(names = "--warm-up-max", paramLabel = "TIME", description = "How long each load warms up, at most.")
    private String warmUpMax = "90s";

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--single-clients", paramLabel = "N", description = "Clients with one order in a request.")
    private int singleClients = 160;

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--line-clients", paramLabel = "N", description = "Clients with 500 orders in a request.")
    private int lineClients = 3;

    @Option(names = "--folder", paramLabel = "DIR", description = "Takes a report of each load, and budget.json.")
    private Path folder = Checkout.target(Main.class, "budget");

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", paramLabel = "N", description = "The gateway's port; all others are counted from it.")
    private int portBase = 9_480;

    @Override
    public Integer call() throws IOException, InterruptedException {
        invocation.requireOfLoad(List.of("--warm-up-max", warmUpMax), List.of());
        PortPlan ports = new PortPlan(portBase);
        String options = "--seconds %d --warm-up-max %s --single-clients %d --line-clients %d".formatted(seconds,
                warmUpMax,
                singleClients, lineClients);
        try (Runs runs = Runs.in(folder, Main.checkout(), options, invocation::say)) {
            StackOptions stack = StackOptions.of(Main.checkout(), Main.checkout().resolve(".pipeline-budget"),
                    ports, 1, 1);
            Subject subject = Subject.pipeline(stack, Duration.ZERO, invocation::say);
            long beginNanos = System.nanoTime();
            runs.with(subject, () -> {
                writeStarts(subject.file(), (System.nanoTime() - beginNanos) / 1e9);
                measure(subject.file(), ports, runs);
            });
            print(runs);
        }
        return 0;
    }

    private void measure(Path stack, PortPlan ports, Runs runs) throws IOException, InterruptedException {
        List<String> lines = List.of("--clients", Integer.toString(lineClients), "--wait", "0ms", "--ndjson", "500",
                "--max-behind", "1s", "--results", "0");
        // Who comes first pays for compiling: what meets a kind of load for the first time gets one that does not count.
        load("warm-up", stack, lines, runs);
        List<String> single = List.of("--clients", Integer.toString(singleClients), "--wait", "0ms", "--results", "0");
        load("single-warm-up", stack, single, runs);
        LoadReport most = load("single", stack, single, runs);
        long half = Math.round(most.window() == null ? 0 : most.window().acceptedPerSecond() / 2);
        load("half", stack, List.of("--rate", half + "/s"), runs);
        try (BenchmarkProgram bare = BenchmarkProgram.bareGateway(Main.checkout(), stack, ports.detour(1))) {
            load("bare-warm-up", bare.file(), single, runs);
            load("bare", bare.file(), single, runs);
        }
        // The database writes their pages for a while after, which no other load shall pay for.
        load("lines", stack, lines, runs);
        List<String> clientIds = new ArrayList<>(lines);
        clientIds.add("--client-order-ids");
        load("client-ids", stack, clientIds, runs);
        try (BenchmarkProgram loop = BenchmarkProgram.smallestEngine(Main.checkout(), stack, ports.detour(2))) {
            load("beside-warm-up", loop.file(), lines, runs);
            load("beside", loop.file(), lines, runs);
        }
    }

    private LoadReport load(String name, Path stack, List<String> options, Runs runs)
            throws IOException, InterruptedException {
        invocation.say(name);
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--seconds", Integer.toString(seconds), "--warm-up-max", warmUpMax));
        return runs.measure(name, stack, all);
    }

    private void writeStarts(Path stack, double stackSeconds) throws IOException, InterruptedException {
        StartTimes times = new StartTimes(stack);
        Map<String, Double> together = times.together();
        invocation.say("starts");
        WholeFile.write(folder.resolve(STARTS),
                JSON.writeValueAsString(new Starts(together, times.alone(), stackSeconds)));
    }

    private void print(Runs runs) throws IOException {
        Starts starts = JSON.readValue(Files.readString(folder.resolve(STARTS)), Starts.class);
        Budget budget = new Budget(runs.find("lines").orElseThrow(), runs.find("client-ids").orElseThrow(),
                runs.find("beside").orElseThrow(), runs.find("single").orElseThrow(), runs.find("half").orElseThrow(),
                runs.find("bare").orElseThrow(), starts);
        List<BudgetLine> lines = budget.all();
        invocation.say("%-36s %-28s %14s %14s".formatted("where", "what", "limit", "measured"));
        lines.forEach(line -> invocation.say(line.toString()));
        budget.others().forEach(invocation::say);
        WholeFile.write(folder.resolve("budget.json"), JSON.writeValueAsString(budget.json(invocation.line())));
    }
}
