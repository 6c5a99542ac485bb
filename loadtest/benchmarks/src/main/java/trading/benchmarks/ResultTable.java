package trading.benchmarks;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;

/** What was measured, a line for each benchmark: mean time with its error at 99.9 % confidence, and bytes allocated. */
final class ResultTable {

    private final List<Measured> lines;

    ResultTable(Collection<RunResult> results) {
        this.lines = results.stream().map(Measured::new).toList();
    }

    void print(PrintWriter out) {
        int name = width("benchmark", lines.stream().map(Measured::name).toList());
        int parameters = width("parameters", lines.stream().map(Measured::parameters).toList());
        out.println();
        out.printf("%-" + name + "s  %-" + parameters + "s  %10s  %8s  %8s  %s%n", "benchmark", "parameters", "ns",
                "±", "B", "per");
        for (Measured line : lines) {
            out.printf(Locale.ROOT, "%-" + name + "s  %-" + parameters + "s  %,10.1f  %8.1f  %,8.0f  %s%n", line.name(),
                    line.parameters(), line.time().getScore(), line.time().getScoreError(), line.bytes(), line.unit());
        }
        out.flush();
    }

    private static int width(String head, List<String> cells) {
        return cells.stream().mapToInt(String::length).reduce(head.length(), Math::max);
    }
}
