package trading.client.report;

import java.util.ArrayList;
import java.util.List;

/** The trials of a search for the capacity, as a table. */
final class Trials {

    private Trials() {}

    /** A head and a row for each. */
    static List<List<String>> rows(LoadReport.Capacity capacity) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("orders/s", "seconds", "99 % to the 202, ms", "flat"));
        for (LoadReport.Trial trial : capacity.trials()) {
            rows.add(List.of(Summary.number(trial.ordersPerSecond()), Summary.number(trial.seconds()),
                    Summary.millis(trial.p99()), trial.flat() ? "yes" : "no: " + trial.why()));
        }
        return rows;
    }
}
