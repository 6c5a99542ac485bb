package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.client.Main;
import trading.client.stack.Stack;

class AuditCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --from middle       | --from: middle (expected: beginning, oldest-checkpoint or newest-checkpoint)
            --wait 60           | --wait: 60 (expected: a time such as 60ms, 30s or 5m)
            --parallel x        | --parallel: x (expected: a whole number from 1)
            --parallel 0        | --parallel: 0 (expected: a whole number from 1)
            --findings=-1       | --findings: -1 (expected: a whole number from 0)
            --accepted none.txt | --accepted: none.txt (expected: a file that can be read, an order's id on each line)
            --json pom.xml/x.json | --json: pom.xml/x.json (expected: a file that can be written)
            --json src          | --json: src (expected: a file that can be written)
            """)
    void namesWhatIsWrongAndWhatIsExpected(String options, String message) {
        StringWriter err = new StringWriter();
        int status = Main.commandLine().setErr(new PrintWriter(err, true))
                .execute(("audit --stack none.json " + options).split(" +", -1));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).startsWith(message + System.lineSeparator());
    }

    @Test
    void makesTheFolderOfItsReport(@TempDir Path folder) {
        Main.commandLine().setErr(new PrintWriter(new StringWriter())).execute("audit", "--stack", "none.json",
                "--json",
                folder.resolve("new/audit.json").toString());

        assertThat(folder.resolve("new")).isEmptyDirectory();
    }

    @Test
    void anEarlierReportDoesNotOutliveAnAuditThatFails(@TempDir Path folder) throws IOException {
        Path json = Files.writeString(folder.resolve("audit.json"), "{\"verdict\":\"clean\"}");
        int status = Main.commandLine().setErr(new PrintWriter(new StringWriter())).execute("audit", "--stack",
                "none.json", "--json", json.toString());

        assertThat(status).isEqualTo(AuditReport.NOT_JUDGED);
        assertThat(json).doesNotExist();
    }

    @Test
    void whatALinkLeadsToStays(@TempDir Path folder) throws IOException {
        Path kept = Files.writeString(folder.resolve("kept"), "kept");
        Path link = Files.createSymbolicLink(folder.resolve("link"), kept);
        Main.commandLine().setErr(new PrintWriter(new StringWriter())).execute("audit", "--stack", "none.json",
                "--json", link.toString());

        assertThat(link).isSymbolicLink().hasContent("kept");
    }

    @Test
    void theReportSaysWhenAndWhatWasAudited() {
        Stack stack = new Stack("http://localhost:9000", "localhost:9002",
                new Stack.Database("MySQL", "8", "jdbc:mysql://localhost:9003/trading?password=secret", "trader",
                        "secret"),
                null);
        AuditReport report = new AuditReport(List.of(), 0, 0, Duration.ofSeconds(1));

        Map<String, Object> json = AuditCommand.json(report, stack, "2026-01-01T00:00:00Z");

        assertThat(json).containsEntry("format", 1).containsEntry("startedAt", "2026-01-01T00:00:00Z")
                .containsEntry("verdict", "clean").containsEntry("stack", Map.of("gateway", "http://localhost:9000",
                        "kafka", "localhost:9002", "database", "jdbc:mysql://localhost:9003/trading"));
        assertThat(json.toString()).doesNotContain("secret");
    }
}
