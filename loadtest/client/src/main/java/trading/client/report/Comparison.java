package trading.client.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Runs beside each other: a column for each, and of settings and machines only what differs. */
final class Comparison {

    private final List<String> names;
    private final List<LoadReport> reports;

    /**
     * @param names of the runs, in the order of the reports
     */
    Comparison(List<String> names, List<LoadReport> reports) {
        this.names = names;
        this.reports = reports;
    }

    /** Every figure that one of them has. */
    List<List<String>> figures() {
        return rows("figure", Summary::figures, false);
    }

    /** Settings, versions and machines where they differ. */
    List<List<String>> differences() {
        return rows("what differs", report -> {
            Map<String, String> all = new LinkedHashMap<>(report.settings());
            all.putAll(report.versions());
            all.putAll(Page.machine(report.machine()));
            all.put("started at", report.startedAt());
            all.put("warm-up", report.warmUp().stable() ? "until stable" : "not stable");
            return all;
        }, true);
    }

    private List<List<String>> rows(String title, Function<LoadReport, Map<String, String>> of, boolean onlyDifferent) {
        List<Map<String, String>> columns = reports.stream().map(of).toList();
        Set<String> keys = new LinkedHashSet<>();
        columns.forEach(column -> keys.addAll(column.keySet()));
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(title));
        head.addAll(names);
        rows.add(head);
        for (String key : keys) {
            List<String> values = columns.stream().map(column -> column.getOrDefault(key, Summary.NONE)).toList();
            if (!onlyDifferent || values.stream().distinct().count() > 1) {
                List<String> row = new ArrayList<>(List.of(key));
                row.addAll(values);
                rows.add(row);
            }
        }
        return rows;
    }
}
