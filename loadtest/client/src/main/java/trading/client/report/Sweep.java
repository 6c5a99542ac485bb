package trading.client.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs that differ in a few settings, as tables: a row for some of the settings, a column for the others.
 *
 * @param cells in the order of the tables' rows and columns
 */
public record Sweep(List<Cell> cells) {

    /** A run and its place. */
    public record Cell(String row, String column, LoadReport report) {}

    /** Prints the tables, and writes them as a page. */
    public void write(Path html, PrintWriter out) throws IOException {
        StringBuilder page = new StringBuilder("<h1>Sweep</h1>");
        tables().forEach((title, rows) -> {
            out.println(title);
            out.println(Summary.columns(rows));
            page.append("<h2>").append(Html.text(title)).append("</h2>").append(Html.table(rows));
        });
        if (!cells.isEmpty()) {
            LoadReport first = cells.getFirst().report();
            page.append("<h2>The first of these runs</h2>").append(Html.words(Map.of("command", first.command())))
                    .append(Html.words(first.settings()))
                    .append(Html.words(first.versions())).append(Html.words(Page.machine(first.machine())));
        }
        Files.writeString(html, Html.page("Sweep", page.toString()));
        out.println("page: " + html);
        out.flush();
    }

    /** Each figure's table, by what it is; the first row is its head. */
    Map<String, List<List<String>>> tables() {
        Map<String, List<List<String>>> tables = new LinkedHashMap<>();
        tables.put("Sales a minute; *: lagging behind, ~: measured before it was stable",
                windows(window -> Summary.number(window.salesPerMinute()), true));
        tables.put("Orders accepted a second", windows(window -> Summary.number(window.acceptedPerSecond()), false));
        tables.put("99 % to the 202, ms",
                windows(window -> Summary.words(window.toAccepted().p99IfAny(), Summary::millis), false));
        tables.put("99 % to the result, ms",
                windows(window -> Summary.words(window.toResult().p99IfAny(), Summary::millis), false));
        tables.put("CPU µs/order, without the client",
                windows(window -> Summary.words(window.cpuMicrosPerOrder(), Summary::tenths), false));
        tables.put("CPU µs/order of the client",
                windows(window -> Summary.words(window.clientMicrosPerOrder(), Summary::tenths), false));
        tables.put("Orders in the fullest partition", windows(window -> {
            Spread spread = window.spread();
            return spread == null ? Summary.NONE : Summary.tenths(100 * spread.fullestPartition()) + " %";
        }, false));
        tables.put("Sales of the busiest engine", windows(window -> {
            Spread spread = window.spread();
            return spread == null || spread.engines() == 0
                    ? Summary.NONE
                    : Summary.tenths(100 * spread.fullestEngine()) + " %";
        }, false));
        tables.put("How fast the machine was: ns a random read of 64 MB, before the run",
                table(cell -> Summary.tenths(cell.report().machine().memoryNanos())));
        return tables;
    }

    private List<List<String>> windows(Function<Window, String> figure, boolean marked) {
        return table(cell -> {
            Window window = cell.report().window();
            return window == null ? Summary.NONE : figure.apply(window) + (marked ? marks(cell.report(), window) : "");
        });
    }

    private static String marks(LoadReport report, Window window) {
        Lag lag = window.lag();
        return (lag != null && lag.behind() ? "*" : "") + (report.warmUp().stable() ? "" : "~");
    }

    private List<List<String>> table(Function<Cell, String> figure) {
        List<String> columns = cells.stream().map(Cell::column).distinct().toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(columns);
        rows.add(head);
        for (String row : cells.stream().map(Cell::row).distinct().toList()) {
            List<String> line = new ArrayList<>(List.of(row));
            for (String column : columns) {
                line.add(cells.stream().filter(cell -> cell.row().equals(row) && cell.column().equals(column))
                        .findFirst().map(figure).orElse(Summary.NONE));
            }
            rows.add(line);
        }
        return rows;
    }
}
