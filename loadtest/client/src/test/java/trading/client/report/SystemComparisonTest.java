package trading.client.report;

import static org.assertj.core.api.Assertions.assertThat;

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

class SystemComparisonTest {

    private static final SystemComparison COMPARISON = new SystemComparison("./pipeline compare <b>",
            List.of("Left out: node."),
            List.of(new SystemComparison.Measured("pipeline", 2, 80,
                    List.of(LoadReportTest.report(600_000, 12), LoadReportTest.report(500_000, 14),
                            LoadReportTest.report(700_000, 13)),
                    new Survival(12_345, 0, 7.5)),
                    new SystemComparison.Measured("pekko", 4, 40, List.of(LoadReportTest.report(50_000, 12)), null)));

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
        assertThat(SystemComparison.median(new double[]{1, 2, 4, 9})).isEqualTo(3);
        assertThat(SystemComparison.median(new double[0])).isZero();
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
    }
}
