package trading.client.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

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

    /**
     * A system.
     *
     * @param rounds what was measured, one round at least
     * @param survival {@code null} if that was not tried
     */
    public record Measured(String name, int engines, int clients, List<LoadReport> rounds,
            @Nullable Survival survival) {

        /** Of the rounds that were not ended before their time. */
        List<Window> windows() {
            return rounds.stream().map(LoadReport::window).filter(Objects::nonNull).toList();
        }
    }

    /** Prints the table, and writes it as {@code compare.html} and {@code compare.json}. */
    public void write(Path folder, PrintWriter out) throws IOException {
        List<List<String>> table = table();
        out.print(Summary.columns(table));
        legend().forEach(out::println);
        Map<String, Object> figures = ComparedFigures.json(this);
        RepeatedComparison repeated = repeated(figures);
        if (repeated != null) {
            out.println();
            out.print(Summary.columns(repeated.table()));
            repeated.legend().forEach(out::println);
            figures.put(ComparedFigures.REPEATED, repeated.rows());
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
        for (ComparedFigure figure : ComparedFigure.values()) {
            head.add(figure.label());
        }
        head.add(LOST_AT, "lost by kill -9");
        head.add("memory read, ns");
        rows.add(head);
        for (Measured system : systems) {
            List<String> row = new ArrayList<>(List.of(system.name(), Integer.toString(system.engines()),
                    Integer.toString(system.clients())));
            for (ComparedFigure figure : ComparedFigure.values()) {
                row.add(figure.words(system.windows())
                        + (figure == ComparedFigure.SALES_PER_MINUTE ? marks(system) : ""));
            }
            row.add(LOST_AT, lost(system.survival()));
            row.add(Summary.words(
                    ComparedFigure.median(system.rounds().stream().mapToDouble(round -> round.machine().memoryNanos())
                            .sorted().toArray()),
                    Summary::tenths));
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

    private String bars() {
        double most = systems.stream().mapToDouble(SystemComparison::sales).max().orElse(0);
        StringBuilder bars = new StringBuilder("<h2>Sales a minute</h2><table class='bars'>");
        for (Measured system : systems) {
            bars.append(String.format(Locale.ROOT,
                    "<tr><th>%s</th><td><svg style='width:%dpx' viewBox='0 0 %d 14'><rect class='c0' width='%.1f' height='14'/></svg></td><td>%s</td></tr>%n",
                    Html.text(system.name()), BAR, BAR, most == 0 ? 0 : BAR * sales(system) / most,
                    Html.text(ComparedFigure.SALES_PER_MINUTE.words(system.windows()))));
        }
        return bars.append("</table><h2>All figures</h2>").toString();
    }

    private static double sales(Measured system) {
        return ComparedFigure.SALES_PER_MINUTE.median(system.windows()).orElse(0);
    }

    private static String marks(Measured system) {
        boolean behind = system.windows().stream().anyMatch(window -> {
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
}
