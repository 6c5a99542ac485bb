package trading.system.budget;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import trading.client.report.LoadReport;
import trading.client.report.Percentiles;
import trading.client.report.Window;
import trading.client.stack.ProcessSize;

/**
 * The limits, and what runs of the load test say about them.
 *
 * @param lines one order in a line of a request with hundreds
 * @param clientIds as {@code lines}, each with an id of its client's
 * @param beside as {@code lines}, while a {@code SmallestEngine} trades the same orders
 * @param single one order in each request
 * @param half of the rate of {@code single}, as an open loop
 * @param bare as {@code single}, into a {@code BareGateway} instead of the gateway
 * @param starts of the stack and its services
 */
public record Budget(LoadReport lines, LoadReport clientIds, LoadReport beside, LoadReport single, LoadReport half,
        LoadReport bare, Starts starts) {

    /** Of {@code budget.json}; before the first there were lines and nothing else. */
    private static final int FORMAT = 1;

    private static final String GATEWAY = "gateway";
    private static final String ENGINE = "engine-1";
    private static final String PERSISTER = "persister-1";
    private static final String DATABASE = "database";

    private static final String LINES = "orders as lines";
    private static final String CLIENT_IDS = "lines with client order ids";
    private static final String SINGLE = "one order a request";
    private static final double MAX_START = 3;
    private static final String AN_ORDER = "CPU µs an order";
    private static final String A_SALE = "CPU µs a sale";

    /**
     * How long starts took.
     *
     * @param together seconds until each service served, when all were started at once
     * @param alone the same for a service that was started while all others stood by
     * @param stackSeconds from the start of the whole stack until it took orders
     */
    public record Starts(Map<String, Double> together, Map<String, Double> alone, double stackSeconds) {}

    /** All limits, in the order of an order's way. */
    public List<BudgetLine> all() {
        Window byLine = window(lines);
        Window besideLoop = window(beside);
        Window bySingle = window(single);
        Window atHalf = window(half);
        double gateway = perOrder(bySingle, GATEWAY);
        List<BudgetLine> all = new ArrayList<>(List.of(
                BudgetLine.atMost("gateway, " + SINGLE, "times bare reactor-netty", 2,
                        gateway / perOrder(window(bare), BenchmarkProgram.BARE_GATEWAY)),
                BudgetLine.atMost("gateway, " + LINES, AN_ORDER, 7, perOrder(byLine, GATEWAY)),
                BudgetLine.atMost("engine, " + LINES, AN_ORDER, 10, perOrder(byLine, ENGINE)),
                BudgetLine.atMost("engine, " + CLIENT_IDS, AN_ORDER, 10, perOrder(window(clientIds), ENGINE)),
                BudgetLine.atMost("engine, " + SINGLE, AN_ORDER, 10, perOrder(bySingle, ENGINE)),
                BudgetLine.atMost("engine, " + LINES, "times the smallest loop", 1.2,
                        perOrder(besideLoop, ENGINE) / perOrder(besideLoop, BenchmarkProgram.SMALLEST_ENGINE)),
                BudgetLine.atMost("persister, " + LINES, A_SALE, 7, perSale(byLine, PERSISTER)),
                BudgetLine.atMost("database, " + LINES, A_SALE, 9, perSale(byLine, DATABASE)),
                BudgetLine.atMost("everything, " + LINES, A_SALE, 45, perSale(byLine)),
                BudgetLine.atLeast("everything, " + LINES, "sales a minute", 1_500_000, byLine.salesPerMinute()),
                BudgetLine.atMost("everything, " + SINGLE, A_SALE, 130, perSale(bySingle)),
                BudgetLine.atLeast("everything, " + SINGLE, "sales a minute", 500_000, bySingle.salesPerMinute()),
                BudgetLine.atLeast("everything, " + SINGLE, "sales an order", 0.6,
                        bySingle.salesPerOrder().orElse(Double.NaN)),
                BudgetLine.atMost("half of that rate", "99 % to the 202, ms", 10,
                        p99(atHalf.toAccepted(), atHalf.refused() + atHalf.unknown() + atHalf.notSent())),
                BudgetLine.atMost("half of that rate", "99 % to the result, ms", 100, p99(atHalf.toResult(),
                        atHalf.withoutResult() + Objects.requireNonNullElse(atHalf.withoutPlace(), 0L)))));
        starts.alone().forEach(
                (name, seconds) -> all.add(BudgetLine.atMost(name, "seconds until it serves", MAX_START, seconds)));
        starts.together().forEach((name, seconds) -> all
                .add(BudgetLine.atMost(name + ", all at once", "seconds until it serves", MAX_START, seconds)));
        all.add(BudgetLine.atMost("everything", "seconds until it trades", 15, starts.stackSeconds()));
        for (String name : List.of(GATEWAY, ENGINE, PERSISTER)) {
            all.add(BudgetLine.atMost(name + ", " + LINES, "resident MB", name.equals(ENGINE) ? 512 : 256,
                    megabytes(byLine, name)));
        }
        return all;
    }

    /**
     * What {@code budget.json} has: all limits, and what was measured when and where.
     *
     * @param command as it was typed
     */
    public Map<String, Object> json(String command) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("command", command);
        json.put("commit", lines.commit());
        json.put("startedAt", lines.startedAt());
        json.put("machine", lines.machine());
        json.put("versions", lines.versions());
        json.put("lines", all());
        return json;
    }

    /** Costs that have no limit of their own, for who reads the table. */
    public List<String> others() {
        return List.of(
                costs(LINES, window(lines)), costs(CLIENT_IDS, window(clientIds)),
                costs("lines beside the smallest loop", window(beside)), costs(SINGLE, window(single)),
                costs("half of that rate", window(half)),
                costs("bare reactor-netty", window(bare)));
    }

    private static String costs(String what, Window window) {
        StringBuilder costs = new StringBuilder(
                "%s: %,.0f orders/s, %,.0f sales/min, 99 %% to the 202 %s ms, CPU µs an order:"
                        .formatted(what, window.acceptedPerSecond(), window.salesPerMinute(),
                                BudgetLine.words(window.toAccepted().p99IfAny().orElse(Double.NaN))));
        window.cpuSeconds().forEach((name, _) -> costs.append(" ").append(name).append(" ")
                .append(BudgetLine.words(perOrder(window, name))));
        return costs.toString();
    }

    private static Window window(LoadReport report) {
        Window window = report.window();
        if (window == null) {
            throw new IllegalArgumentException("window: missing (expected: a run that was not ended before its time)");
        }
        return window;
    }

    /** Not known, and so no limit kept, if of more than one in a hundred it was never known. */
    static double p99(Percentiles measured, long missing) {
        return measured.count() == 0 || 100 * missing > measured.count() + missing ? Double.NaN : measured.p99();
    }

    private static double perOrder(Window window, String process) {
        return window.perOrder(window.cpuSeconds().getOrDefault(process, Double.NaN)).orElse(Double.NaN);
    }

    private static double perSale(Window window, String process) {
        return window.perSale(window.cpuSeconds().getOrDefault(process, Double.NaN)).orElse(Double.NaN);
    }

    private static double perSale(Window window) {
        double cpu = window.cpuSeconds().values().stream().mapToDouble(Double::doubleValue).reduce(Double::sum)
                .orElse(Double.NaN);
        return window.perSale(cpu).orElse(Double.NaN);
    }

    private static double megabytes(Window window, String process) {
        ProcessSize size = window.sizes().get(process);
        return size == null ? Double.NaN : size.residentMegabytes();
    }
}
