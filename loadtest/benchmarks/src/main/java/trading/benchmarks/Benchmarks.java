package trading.benchmarks;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmarks that there are.
 *
 * @param names class with package, and method, in alphabetical order
 */
record Benchmarks(List<String> names) {

    /** What the build found. */
    static Benchmarks all() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        Set<BenchmarkListEntry> entries = BenchmarkList.defaultList().getAll(silent, List.of());
        return new Benchmarks(entries.stream().map(BenchmarkListEntry::getUsername).sorted().toList());
    }

    /** Those whose short name contains something that matches, in whatever case. */
    List<String> matching(String regularExpression) {
        Pattern pattern = Pattern.compile(regularExpression, Pattern.CASE_INSENSITIVE);
        return names.stream().filter(name -> pattern.matcher(shortName(name)).find()).toList();
    }

    /** All but those with this method. */
    List<String> except(String method) {
        return names.stream().filter(name -> !name.endsWith("." + method)).toList();
    }

    List<String> shortNames() {
        return names.stream().map(Benchmarks::shortName).toList();
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
