package trading.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.client.CommandFailed;

class SystemComparisonTest {

    private static final SystemComparison COMPARISON = new SystemComparison("./pipeline compare <b>",
            List.of("Left out: node."), List.of("All processors."),
            List.of(new SystemComparison.Measured("pipeline", 2, 80,
                    List.of(LoadReportTest.report(600_000, 12), LoadReportTest.report(500_000, 14),
                            LoadReportTest.report(700_000, 13)),
                    new Survival(12_345, 0, 7.5)),
                    new SystemComparison.Measured("pekko", 4, 40, List.of(LoadReportTest.report(50_000, 12)), null)),
            null);

    private static final SystemComparison OF_NOTHING = new SystemComparison("./pipeline compare", List.of(), List.of(),
            List.of(new SystemComparison.Measured("pipeline", 1, 80, List.of(LoadReportTest.ofNothing()), null)), null);

    @TempDir
    Path folder = Path.of("");

    @Test
    void aRowForEachSystemWithTheMedianAndTheSpread() {
        assertThat(COMPARISON.table().get(1))
                .startsWith("pipeline", "2", "80", "600,000 (500,000–700,000)", "0 of 12,345")
                .endsWith("13.0").contains("45 (45–45)", "321 (321–321)");
        assertThat(COMPARISON.table().get(2)).startsWith("pekko", "4", "40", "50,000", "not tried");
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetween() {
        assertThat(ComparedFigure.median(new double[]{1, 2, 4, 9})).hasValue(3);
        assertThat(ComparedFigure.median(new double[0])).isEmpty();
    }

    @Test
    void isWrittenAsTextPageAndJson() throws IOException {
        StringWriter out = new StringWriter();
        COMPARISON.write(folder, new PrintWriter(out));

        assertThat(out.toString()).contains("Left out: node.", "600,000 (500,000–700,000)");
        assertThat(Files.readString(folder.resolve("compare.html"))).contains("compare &lt;b&gt;", "<rect")
                .doesNotContain("http:", "https:", "src=", "NaN", "Infinity");
        JsonNode json = JsonMapper.builder().build().readTree(Files.readString(folder.resolve("compare.json")));
        assertThat(json.at("/systems/0/sales~1min/median").asDouble()).isEqualTo(600_000);
        assertThat(json.at("/systems/0/survival/lost").asInt(-1)).isZero();
        assertThat(json.at("/systems/1/survival").asString()).isEqualTo("not tried");
        assertThat(json.has("repeated")).isFalse();
    }

    @Test
    void isHeldAgainstAnEarlierOne() throws IOException {
        COMPARISON.write(folder, new PrintWriter(new StringWriter()));
        ComparedFigures earlier = ComparedFigures.read(folder.resolve("compare.json"));
        StringWriter out = new StringWriter();
        new SystemComparison("./pipeline compare", List.of(), COMPARISON.conditions(),
                List.of(COMPARISON.systems().getFirst()), earlier)
                .write(folder, new PrintWriter(out));

        assertThat(out.toString())
                .containsPattern("pipeline +sales/min +600,000, 500,000, 700,000 .* 1.00 \\(0.68–1.46\\)")
                .contains("with other settings: pekko.");
        assertThat(folder.resolve("compare.html")).content().contains("1.00 (0.68–1.46)");
        JsonNode json = JsonMapper.builder().build().readTree(Files.readString(folder.resolve("compare.json")));
        assertThat(json.at("/repeated/0/times/times").asDouble()).isEqualTo(1);
    }

    @Test
    void whatIsOfNothingIsADash() {
        assertThat(OF_NOTHING.table().get(1)).containsExactly("pipeline", "1", "80", "0~", "not tried", "0", "-", "-",
                "-", "-", "-", "-", "12.0");
    }

    @Test
    void aDatabaseThatIsElsewhereHasNoShare() {
        assertThat(COMPARISON.table().get(1)).element(COMPARISON.table().getFirst().indexOf("of it database"))
                .isEqualTo("-");
    }

    @Test
    void whatIsOfNothingIsNullAndRepeatsNothing() throws IOException {
        OF_NOTHING.write(folder, new PrintWriter(new StringWriter()));
        JsonNode json = JsonMapper.builder().build().readTree(Files.readString(folder.resolve("compare.json")));
        assertThat(json.at("/systems/0/CPU µs~1order/median").isNull()).isTrue();
        assertThat(json.at("/systems/0/CPU µs~1order/rounds/0").isNull()).isTrue();
        StringWriter out = new StringWriter();
        new SystemComparison("./pipeline compare", List.of(), List.of(), OF_NOTHING.systems(),
                ComparedFigures.read(folder.resolve("compare.json"))).write(folder, new PrintWriter(out));

        assertThat(out.toString()).containsPattern("pipeline +CPU µs/order +- +- +- +-\\R");
    }

    @Test
    void otherConditionsAreNotTheSame() throws IOException {
        COMPARISON.write(folder, new PrintWriter(new StringWriter()));
        ComparedFigures earlier = ComparedFigures.read(folder.resolve("compare.json"));
        StringWriter out = new StringWriter();
        new SystemComparison("./pipeline compare", List.of(), List.of("Half a processor."), COMPARISON.systems(),
                earlier).write(folder, new PrintWriter(out));

        assertThat(out.toString()).contains("with other settings: pekko, pipeline.");
    }

    @Test
    void otherFilesAreNoComparison() throws IOException {
        Path file = Files.writeString(folder.resolve("other.json"), "{}");
        assertThatThrownBy(() -> ComparedFigures.read(file)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("no systems (expected: a compare.json of ./pipeline compare)");
        assertThatThrownBy(() -> ComparedFigures.read(folder)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("no such file");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> ComparedFigures.read(file)).isInstanceOf(CommandFailed.class)
                .hasMessageContaining("not a comparison");
    }
}
