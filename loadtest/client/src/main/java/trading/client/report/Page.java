package trading.client.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trading.client.report.Chart.Tick;

/** A report as a page with pictures, in one file that needs nothing else. */
final class Page {

    private static final double MINUTE = 60;

    /** What is drawn of a distribution ends here: beyond lie too few. */
    private static final double HIGHEST_PERCENTILE = 99.999;

    /** Two looks that are closer, as where the measured time begins, say nothing of a rate. */
    private static final double LEAST_SECONDS_BETWEEN = 0.5;

    private final LoadReport report;
    private final List<Sample> samples;

    private Page(LoadReport report) {
        this.report = report;
        this.samples = apart(report.samples());
    }

    private static List<Sample> apart(List<Sample> all) {
        List<Sample> apart = new ArrayList<>();
        for (Sample sample : all) {
            if (apart.isEmpty() || sample.second() - apart.getLast().second() >= LEAST_SECONDS_BETWEEN) {
                apart.add(sample);
            }
        }
        return apart;
    }

    static void write(LoadReport report, Path file) throws IOException {
        Files.writeString(file, Html.page("Load, " + report.startedAt(), new Page(report).body()));
    }

    private String body() {
        StringBuilder body = new StringBuilder();
        body.append("<h1>Load test, ").append(Html.text(report.startedAt())).append("</h1><p class='soft'><code>")
                .append(Html.text(report.command())).append("</code></p>");
        if (report.interrupted()) {
            body.append("<p class='bad'>Ended before its time: the figures are those until then.</p>");
        }
        if (!report.warmUp().stable()) {
            body.append("<p class='bad'>The warm-up ended without a stable throughput, or with too few sales.</p>");
        }
        Window window = report.window();
        if (window != null) {
            body.append(tiles(window));
        }
        body.append("<div class='grid'>")
                .append(Stream.of(throughput(), orders(), percentiles(), latency(), lag(), cpu()).map(Chart::draw)
                        .collect(Collectors.joining()))
                .append("</div>");
        body.append("<h2>Figures</h2>").append(Html.words(Summary.figures(report)));
        body.append("<p class='soft'>").append(Html.text(report.counted())).append("</p>");
        if (window != null) {
            body.append("<h2>CPU time of the measured ").append(Summary.number(window.seconds())).append(" s</h2>")
                    .append(Html.table(Summary.cpu(window)));
        }
        LoadReport.Capacity capacity = report.capacity();
        if (capacity != null) {
            body.append("<h2>Search for the capacity</h2>").append(Html.table(Summary.trials(capacity)));
        }
        body.append("<h2>Settings</h2>").append(Html.words(report.settings()));
        body.append("<h2>Versions and machine</h2>").append(Html.words(report.versions()))
                .append(Html.words(machine(report.machine())));
        return body.toString();
    }

    private String tiles(Window window) {
        Lag lag = window.lag();
        return "<div class='tiles'>" + Html.tile(Summary.number(window.salesPerMinute()), "sales a minute")
                + Html.tile(Summary.number(window.acceptedPerSecond()), "orders accepted a second")
                + Html.tile(millis(window.toAccepted()), "99 % of orders, to the 202")
                + (window.toResult().count() == 0
                        ? ""
                        : Html.tile(millis(window.toResult()),
                                "99 % of sampled orders, to the result"))
                + Html.tile(Summary.words(window.cpuMicrosPerOrder(), micros -> Summary.tenths(micros) + " µs"),
                        "CPU time an order, without this client")
                + Html.tile(lag == null ? "unknown" : lag.behind() ? "lagging behind" : "keeps up",
                        lag == null
                                ? "how far it was behind"
                                : String.format(Locale.ROOT, "%.2f s behind at first, %.2f s at last", lag.first(),
                                        lag.last()))
                + "</div>";
    }

    private static String millis(Percentiles percentiles) {
        return Summary.words(percentiles.p99IfAny(), millis -> Summary.millis(millis) + " ms");
    }

    static Map<String, String> machine(Machine machine) {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("cores", Integer.toString(machine.cores()));
        rows.put("CPU", machine.cpu().isEmpty() ? "unknown" : machine.cpu());
        rows.put("memory", machine.memoryGigabytes() == 0 ? "unknown" : machine.memoryGigabytes() + " GB");
        rows.put("kernel", machine.kernel());
        rows.put("JVM of this client", machine.jvm());
        rows.put("a random read of 64 MB, before the run",
                String.format(Locale.ROOT, "%.1f ns", machine.memoryNanos()));
        rows.put("a step of xorshift, before the run", String.format(Locale.ROOT, "%.2f ns", machine.stepNanos()));
        return rows;
    }

