package trading.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import trading.client.CommandFailed;
import trading.client.Main;
import trading.client.stack.CpuTimes;
import trading.client.stack.ProcessSize;

class LoadReportTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder = Path.of("");

    @Test
    void comesBackFromItsFileAsItWas() throws IOException {
        LoadReport report = report(600_000, 12.5);
        Path file = folder.resolve("report.json");
        report.write(file);

        assertThat(LoadReport.read(file)).isEqualTo(report);
        assertThat(Files.readString(file)).contains("\"salesPerMinute\" : 600000.0");
    }

    @Test
    void anOlderFileStaysWholeForWhoeverReadsIt() throws IOException {
        Path file = folder.resolve("report.json");
        LoadReport older = report(600_000, 12.5);
        older.write(file);
        Path opened = Files.createLink(folder.resolve("opened"), file);
        report(700_000, 9).write(file);

        assertThat(LoadReport.read(opened)).isEqualTo(older);
        assertThat(LoadReport.read(file)).isEqualTo(report(700_000, 9));
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void whatOldReportsDoNotSayIsUnknown() throws IOException {
        Path file = folder.resolve("report.json");
        report(600_000, 12.5).write(file);
        Files.writeString(file, Files.readString(file).replaceAll("\"(withoutPlace|changed)\"", "\"other\""));

        assertThat(Summary.figures(LoadReport.read(file)))
                .containsEntry("orders not sampled, since too many were waited for", "unknown")
                .containsEntry("processes that ended or began meanwhile", "unknown");
    }

    @Test
    void whatIsOfNothingIsNullAndNotRead() throws IOException {
        LoadReport report = ofNothing();
        Path file = folder.resolve("report.json");
        report.write(file);

        assertThat(Files.readString(file)).contains("\"salesPerOrder\" : null", "\"cpuMicrosPerOrder\" : null",
                "\"cpuMicrosPerSale\" : null", "\"clientMicrosPerOrder\" : null");
        assertThat(LoadReport.read(file)).isEqualTo(report);
        Files.writeString(file, Files.readString(file).replaceAll("(Per(Order|Sale)\") : null", "$1 : 0.0"));
        assertThat(LoadReport.read(file)).as("as it was written before").isEqualTo(report);
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        assertThatThrownBy(() -> LoadReport.read(folder.resolve("none.json"))).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("no such file");
        Path file = Files.writeString(folder.resolve("other.json"), "{\"format\":7}");
        assertThatThrownBy(() -> LoadReport.read(file)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("format 7 (expected: 1)");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{");
        assertThatThrownBy(() -> LoadReport.read(broken)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("not a report");
    }

    @ParameterizedTest
    @ValueSource(strings = {"startedAt", "settings", "machine", "machine/cpu", "versions", "warmUp",
        "window/toAccepted", "window/toResult", "window/cpuSeconds", "window/networkBytes"})
    void aReportWithoutAPartIsNone(String part) throws IOException {
        Path file = folder.resolve("report.json");
        for (boolean isNull : List.of(true, false)) {
            report(600_000, 12.5).write(file);
            ObjectNode tree = (ObjectNode) JSON.readTree(file);
            int slash = part.indexOf('/');
            ObjectNode parent = slash < 0 ? tree : (ObjectNode) tree.path(part.substring(0, slash));
            parent.remove(part.substring(slash + 1));
            if (isNull) {
                parent.putNull(part.substring(slash + 1));
            }
            Files.writeString(file, tree.toString());
            StringWriter err = new StringWriter();

            assertThat(Main.commandLine().setErr(new PrintWriter(err)).execute("report", file.toString(), "--html",
                    folder.resolve("c.html").toString())).isEqualTo(2);
            assertThat(err.toString()).isEqualTo(file + ": not a report: no " + part
                    + " (expected: a report.json of ./pipeline load)" + System.lineSeparator());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"capacity.json", "capacity-epyc.json", "ten-minutes.json", "ten-minutes-epyc.json"})
    void publishedReportsAreReports(String published) {
        assertThat(LoadReport.read(Path.of("../../docs/benchmarks", published)).window()).isNotNull();
    }

    @Test
    void thePageHoldsPicturesAndFetchesNothing() throws IOException {
        StringWriter out = new StringWriter();
        ReportFolder.write(report(600_000, 12.5), folder.resolve("run"), new PrintWriter(out));

        String page = Files.readString(folder.resolve("run").resolve("report.html"));
        assertThat(page.split("<figure>", -1)).hasSize(7);
        assertThat(page).doesNotContain("http:", "https:", "src=", "NaN", "Infinity").contains("--rate 5/s &lt;b&gt;");
        assertThat(out.toString()).containsPattern("sales/min +600,000").containsPattern("engine-1 .* 321 +45\\R")
                .containsPattern("orders not sampled, since too many were waited for +7\\R")
                .containsPattern("processes that ended or began meanwhile +engine-2\\R")
                .containsPattern("orders in the fullest partition +5.2 % \\(of 48: 2.1 % if even\\)");
    }

    @Test
    void whatIsNotKnownIsNoZero() throws IOException {
        StringWriter out = new StringWriter();
        ReportFolder.write(ofNothing(), folder.resolve("run"), new PrintWriter(out));

        assertThat(folder.resolve("run").resolve("report.html")).content().contains("<b>-</b><span>CPU time an order",
                "<b>-</b><span>99 % of orders, to the 202", "<th>CPU</th><td>unknown<", "<th>memory</th><td>unknown<");
        assertThat(out.toString()).containsPattern("engine-1 +30.0 +0.50 +- +-\\R")
                .containsPattern("10 +20 +- +no: 5 orders not taken\\R");
    }

    @Test
    void twoLooksThatAreCloseMakeNoPeak() throws IOException {
        List<Sample> samples = samples(0.2, 0.01);
        samples.add(11, sample(10.001, 101_000, 91_000, 0.3));
        ReportFolder.write(report(600_000, 12.5, samples), folder.resolve("run"), new PrintWriter(new StringWriter()));

        assertThat(folder.resolve("run").resolve("report.html")).content().contains(">500,000<")
                .doesNotContain("00,000,000<");
    }

    @Test
    void runsAreComparedByFigureAndByWhatDiffers() throws IOException {
        for (String name : List.of("one", "two")) {
            Files.createDirectories(folder.resolve(name));
        }
        report(600_000, 12.5).write(folder.resolve("one").resolve("report.json"));
        report(66_000, 80).write(folder.resolve("two").resolve("report.json"));
        StringWriter out = new StringWriter();
        int status = Main.commandLine().setOut(new PrintWriter(out)).execute("report", folder.resolve("one").toString(),
                folder.resolve("two").resolve("report.json").toString(), "--html", folder.resolve("c.html").toString());

        assertThat(status).isZero();
        assertThat(out.toString()).containsPattern("figure +one +two").containsPattern("sales/min +600,000 +66,000")
                .containsPattern("a random read of 64 MB, before the run +12.5 ns +80.0 ns").doesNotContain("xorshift");
        assertThat(folder.resolve("c.html")).content().contains("600,000", "66,000");
    }

    @Test
    void fallingBehindIsMoreThanHalfASecondOfGrowth() {
        assertThat(Lag.of(samples(0.2, 0.01)).behind()).isFalse();
        Lag lag = Lag.of(samples(0.2, 0.1));
        assertThat(lag.behind()).isTrue();
        assertThat(lag.last() - lag.first()).isGreaterThan(0.5);
        assertThat(lag.slowest()).as("of all samples that know it").isEqualTo(2 * (0.2 + 0.1 * 39));
    }

    static LoadReport report(long sales, double memoryNanos) {
        return report(sales, memoryNanos, samples(0.2, 0.01));
    }

    /** Of a run in which nothing was accepted, and of a machine that says little of itself. */
    static LoadReport ofNothing() {
        Window window = new Window(60, 0, 5, 0, 0, 0, 0, Percentiles.NONE, null, Percentiles.NONE, 0, 0L, null,
                Map.of("engine-1", 30.0, CpuTimes.THIS_CLIENT, 20.0), Map.of("loopback", 5L),
                Map.of(CpuTimes.THIS_CLIENT, new ProcessSize(200, 20)), null, List.of());
        return new LoadReport(LoadReport.FORMAT, "2026-01-01T00:00:00Z", "./pipeline load", "abc", false, Map.of(),
                new Machine(2, "", 0, "Linux", "VM", 12, 1.5), Map.of(), new LoadReport.WarmUp(10, 0, false), "counted",
                window, new LoadReport.Capacity(0,
                        List.of(new LoadReport.Trial(10, 20, false, "5 orders not taken", 0))),
                List.of());
    }

    private static LoadReport report(long sales, double memoryNanos, List<Sample> samples) {
        Histogram micros = new Histogram(3);
        for (int i = 1; i <= 1_000; i++) {
            micros.recordValue(i * 100L);
        }
        Percentiles percentiles = Percentiles.of(micros);
        Window window = new Window(60, 700_000, 1, 2, 0, 3, sales, percentiles, null, percentiles, 0,
                7L,
                new Lag(0.1, 0.2, false, 1.5), Map.of("engine-1", 30.0, CpuTimes.THIS_CLIENT, 20.0),
                Map.of("loopback", 5L),
                Map.of("engine-1", new ProcessSize(321, 45)), new Spread(0.052, 48, 0.6, 2), List.of("engine-2"));
        return new LoadReport(LoadReport.FORMAT, "2026-01-01T00:00:00Z", "./pipeline load --rate 5/s <b>", "abc", false,
                Map.of("load", "open"), new Machine(2, "some", 4, "Linux", "VM", memoryNanos, 1.5),
                Map.of("database", "MariaDB"), new LoadReport.WarmUp(10, 5, true), "counted", window, null,
                samples);
    }

    private static List<Sample> samples(double behind, double growth) {
        List<Sample> samples = new ArrayList<>();
        for (int second = 0; second < 40; second++) {
            samples.add(sample(second, second * 10_000L, second * 9_000L, behind + growth * second));
        }
        return samples;
    }

    private static Sample sample(double second, long accepted, long sales, double behind) {
        return new Sample(second, second < 10 ? "warm-up" : "measured", accepted, second > 20 ? 1 : 0, 0, 0, sales, 500,
                20, behind, 0, 3, 9, Map.of("engine-1", second * 0.5, CpuTimes.THIS_CLIENT, second * 0.3),
                Map.of("loopback", (long) (7 * second)), second == 0 ? null : 2 * behind);
    }
}
