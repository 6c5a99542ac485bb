package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import trading.client.audit.Findings.Kind;
import trading.wire.Topics;
import trading.wire.proto.Batch;

/** With room for three results, and five by which repeats are known at once. */
class ResultsCheckTest {

    private static final int PARTITION = 7;

    private final MemoryLogs logs = new MemoryLogs();
    private final Findings findings = new Findings(100);
    private final Counts counts = new Counts();

    @Test
    void allMayBePublishedAgainAtTheEnd() {
        sales(1, 30);
        results(1, 30);
        results(1, 30);

        check();

        assertThat(findings.first()).isEmpty();
        assertThat(counts.get(Count.RESULTS)).isEqualTo(30);
        assertThat(counts.get(Count.REPEATED_RESULTS)).isEqualTo(30);
    }

    @Test
    void allMayBePublishedAgainBeforeOthersCome() {
        sales(1, 30);
        results(1, 20);
        results(1, 20);
        results(21, 30);

        check();

        assertThat(findings.first()).isEmpty();
        assertThat(counts.get(Count.RESULTS)).isEqualTo(30);
        assertThat(counts.get(Count.REPEATED_RESULTS)).isEqualTo(20);
    }

    @Test
    void whatSalesDoNotHaveAndWhatIsMissingIsNamed() {
        sales(1, 30);
        results(1, 10);
        results(101, 102);
        results(12, 30);

        check();

        assertThat(findings.first()).extracting(Findings.Finding::where).filteredOn(where -> where.contains("offset"))
                .hasSize(2);
        assertThat(findings.first()).extracting(Findings.Finding::toString)
                .anyMatch(finding -> finding.contains("results, batch 11 ") && finding.contains("missing"));
    }

    private void check() {
        List<ConsumerRecord<byte[], byte[]>> sales = logs.records(Topics.SALES, PARTITION);
        ResultsCheck check = new ResultsCheck(read(Topics.RESULTS), 0, () -> read(Topics.SALES),
                findings.in(PARTITION, Kind.RESULT), counts, 3, 5);
        sales.forEach(record -> check.published(record, true));
        check.end();
    }

    private Log read(String topic) {
        return logs.read(topic, PARTITION, 0, Long.MAX_VALUE);
    }

    private void sales(int first, int last) {
        append(Topics.SALES, first, last);
    }

    private void results(int first, int last) {
        append(Topics.RESULTS, first, last);
    }

    private void append(String topic, int first, int last) {
        IntStream.rangeClosed(first, last).forEach(number -> logs.append(topic, PARTITION, number,
                Batch.newBuilder().setNumber(number).setRulesVersion(1).setFirstOffset(number).setLastOffset(number)
                        .setNow(number).setPart(1).setParts(1).build().toByteArray()));
    }
}