    private Chart throughput() {
        return overTime("Sales", "a minute").add("sales", times(), rates(Sample::sales, MINUTE));
    }

    private Chart orders() {
        Chart chart = overTime("Orders", "a second").add("accepted", times(), rates(Sample::accepted, 1));
        addIfAny(chart, "refused", Sample::refused);
        addIfAny(chart, "unknown", Sample::unknown);
        addIfAny(chart, "not sent by this client", Sample::notSent);
        return chart;
    }

    private void addIfAny(Chart chart, String name, ToDoubleFunction<Sample> count) {
        double[] rates = rates(count, 1);
        for (double rate : rates) {
            if (rate > 0) {
                chart.add(name, times(), rates);
                return;
            }
        }
    }

    private Chart latency() {
        return overTime("Latency to the 202, second by second", "milliseconds").logarithmic()
                .add("50 %", times(), values(Sample::p50)).add("99 %", times(), values(Sample::p99));
    }

    private Chart lag() {
        Chart chart = overTime("Behind: how long the oldest that waited had waited", "seconds");
        if (samples.stream().noneMatch(sample -> sample.ordersBehind() >= 0)) {
            return chart;
        }
        return chart.stacked().add("for an engine", times(), values(Sample::ordersBehindSeconds)).add(
                "for the database",
                times(), values(Sample::batchesBehindSeconds));
    }

    private Chart cpu() {
        Chart chart = overTime("CPU by process", "cores").stacked();
        if (samples.size() > 1) {
            for (String process : samples.getLast().cpuSeconds().keySet()) {
                chart.add(process, times(),
                        rates(sample -> sample.cpuSeconds().getOrDefault(process, Double.NaN), 1));
            }
        }
        return chart;
    }

    private Chart percentiles() {
        Chart chart = new Chart("Latency of the measured time", "percent of orders", "milliseconds").logarithmic()
                .ticks(List.of(at(0, "0"), at(50, "50"), at(90, "90"), at(99, "99"), at(99.9, "99.9"),
                        at(99.99, "99.99"), at(99.999, "99.999")));
        Window window = report.window();
        if (window != null) {
            addCurve(chart, "to the 202", window.toAccepted());
            Percentiles asSeen = window.asSeen();
            if (asSeen != null) {
                addCurve(chart, "to the 202, as its clients saw it", asSeen);
            }
            addCurve(chart, "to the result", window.toResult());
        }
        return chart;
    }

    private static void addCurve(Chart chart, String name, Percentiles percentiles) {
        List<Percentiles.Point> points = percentiles.curve().stream()
                .filter(point -> point.percentile() <= HIGHEST_PERCENTILE).toList();
        chart.add(name, points.stream().mapToDouble(point -> position(point.percentile())).toArray(),
                points.stream().mapToDouble(Percentiles.Point::millis).toArray());
    }

    private static Tick at(double percentile, String label) {
        return new Tick(position(percentile), label);
    }

    /** Each nine takes the same room. */
    private static double position(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    private Chart overTime(String title, String vertical) {
        List<Sample> measured = samples.stream().filter(sample -> !sample.phase().equals("warm-up")).toList();
        Chart chart = new Chart(title, "seconds since the start; measured: shaded", vertical);
        return measured.isEmpty() ? chart : chart.shaded(measured.getFirst().second(), measured.getLast().second());
    }

    private double[] times() {
        return samples.stream().skip(1).mapToDouble(Sample::second).toArray();
    }

    private double[] values(ToDoubleFunction<Sample> value) {
        return samples.stream().skip(1).mapToDouble(value).toArray();
    }

    /** What was added to a count in a unit of so many seconds. */
    private double[] rates(ToDoubleFunction<Sample> count, double unit) {
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i < samples.size(); i++) {
            Sample before = samples.get(i - 1);
            Sample now = samples.get(i);
            double added = count.applyAsDouble(now) - count.applyAsDouble(before);
            // A process that came or went has no growth there.
            rates.add(Double.isNaN(added) ? 0 : Math.max(0, added) * unit / (now.second() - before.second()));
        }
        return rates.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
