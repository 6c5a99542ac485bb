package trading.client.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import trading.client.stack.ProcessSize;

/**
 * Systems that were measured one after another, as a table.
 *
 * @param command as it was typed
 * @param leftOut which systems were not measured, and why
 * @param conditions that all were measured under
 * @param earlier what it is held against; {@code null} for nothing
 */
public record SystemComparison(String command, List<String> leftOut, List<String> conditions, List<Measured> systems,
        @Nullable ComparedFigures earlier) {

    private static final int BAR = 220;

    /** Beside the sales a minute, so that nobody reads these alone. */
    private static final int LOST_AT = 4;

    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Of a process that does not belong to the system, or that all have. */
    private static final String DATABASE = "database";

    /**
     * A system.
     *
     * @param rounds what was measured, one round at least
     * @param survival {@code null} if that was not tried
     */
    public record Measured(String name, int engines, int clients, List<LoadReport> rounds,
            @Nullable Survival survival) {}

    /**
     * A column of the table.
     *
     * @param value empty where there is none
     */
    private record Figure(String name, Function<Window, OptionalDouble> value, DoubleFunction<String> words) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("sales/min", window -> OptionalDouble.of(window.salesPerMinute()), Summary::number),
            new Figure("orders/s", window -> OptionalDouble.of(window.acceptedPerSecond()), Summary::number),
            new Figure("CPU µs/order", Window::cpuMicrosPerOrder, Summary::tenths),
            new Figure("CPU µs/sale", Window::cpuMicrosPerSale, Summary::tenths),
            new Figure("of it database", SystemComparison::databasePerSale, Summary::tenths),
            new Figure("99 % to the 202, ms", window -> window.toAccepted().p99IfAny(), Summary::millis),
            new Figure("threads", SystemComparison::threads, Summary::number),
            new Figure("MB", SystemComparison::megabytes, Summary::number));

    /** Prints the table, and writes it as {@code compare.html} and {@code compare.json}. */
    public void write(Path folder, PrintWriter out) throws IOException {
        List<List<String>> table = table();
        out.print(Summary.columns(table));
        legend().forEach(out::println);
        Map<String, Object> figures = figures();
        RepeatedComparison repeated = repeated(figures);
        if (repeated != null) {
            out.println();
            out.print(Summary.columns(repeated.table()));
            repeated.legend().forEach(out::println);
            figures.put("repeated", repeated.rows());
        }
        Files.writeString(folder.resolve("compare.json"), JSON.writeValueAsString(figures) + "\n");
        StringBuilder page = new StringBuilder("<h1>Systems compared</h1><p class='soft'><code>")
                .append(Html.text(command)).append("</code></p>").append(bars()).append(Html.table(table));
        append(legend(), page);
        if (repeated != null) {
            page.append("<h2>Beside an earlier comparison</h2>").append(Html.table(repeated.table()));
            append(repeated.legend(), page);
        }
        if (!systems.isEmpty()) {
            LoadReport first = systems.getFirst().rounds().getFirst();
            page.append("<h2>Machine, and the first run's settings</h2>")
                    .append(Html.words(Page.machine(first.machine()))).append(Html.words(first.versions()))
                    .append(Html.words(first.settings()));
        }
        Files.writeString(folder.resolve("compare.html"), Html.page("Systems compared", page.toString()));
        out.println("page: " + folder.resolve("compare.html"));
        out.flush();
    }

    private @Nullable RepeatedComparison repeated(Map<String, Object> figures) {
        return earlier == null ? null : new RepeatedComparison(earlier, ComparedFigures.of(JSON.valueToTree(figures)));
    }

    private static void append(List<String> lines, StringBuilder page) {
        lines.forEach(line -> page.append("<p class='soft'>").append(Html.text(line)).append("</p>"));
    }

    /** A row for each system, a head first. */
    List<List<String>> table() {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("system", "engines", "clients"));
        FIGURES.forEach(figure -> head.add(figure.name()));
        head.add(LOST_AT, "lost by kill -9");
        head.add("memory read, ns");
        rows.add(head);
        for (Measured system : systems) {
            List<String> row = new ArrayList<>(List.of(system.name(), Integer.toString(system.engines()),
                    Integer.toString(system.clients())));
            for (Figure figure : FIGURES) {
                row.add(words(system, figure) + (figure.equals(FIGURES.getFirst()) ? marks(system) : ""));
            }
            row.add(LOST_AT, lost(system.survival()));
            row.add(Summary.words(median(system.rounds().stream().mapToDouble(round -> round.machine().memoryNanos())
                    .sorted().toArray()), Summary::tenths));
            rows.add(row);
        }
        return rows;
    }

    private List<String> legend() {
        List<String> lines = new ArrayList<>(List.of(
                "Rounds: the median, and the least to the most. *: lagging behind, ~: measured before it was stable (in any round).",
                "CPU: of all processes but the client, the database included. Threads and MB resident: without the database.",
                "Lost: accepted orders without a row and without a result, after every process but the database was killed."));
        lines.addAll(leftOut);
        lines.addAll(conditions);
        return lines;
    }

    /** What can be read by machine: the figures of every round, and their median. */
    private Map<String, Object> figures() {
        List<Object> all = new ArrayList<>();
        for (Measured system : systems) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("system", system.name());
            one.put("engines", system.engines());
            one.put("clients", system.clients());
            for (Figure figure : FIGURES) {
                one.put(figure.name(), Map.of("median", median(sorted(system, figure)), "rounds",
                        windows(system).stream().map(figure.value()).toList()));
            }
            Survival survival = system.survival();
            one.put("survival", survival == null ? "not tried" : survival);
            one.put("startedAt", system.rounds().stream().map(LoadReport::startedAt).toList());
            one.put("machine", system.rounds().stream().map(LoadReport::machine).toList());
            one.put("settings", system.rounds().getFirst().settings());
            one.put("versions", system.rounds().getFirst().versions());
            one.put("commit", system.rounds().getFirst().commit());
            all.add(one);
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("command", command);
        figures.put("leftOut", leftOut);
        figures.put(ComparedFigures.CONDITIONS, conditions);
        figures.put("systems", all);
        return figures;
    }

    private String bars() {
        double most = systems.stream().mapToDouble(system -> median(sorted(system, FIGURES.getFirst())).orElse(0)).max()
                .orElse(0);
        StringBuilder bars = new StringBuilder("<h2>Sales a minute</h2><table class='bars'>");
        for (Measured system : systems) {
            double[] sales = sorted(system, FIGURES.getFirst());
            bars.append(String.format(Locale.ROOT,
                    "<tr><th>%s</th><td><svg style='width:%dpx' viewBox='0 0 %d 14'><rect class='c0' width='%.1f' height='14'/></svg></td><td>%s</td></tr>%n",
                    Html.text(system.name()), BAR, BAR, most == 0 ? 0 : BAR * median(sales).orElse(0) / most,
                    Html.text(words(system, FIGURES.getFirst()))));
        }
        return bars.append("</table><h2>All figures</h2>").toString();
    }

    private static String words(Measured system, Figure figure) {
        double[] sorted = sorted(system, figure);
        String middle = Summary.words(median(sorted), figure.words());
        return sorted.length <= 1
                ? middle
                : middle + " (" + figure.words().apply(sorted[0]) + "–"
                        + figure.words().apply(sorted[sorted.length - 1])
                        + ")";
    }

    private static String marks(Measured system) {
        boolean behind = windows(system).stream().anyMatch(window -> {
            Lag lag = window.lag();
            return lag != null && lag.behind();
        });
        return (behind ? "*" : "")
                + (system.rounds().stream().allMatch(round -> round.warmUp().stable()) ? "" : "~");
    }

    private static String lost(@Nullable Survival survival) {
        return survival == null
                ? "not tried"
                : Summary.number(survival.lost()) + " of " + Summary.number(survival.accepted());
    }

    private static double[] sorted(Measured system, Figure figure) {
        return windows(system).stream().map(figure.value()).flatMapToDouble(OptionalDouble::stream).sorted().toArray();
    }

    private static List<Window> windows(Measured system) {
        List<Window> windows = new ArrayList<>();
        for (LoadReport round : system.rounds()) {
            Window window = round.window();
            if (window != null) {
                windows.add(window);
            }
        }
        return windows;
    }

    static OptionalDouble median(double[] sorted) {
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }

    private static OptionalDouble databasePerSale(Window window) {
        Double cpu = window.cpuSeconds().get(DATABASE);
        return cpu == null ? OptionalDouble.empty() : window.perSale(cpu);
    }

    private static OptionalDouble threads(Window window) {
        return sum(window, ProcessSize::threads);
    }

    private static OptionalDouble megabytes(Window window) {
        return sum(window, ProcessSize::residentMegabytes);
    }

    private static OptionalDouble sum(Window window, ToDoubleFunction<ProcessSize> part) {
        return window.sizes().entrySet().stream().filter(size -> isOfTheSystem(size.getKey()))
                .mapToDouble(size -> part.applyAsDouble(size.getValue())).reduce(Double::sum);
    }

    private static boolean isOfTheSystem(String process) {
        return !process.equals(DATABASE) && !process.equals(Window.THIS_CLIENT);
    }
}
