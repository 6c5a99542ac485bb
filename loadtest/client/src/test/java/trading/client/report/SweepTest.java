package trading.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void eachRunIsInItsRowAndColumn() throws IOException {
        StringWriter out = new StringWriter();
        Path html = folder.resolve("sweep.html");
        new Sweep(List.of(new Sweep.Cell("1 engine", "20 clients", LoadReportTest.report(600_000, 12)),
                new Sweep.Cell("1 engine", "80 clients", LoadReportTest.report(66_000, 12)),
                new Sweep.Cell("2 engines", "80 clients", LoadReportTest.report(700_000, 12))))
                .write(html, new PrintWriter(out));

        assertThat(out.toString()).containsPattern(" +20 clients +80 clients\\R1 engine +600,000 +66,000\\R"
                + "2 engines +- +700,000\\R").containsPattern("2 engines +- +60.0 %\\R").contains("page: ");
        assertThat(Files.readString(html)).contains("<td>600,000</td>").doesNotContain("http:", "https:", "src=", "NaN",
                "Infinity");
    }

    @Test
    void whatIsOfNothingIsADash() {
        Map<String, List<List<String>>> tables = new Sweep(
                List.of(new Sweep.Cell("1 engine", "20 clients", LoadReportTest.ofNothing()))).tables();

        assertThat(List.of("99 % to the 202, ms", "99 % to the result, ms", "CPU µs/order, without the client",
                "CPU µs/order of the client"))
                .allSatisfy(figure -> assertThat(tables.get(figure)).contains(List.of("1 engine", "-")));
    }
}
