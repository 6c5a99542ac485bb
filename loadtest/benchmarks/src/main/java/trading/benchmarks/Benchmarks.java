package trading.benchmarks;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmarks that there are.
 *
 * @param entries in alphabetical order of their names
 */
record Benchmarks(List<BenchmarkListEntry> entries) {

    /** What the build found. */
    static Benchmarks all() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        Set<BenchmarkListEntry> entries = BenchmarkList.defaultList().getAll(silent, List.of());
        return new Benchmarks(
                entries.stream().sorted(Comparator.comparing(BenchmarkListEntry::getUsername)).toList());
    }

    /** Class with package, and method, of each. */
    private List<String> names() {
        return entries.stream().map(BenchmarkListEntry::getUsername).toList();
    }

    /** By name, the parameters that some of these benchmarks have. */
    Map<String, Parameter> parameters(List<String> chosen) {
        Map<String, Parameter> parameters = new TreeMap<>();
        for (BenchmarkListEntry entry : entries) {
            if (chosen.contains(entry.getUsername())) {
                entry.getParams().orElse(Map.of())
                        .forEach((name, values) -> parameters.put(name, new Parameter(List.of(values))));
            }
        }
        return parameters;
    }

    /** Those whose short name contains something that matches, in whatever case. */
    List<String> matching(String regularExpression) {
        Pattern pattern = Pattern.compile(regularExpression, Pattern.CASE_INSENSITIVE);
        return names().stream().filter(name -> pattern.matcher(shortName(name)).find()).toList();
    }

    /** All but those with this method. */
    List<String> except(String method) {
        return names().stream().filter(name -> !name.endsWith("." + method)).toList();
    }

    List<String> shortNames() {
        return names().stream().map(Benchmarks::shortName).toList();
    }

    /** {@code MarketBenchmark.market}. */
    static String shortName(String name) {
        int method = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', method - 1) + 1);
    }

    /** The regular expression by which JMH finds this one and no other. */
    static String exactly(String name) {
        return "^" + Pattern.quote(name) + "$";
    }
}
