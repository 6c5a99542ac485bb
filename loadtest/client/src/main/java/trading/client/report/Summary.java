package trading.client.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import trading.client.stack.ProcessSize;

/** The figures of a run in words, for a terminal, for the page and beside those of other runs. */
final class Summary {

    /** Where there is no figure. */
    static final String NONE = "-";

    private Summary() {}

    /** What each figure is and how much; the same names in the same order for every run that measured something. */
    static Map<String, String> figures(LoadReport report) {
        Map<String, String> figures = new LinkedHashMap<>();
        Window window = report.window();
        if (window != null) {
            figures.put("sales/min", number(window.salesPerMinute()));
            figures.put("orders accepted/s", number(window.acceptedPerSecond()));
            figures.put("orders accepted", number(window.accepted()));
            figures.put("refused", number(window.refused()));
            figures.put("unknown", number(window.unknown()));
            figures.put("invalid", number(window.invalid()));
            figures.put("not sent by this client", number(window.notSent()));
            figures.put("sales per order", words(window.salesPerOrder(), Summary::hundredths));
            latencies(figures, "to the 202, ms", window.toAccepted());
            Percentiles asSeen = window.asSeen();
            if (asSeen != null) {
                latencies(figures, "to the 202 as its clients saw it, ms", asSeen);
            }
            latencies(figures, "to the result, ms", window.toResult());
            figures.put("sampled orders without a result", number(window.withoutResult()));
            Long withoutPlace = window.withoutPlace();
            figures.put("orders not sampled, since too many were waited for",
                    withoutPlace == null ? "unknown" : number(withoutPlace));
            Lag lag = window.lag();
            figures.put("behind, s: at first → at last", lag == null
                    ? "unknown"
                    : String.format(Locale.ROOT, "%.2f → %.2f%s", lag.first(), lag.last(),
                            lag.behind() ? ", LAGGING BEHIND" : ""));
            if (lag != null && lag.slowest() != null) {
                figures.put("behind in the slowest partition, s: at most",
                        hundredths(lag.slowest()));
            }
            figures.put("CPU µs/order, without this client",
                    words(window.cpuMicrosPerOrder(), Summary::tenths));
            figures.put("CPU µs/order of this client",
                    words(window.clientMicrosPerOrder(), Summary::tenths));
            figures.put("CPU µs/sale, without this client",
                    words(window.cpuMicrosPerSale(), Summary::tenths));
            List<String> changed = window.changed();
            figures.put("processes that ended or began meanwhile", changed == null
                    ? "unknown"
                    : changed.isEmpty() ? "none" : String.join(", ", changed));
            Spread spread = window.spread();
            if (spread != null) {
                figures.put("orders in the fullest partition", share(spread.fullestPartition(), spread.partitions()));
                if (spread.engines() > 0) {
                    figures.put("sales of the busiest engine", share(spread.fullestEngine(), spread.engines()));
                }
            }
            window.networkBytes().forEach((kind, bytes) -> figures.put("bytes/order, " + kind,
                    window.accepted() == 0 ? NONE : number((double) bytes / window.accepted())));
        }
        LoadReport.Capacity capacity = report.capacity();
        if (capacity != null) {
            figures.put("capacity, orders/s",
                    capacity.ordersPerSecond() == 0 ? "none found" : number(capacity.ordersPerSecond()));
        }
        return figures;
    }

    /** CPU time by process, a head first. */
    static List<List<String>> cpu(Window window) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("CPU time", "seconds", "cores", "µs/order", "µs/sale", "MB", "threads"));
        window.cpuSeconds().forEach((process, cpu) -> rows.add(cpuRow(window, process, cpu)));
        rows.add(cpuRow(window, "all",
                window.cpuSeconds().values().stream().mapToDouble(Double::doubleValue).sum()));
        return rows;
    }

    private static List<String> cpuRow(Window window, String process, double cpu) {
        ProcessSize size = window.sizes().get(process);
        return List.of(process, tenths(cpu), hundredths(cpu / window.seconds()),
                words(window.perOrder(cpu), Summary::tenths), words(window.perSale(cpu), Summary::tenths),
                size == null ? "" : number(size.residentMegabytes()),
                size == null ? "" : Integer.toString(size.threads()));
    }

    /** The trials of a search for the capacity, a head first. */
    static List<List<String>> trials(LoadReport.Capacity capacity) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("orders/s", "seconds", "99 % to the 202, ms", "flat"));
        for (LoadReport.Trial trial : capacity.trials()) {
            rows.add(List.of(number(trial.ordersPerSecond()), number(trial.seconds()),
                    trial.p99() == 0 ? NONE : millis(trial.p99()),
                    trial.flat() ? "yes" : "no: " + trial.why()));
        }
        return rows;
    }

    /** Rows as text, in columns. */
    static String columns(List<List<String>> rows) {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : "  ")
                        .append(String.format("%" + (column == 0 ? "-" : "") + widths[column] + "s", row.get(column)));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    /** A share, and what it would be if all were alike. */
    static String share(double share, int of) {
        return String.format(Locale.ROOT, "%.1f %% (of %d: %.1f %% if even)", 100 * share, of, 100.0 / of);
    }

    /** A figure that there may be. */
    static String words(OptionalDouble figure, DoubleFunction<String> words) {
        return figure.isPresent() ? words.apply(figure.getAsDouble()) : NONE;
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    static String tenths(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    static String hundredths(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }

    static String millis(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
    }

    private static void latencies(Map<String, String> figures, String what, Percentiles percentiles) {
        if (percentiles.count() > 0) {
            figures.put("50 % " + what, millis(percentiles.p50()));
            figures.put("99 % " + what, millis(percentiles.p99()));
            figures.put("99.9 % " + what, millis(percentiles.p999()));
            figures.put("longest " + what, millis(percentiles.longest()));
        }
    }
}
