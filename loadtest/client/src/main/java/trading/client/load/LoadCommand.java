package trading.client.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.OutputOption;
import trading.client.TimeOption;
import trading.client.orders.GatewayAddress;
import trading.client.report.LoadReport;
import trading.client.report.ReportFolder;
import trading.client.stack.CpuTimes;
import trading.client.stack.DatabaseOption;
import trading.client.stack.Stack;
import trading.client.stack.StackOptions;
import trading.command.Bounds;
import trading.command.Checkout;
import trading.command.WrongCommandLine;

/**
 * Measures a running pipeline, or anything with the same HTTP API and the same table, under load. Exit status 1 when it could
 * not be measured.
 */
@Command(name = "load", mixinStandardHelpOptions = true, showDefaultValues = true, description = {
    "Load on a running stack, measured once it is warm, and a report.",
    "A closed loop of --clients that --wait between requests, or, with --rate, an open loop."})
public final class LoadCommand implements Callable<Integer> {

    private static final long SEEDS = 1_000_000;
    private static final double FIRST_RATE = 500;
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stackOptions = new StackOptions();

    @Option(names = "--url", paramLabel = "URL", description = "The gateway's URL instead of the running stack's. With --database-url, no stack of ours need run.")
    private @Nullable String url;

    @Mixin
    private final DatabaseOption databaseOption = new DatabaseOption();

    @Option(names = "--token-file", paramLabel = "FILE", description = "Holds a token that each request is sent with, of who may act for all users.")
    private @Nullable Path tokenFile;

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--clients", paramLabel = "N", description = "Clients of the closed loop (default: 80).")
    private @Nullable Integer clients;

    @Option(names = "--wait", paramLabel = "TIME", description = "Between an answer and the client's next request (default: 60ms).")
    private @Nullable String wait;

    @Option(names = "--max-behind", paramLabel = "TIME", description = "The closed loop's clients wait while orders wait longer for an engine, or sales for the database (default: they do not care).")
    private @Nullable String maxBehind;

    @Option(names = "--rate", paramLabel = "N", description = "Orders a second, sent when they are planned: an open loop.")
    private @Nullable String rate;

    @Bounds(min = 0, max = 10_000)
    @Option(names = "--ndjson", paramLabel = "LINES", arity = "0..1", fallbackValue = "500", defaultValue = "0", showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER, description = "So many orders in a request, an even number (500 without one); otherwise each in a request of its own.")
    private int lines = 0;

    @Bounds(min = 1, max = 1_000)
    @Option(names = "--products", paramLabel = "N", description = "Number of products.")
    private int products = 100;

    @Bounds(min = 0, max = 10)
    @Option(names = "--skew", paramLabel = "N", description = "Zipf's exponent of the products' shares; 0: all alike.")
    private double skew = 0;

    @Option(names = "--seed", paramLabel = "N", description = "Makes the same orders again (default: random).")
    private @Nullable Long seed;

    @Option(names = "--client-order-ids", description = "Each order has a client order id, no two the same.")
    private boolean clientOrderIds = false;

    @Option(names = "--until", paramLabel = "rows|sales", description = "What is counted: rows in the database, or sales on their topic; then the database is left out.")
    private String until = "rows";

    @Bounds(min = 0)
    @Option(names = "--warm-up-sales", paramLabel = "N", description = "The warm-up lasts for so many sales at least, and until throughput is stable.")
    private long warmUpSales = 500_000;

    @Option(names = "--warm-up-max", paramLabel = "TIME", description = "It lasts no longer than this.")
    private String warmUpMax = "5m";

    @Bounds(min = 1, max = 86_400)
    @Option(names = "--seconds", paramLabel = "N", description = "Measured after that (default: 60).")
    private @Nullable Integer seconds;

    @Option(names = "--find-capacity", description = "Look for the highest rate of an open loop at which lag and latency stay flat, from --rate up.")
    private boolean findCapacity = false;

    @Option(names = "--flat", paramLabel = "TIME", description = "For so long they must stay flat (default: 5m).")
    private @Nullable String flat;

    @Bounds(min = 0, max = 1_000)
    @Option(names = "--results", paramLabel = "N", description = "Orders a second whose result is asked for until it is there; 0: none (default: 10, and none with --until sales).")
    private @Nullable Integer results;

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--under-way", paramLabel = "N", description = "Requests of an open loop that may wait for answers at once; more are sent late (default: 512).")
    private @Nullable Integer underWay;

    @Option(names = "--catch-up", paramLabel = "TIME", description = "How long the end may take to be in the database.")
    private String catchUp = "60s";

    @Option(names = "--away", paramLabel = "TIME", description = "How long the database may be away before the run ends, with the figures until then.")
    private String away = "60s";

    @Option(names = "--report", paramLabel = "DIR", description = "Takes report.html and report.json (default: target/load/DATE-TIME of the checkout).")
    private @Nullable Path report;

