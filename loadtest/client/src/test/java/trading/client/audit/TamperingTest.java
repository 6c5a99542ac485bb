package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever tampers with a log, a batch or a table is found out, and the order or the sale is named. */
class TamperingTest {

    private static final List<Tampering> KINDS = Tampering.KINDS;

    private final TradingDay day = TradingDay.of(new MemoryLogs(), new MemoryRows(), "apple");

    @ParameterizedTest
    @FieldSource("KINDS")
    void isFoundAndNamed(Tampering kind) throws InterruptedException {
        kind.tamper().accept(day);

        AuditReport report = day.audit(kind.accepted(day));

        assertThat(report.exitStatus()).as(() -> report.findings().first() + "").isEqualTo(AuditReport.FINDINGS);
        assertThat(report.findings().first()).extracting(Findings.Finding::toString)
                .anySatisfy(finding -> assertThat(finding).startsWith("partition " + day.partition + ", ")
                        .contains(kind.expected(day)));
    }

    @Test
    void theDocumentListsAllKinds() throws IOException {
        String table = KINDS.stream().map(kind -> "| " + kind.name() + " | `" + kind.expected() + "` |")
                .collect(Collectors.joining("\n"));

        assertThat(Files.readString(Path.of("../../docs/audit.md"))).contains(table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"promises.md", "testing.md"})
    void otherDocumentsSayHowManyThereAre(String document) throws IOException {
        assertThat(Files.readString(Path.of("../../docs").resolve(document)))
                .contains(KINDS.size() + " ways to tamper with logs");
    }
}
