package trading.system.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code docs/metrics.md}.
 *
 * @param ours by service and name
 * @param others what is used of Kafka, the JVM and Spring: the services that have it, by name
 */
record MetricsPage(Map<String, Map<String, Family>> ours, Map<String, Set<String>> others) {

    private static final Set<String> SERVICES = Set.of("gateway", "engine", "persister");
    private static final Pattern NAME = Pattern.compile("`([a-z0-9_]+)`");
    private static final Pattern TAG = Pattern.compile("`([a-z_]+)`:");

    static MetricsPage read(Path checkout) throws IOException {
        return read(Files.readAllLines(checkout.resolve("docs/metrics.md")));
    }

    static MetricsPage read(List<String> lines) {
        MetricsPage page = new MetricsPage(new HashMap<>(), new HashMap<>());
        String section = "";
        for (String line : lines) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (line.startsWith("| `")) {
                page.add(section, Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList());
            }
        }
        return page;
    }

    private void add(String section, List<String> cells) {
        Matcher name = NAME.matcher(cells.getFirst());
        if (!name.matches()) {
            throw new IllegalArgumentException(cells.getFirst() + " (expected: `metric`)");
        }
        if (SERVICES.contains(section)) {
            ours.computeIfAbsent(section, _ -> new HashMap<>()).put(name.group(1),
                    new Family(cells.get(1), tags(cells.get(3))));
        } else {
            others.put(name.group(1),
                    cells.get(1).equals("all") ? SERVICES : Set.copyOf(List.of(cells.get(1).split(", "))));
        }
    }

    private static Set<String> tags(String cell) {
        Set<String> tags = new TreeSet<>();
        Matcher tag = TAG.matcher(cell);
        while (tag.find()) {
            tags.add(tag.group(1));
        }
        return tags;
    }

    /** Every series that the page promises, of histograms and summaries all. */
    Set<String> series() {
        List<String> names = new ArrayList<>(others.keySet());
        ours.values().forEach(families -> names.addAll(families.keySet()));
        Set<String> series = new TreeSet<>(names);
        for (String name : names) {
            for (String suffix : List.of("_bucket", "_count", "_sum", "_max")) {
                series.add(name + suffix);
            }
        }
        return series;
    }
}
