package trading.system.figures;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression that Prometheus is asked.
 *
 * @param where the dashboard and panel, or the alert
 */
record Query(String where, String expression) {

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*),\\s*\\w+\\)");

    Set<String> metrics() {
        return Promql.metrics(expression);
    }

    /** All of all dashboards and alerts. */
    static List<Query> all(Path checkout) throws IOException {
        List<Query> queries = new ArrayList<>();
        for (Dashboard dashboard : Dashboard.all(checkout)) {
            for (Dashboard.Panel panel : dashboard.panels()) {
                panel.expressions().forEach(expression -> queries
                        .add(new Query(dashboard.uid() + ", " + panel.title(), expression)));
            }
            for (String definition : dashboard.variables()) {
                Matcher labelValues = LABEL_VALUES.matcher(definition);
                if (!labelValues.matches()) {
                    throw new IllegalArgumentException(definition + " (expected: label_values(…))");
                }
                queries.add(new Query(dashboard.uid() + ", variable", labelValues.group(1)));
            }
        }
        Alert.all(checkout).forEach(alert -> queries.add(new Query("alert " + alert.name(), alert.expression())));
        return queries;
    }
}
