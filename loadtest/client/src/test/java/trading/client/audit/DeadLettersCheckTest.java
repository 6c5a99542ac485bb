package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trading.client.audit.DeadLettersCheck.Unjudged;
import trading.client.audit.Findings.Kind;
import trading.wire.Topics;

/** With room for two letters whose records have not come. */
class DeadLettersCheckTest {

    private static final int PARTITION = 7;
    private static final int MAX_STRAYS = 2;

    private final MemoryLogs logs = new MemoryLogs();
    private final Findings findings = new Findings(100);
    private final Counts counts = new Counts();

    @Test
    void lettersThatComeEarlyAreRemembered() {
        assertThat(check(letters(3, 2, 1), records(1, 2, 3))).isEqualTo(new Unjudged(0, 0));
        assertThat(findings.first()).isEmpty();
        assertThat(counts.get(Count.DEAD_LETTERS)).isEqualTo(3);
    }

    @Test
    void lettersOfOneRecordTakeOnePlace() {
        assertThat(check(letters(9, 9, 9, 9, 1, 2), records(1, 2, 9))).isEqualTo(new Unjudged(0, 0));
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void whoseLetterMayBeForgottenIsNotJudged() {
        assertThat(check(letters(7, 8, 9, 1), records(1, 2, 3, 9))).isEqualTo(new Unjudged(0, 2));
        assertThat(findings.first()).as("came when all were remembered").singleElement().asString()
                .contains("unreadable record at offset 2");
    }

    @Test
    void repeatsBeyondTheLimitHarmNobody() {
        assertThat(check(letters(7, 8, 9, 7, 1), records(1))).isEqualTo(new Unjudged(0, 0));
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void aLetterThatIsMissingIsFoundAsLongAsNoneIsForgotten() {
        assertThat(check(letters(1, 3), records(1, 2, 3))).isEqualTo(new Unjudged(0, 0));
        assertThat(findings.first()).singleElement().asString().contains("unreadable record at offset 2");
    }

    private static long[] letters(long... offsets) {
        return offsets;
    }

    private static long[] records(long... offsets) {
        return offsets;
    }

    private Unjudged check(long[] letters, long[] records) {
        for (long offset : letters) {
            logs.appendDeadLetter(Topics.ORDERS, PARTITION, offset, 0, bytes(offset));
        }
        try (Log log = logs.read(Topics.DEAD_LETTERS, PARTITION, 0, 1_000)) {
            DeadLettersCheck check = new DeadLettersCheck(log, true, MAX_STRAYS,
                    findings.in(PARTITION, Kind.DEAD_LETTER), counts);
            for (long offset : records) {
                check.unreadable(MemoryLogs.record(Topics.ORDERS, PARTITION, offset, 0, bytes(offset)), true);
            }
            return check.end();
        }
    }

    private static byte[] bytes(long offset) {
        return new byte[]{1, 2, (byte) offset};
    }
}