    /**
     * Holds options against what the command takes, and runs nothing.
     *
     * @throws ParameterException if it would refuse them
     */
    public static void check(List<String> options) {
        LoadCommand load = new LoadCommand();
        WrongCommandLine.requireWithinBounds(new CommandLine(load).parseArgs(options.toArray(String[]::new)));
        load.settings();
        load.flatFor();
    }

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = settings();
        Duration flatFor = flatFor();
        String token = tokenFile == null ? null : token(tokenFile);
        Stack stack = stack();
        if (settings.maxBehind() != null && !stack.hasKafka()) {
            throw invalid("--max-behind: " + maxBehind + " (expected: only where the stack's Kafka is known)");
        }
        GatewayAddress gateway = new GatewayAddress(stack.gateway(), token);
        Path folder = report != null
                ? report
                : Checkout.target(LoadCommand.class, "load")
                        .resolve(LocalDateTime.now(ZoneId.systemDefault()).format(FOLDER));
        OutputOption.requireFolder(spec, "--report", folder);
        PrintWriter out = spec.commandLine().getOut();
        out.println("seed " + settings.seed() + ", " + products + " products, orders to " + stack.gateway());
        try (Interruption interruption = new Interruption();
                LoadRun run = new LoadRun(new CpuTimes(this::stack), gateway, settings, interruption, out)) {
            LoadReport made = findCapacity
                    ? run.findCapacity(settings.isOpenLoop() ? settings.rate() : FIRST_RATE, flatFor, commandLine())
                    : run.measure(commandLine());
            ReportFolder.write(made, folder, out);
            run.requireNotFailed();
        }
        return 0;
    }

    private String token(Path file) {
        try {
            return GatewayAddress.token(file);
        } catch (IOException e) {
            throw invalid("--token-file: " + file + " (expected: a file with a token)");
        }
    }

    /** The gateway and the database that are named; of a stack that is not named, no more is known when both are. */
    private Stack stack() {
        if (url != null && !GatewayAddress.isUrl(url)) {
            throw invalid("--url: " + url + " (expected: " + GatewayAddress.EXPECTED + ")");
        }
        Stack.Database database = databaseOption.database();
        if (url != null && database != null && !stackOptions.isNamed()) {
            return new Stack(url, null, database, List.of());
        }
        Stack stack = stackOptions.stack();
        stack = url == null ? stack : stack.withGateway(url);
        return database == null ? stack : stack.withDatabase(database);
    }

    private Settings settings() {
        double perSecond = rate == null ? 0 : rate(rate);
        boolean isClosedLoop = clients != null || wait != null || maxBehind != null;
        if (perSecond > 0 && isClosedLoop) {
            throw invalid("--rate: " + rate + " (expected: either --rate, or --clients, --wait and --max-behind)");
        }
        if (findCapacity && isClosedLoop) {
            throw invalid("--find-capacity (expected: without --clients, --wait and --max-behind; it is an open loop)");
        }
        if (!until.equals("rows") && !until.equals("sales")) {
            throw invalid("--until: " + until + " (expected: rows or sales)");
        }
        if (maxBehind != null && until.equals("sales")) {
            // Nobody need write them then, and clients would wait for that for ever.
            throw invalid("--max-behind: " + maxBehind + " (expected: only with --until rows)");
        }
        boolean isUntilSales = until.equals("sales");
        if (isUntilSales && results != null && results > 0) {
            // Without rows, a result may never be there.
            throw invalid("--results: " + results + " (expected: only with --until rows)");
        }
        if (findCapacity && seconds != null) {
            throw invalid("--seconds: " + seconds + " (expected: without --find-capacity, which has --flat)");
        }
        if (findCapacity && perSecond > 0 && perSecond < CapacitySearch.LEAST_RATE) {
            throw invalid("--rate: " + rate + " (expected: with --find-capacity, from %.0f)"
                    .formatted(CapacitySearch.LEAST_RATE));
        }
        if (underWay != null && perSecond == 0 && !findCapacity) {
            throw invalid("--under-way: " + underWay + " (expected: only with --rate or --find-capacity)");
        }
        if (lines % 2 != 0) {
            throw invalid("--ndjson: " + lines + " (expected: an even number)");
        }
        return new Settings(clients == null ? 80 : clients,
                time("--wait", wait == null ? "60ms" : wait, "0ms", "60m"),
                maxBehind == null ? null : time("--max-behind", maxBehind, "1ms", "60m"),
                findCapacity && perSecond == 0 ? FIRST_RATE : perSecond,
                lines, products, skew,
                seed != null ? seed : ThreadLocalRandom.current().nextLong(SEEDS), clientOrderIds,
                isUntilSales, warmUpSales, time("--warm-up-max", warmUpMax, "0s", "1440m"),
                Duration.ofSeconds(seconds == null ? 60 : seconds), underWay == null ? 512 : underWay,
                results != null ? results : isUntilSales ? 0 : 10, time("--catch-up", catchUp, "1s", "1440m"),
                time("--away", away, "1s", "1440m"));
    }

    private Duration flatFor() {
        Duration time = time("--flat", flat == null ? "5m" : flat, "1s", "1440m");
        if (flat != null && !findCapacity) {
            throw invalid("--flat: " + flat + " (expected: only with --find-capacity)");
        }
        return time;
    }

    private double rate(String text) {
        if (!text.matches("[1-9][0-9]{0,6}(/s)?")) {
            throw invalid("--rate: " + text + " (expected: orders a second, such as 20000)");
        }
        return Double.parseDouble(text.replace("/s", ""));
    }

    private Duration time(String option, String text, String least, String most) {
        return TimeOption.within(spec, option, text, least, most);
    }

    /** As it was typed, but for a password. */
    private String commandLine() {
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        return ("./pipeline " + String.join(" ", arguments)).replaceAll("://([^:@/ ]+):[^@/ ]*@", "://$1:…@");
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
