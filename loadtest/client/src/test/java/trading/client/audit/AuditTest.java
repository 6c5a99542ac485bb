package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import trading.client.CommandFailed;
import trading.market.Side;
import trading.wire.DeadLetter;
import trading.wire.Topics;
import trading.wire.proto.CloseReason;

class AuditTest {

    private final MemoryLogs logs = new MemoryLogs();
    private final MemoryRows rows = new MemoryRows();
    private final TradingDay day = TradingDay.of(logs, rows, "apple");

    @Test
    void aDayIsClean() throws InterruptedException {
        AuditReport report = day.audit(day.orderId("S1"), day.orderId("X599"));

        assertClean(report);
        Counts counts = report.counts();
        assertThat(counts.get(Count.BATCHES)).isEqualTo(7);
        assertThat(counts.get(Count.ORDERS)).isEqualTo(611);
        assertThat(counts.get(Count.REPEATED)).isEqualTo(1);
        assertThat(counts.get(Count.CANCELS)).isEqualTo(1);
        assertThat(counts.get(Count.UNREADABLE)).isEqualTo(1);
        assertThat(counts.get(Count.DEAD_LETTERS)).isEqualTo(1);
        assertThat(counts.get(Count.SALES)).isEqualTo(6);
        assertThat(counts.get(Count.SALES_ROWS)).isEqualTo(6);
        assertThat(counts.get(Count.SALES_OF_ACCEPTED)).isEqualTo(2);
        assertThat(counts.get(Count.CANCELLED)).isEqualTo(1);
        assertThat(counts.get(Count.EXPIRED)).isEqualTo(3);
        assertThat(counts.get(Count.REJECTED)).isEqualTo(1);
        assertThat(counts.get(Count.CLOSED_ORDERS_ROWS)).isEqualTo(5);
        assertThat(counts.get(Count.RESULTS)).isEqualTo(8);
        assertThat(counts.get(Count.REPEATED_RESULTS)).isEqualTo(2);
        assertThat(counts.get(Count.CHECKPOINTS)).isEqualTo(1);
        assertThat(counts.get(Count.FILLED) + counts.get(Count.EXPIRED) + counts.get(Count.CANCELLED)
                + counts.get(Count.REJECTED) + counts.get(Count.OPEN))
                .isEqualTo(counts.get(Count.ORDERS) - counts.get(Count.REPEATED));
        assertThat(printed(report)).contains("1 partitions at the beginning", "quiet: everything was judged",
                "audit: clean");
    }

    @Test
    void aLogThatDoesNotSayByWhichBoundOrdersWereRejectedIsClean() throws InterruptedException {
        day.change(6, batch -> batch.setClosed(0, batch.getClosed(0).toBuilder().setReason(CloseReason.REJECTED)));
        day.changeClosedOrder("X600", row -> new ClosedOrdersRow(row.ORDER_ID(), row.SIDE(), row.PRODUCT_ID(),
                row.USER_ID(), row.QUANTITY(), row.REMAINING(), row.PRICE(), "REJECTED", row.CLOSED_AT()));

        AuditReport report = day.audit(day.orderId("S1"));

        assertClean(report);
        assertThat(report.counts().get(Count.REJECTED)).isEqualTo(1);
    }

    @Test
    void aDayWithEveryTimeInForceAndASelfTradeIsClean() throws InterruptedException {
        day.goOn();

        AuditReport report = day.audit(day.orderId("S6"));

        assertClean(report);
        assertThat(report.counts().get(Count.REJECTED)).isEqualTo(2);
        assertThat(report.counts().get(Count.SELF_TRADES)).isEqualTo(1);
        assertThat(report.counts().get(Count.UNFILLED)).isEqualTo(1);
        assertThat(report.counts().get(Count.OPEN)).isEqualTo(2);
    }

    @Test
    void aCheckpointTellsOfOrdersOfEveryTimeInForce() throws InterruptedException {
        day.goOn();
        day.checkpoint();
        day.place("B9", Side.BUY, "bob", 1, 0);
        day.trade(10);

        AuditReport report = day.audit(day.options(Start.From.NEWEST_CHECKPOINT));

        assertClean(report);
        assertThat(report.counts().get(Count.OPEN_AT_START)).isEqualTo(2);
    }

    @Test
    void whatIsNotPersistedYetNeedsNoRowsAndNoResults() throws InterruptedException {
        logs.persist(day.partition, logs.records(Topics.SALES, day.partition).getLast().offset());
        rows.remove("apple", 6);
        day.drop(Topics.RESULTS, 7, 1);

        AuditReport report = day.audit();

        assertThat(report.findings().first()).isEmpty();
        assertThat(report.unjudged()).singleElement().asString().contains("sales at offsets 14 to 14 are not");
        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
    }

    @Test
    void whatIsOnResultsIsInTheTableThoughNobodyCommittedIt() throws InterruptedException {
        logs.persist(day.partition, logs.records(Topics.SALES, day.partition).getLast().offset());
        rows.remove("apple", 6);

        assertThat(day.audit().findings().first()).singleElement().asString().contains("SALES, sale apple 6: no row");
    }

    @Test
    void whatIsDeletedWhileAnAuditBeginsIsNotJudged() throws InterruptedException {
        AtomicBoolean isDeleted = new AtomicBoolean();
        Audit audit = new Audit(logs, () -> {
            if (!isDeleted.getAndSet(true)) {
                logs.delete(Topics.ORDERS, day.partition, 8);
                logs.delete(Topics.SALES, day.partition, 4);
            }
            return rows;
        }, day.options(), day.clock());

        AuditReport report = audit.run();

        assertThat(report.findings().first()).isEmpty();
        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
    }

    @Test
    void clocksOfEnginesAndPersistersMayDiffer() throws InterruptedException {
        logs.stampLater(Topics.RESULTS, day.partition, Duration.ofMinutes(-30));
        logs.stampLater(Topics.DEAD_LETTERS, day.partition, Duration.ofHours(-1));

        assertClean(day.audit(day.options(Start.From.NEWEST_CHECKPOINT)));
    }

    @Test
    void whereDeadLettersWereDeletedALostOneIsNotJudged() throws InterruptedException {
        logs.append(Topics.SALES, day.partition, 0, new byte[]{7, 7, 7});
        logs.persist(day.partition, 1_000);
        logs.delete(Topics.DEAD_LETTERS, day.partition, 2);

        AuditReport report = day.audit();

        assertThat(report.findings().first()).isEmpty();
        assertThat(report.unjudged()).singleElement().asString()
                .contains("2 unreadable records have no dead letter, of which the first 2 have been deleted");
        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
    }

    @Test
    void whatIsNotTradedYetIsNoFinding() throws InterruptedException {
        day.drop(Topics.SALES, 7, 1);
        day.drop(Topics.RESULTS, 7, 1);
        rows.remove("apple", 5);
        rows.remove("apple", 6);

        AuditReport report = day.audit();

        assertThat(report.findings().first()).isEmpty();
        assertThat(report.unjudged()).singleElement().asString()
                .contains("orders at offsets 612 to 612 are in no batch, beginning with order " + day.orderId("B5"));
        assertThat(report.counts().get(Count.TOO_NEW_COMMANDS)).isEqualTo(1);
        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
    }

    @Test
    void poisonOnAnyTopicIsNoFinding() throws InterruptedException {
        byte[] poison = {7, 7, 7};
        logs.append(Topics.SALES, day.partition, 0, poison);
        logs.append(Topics.SALES, day.partition, 0, new byte[0]);
        logs.append(Topics.RESULTS, day.partition, 0, poison);
        logs.append(Topics.CHECKPOINTS, day.partition, 0, poison);
        logs.append(Topics.CHECKPOINTS, day.partition, 0, new byte[0]);
        logs.append(Topics.DEAD_LETTERS, day.partition, 0, new byte[]{9});
        logs.append(Topics.DEAD_LETTERS, day.partition, 0, new byte[0]);
        logs.appendDeadLetter(Topics.SALES, day.partition, 16, 0, poison);
        logs.appendDeadLetter(Topics.SALES, day.partition, 18, 0, new byte[0]);
        logs.persist(day.partition, 1_000);

        assertClean(day.audit());
    }

    @Test
    void aDeadLetterOfTheSameBytesElsewhereIsNoOther() throws InterruptedException {
        byte[] poison = {1, 2, 3};
        logs.append(Topics.SALES, day.partition, 0, poison);
        logs.persist(day.partition, 1_000);
        logs.appendDeadLetter(Topics.ORDERS, day.partition, 3, 0, poison);

        assertThat(day.audit().findings().first()).singleElement().asString()
                .contains("sales, unreadable record at offset 16, 3 bytes: not in the dead letters");
    }

    @Test
    void poisonOnSalesMustBeInTheDeadLetters() throws InterruptedException {
        logs.append(Topics.SALES, day.partition, 0, new byte[]{7, 7, 7});
        logs.persist(day.partition, 1_000);

        assertThat(day.audit().findings().first()).singleElement().asString()
                .contains("sales, unreadable record at offset 16, 3 bytes: not in the dead letters");
    }

    @Test
    void poisonThatIsTooLargeIsInTheDeadLettersWithItsBeginning() throws InterruptedException {
        byte[] poison = new byte[3 * 1024 * 1024];
        Arrays.fill(poison, (byte) 7);
        logs.append(Topics.SALES, day.partition, 0, poison);
        logs.appendDeadLetter(Topics.SALES, day.partition, 16, 0, poison);
        assertThat(logs.records(Topics.DEAD_LETTERS, day.partition).getLast().value())
                .hasSize(DeadLetter.CUT_VALUE_BYTES);
        logs.persist(day.partition, 1_000);

        assertClean(day.audit());
    }

    @Test
    void aDeadLetterMayComeAfterTheEndOfItsTopicWasTakenDown() throws InterruptedException {
        logs.records(Topics.DEAD_LETTERS, day.partition).clear();
        logs.persist(day.partition, 1);

        assertThat(day.audit().findings().first()).isEmpty();
    }

    @Test
    void acceptedOrdersThatMayHaveBeenDeletedAreNotJudged() throws InterruptedException {
        logs.delete(Topics.ORDERS, day.partition, 8);

        AuditReport report = day.audit(day.orderId("B1"), day.orderId("S3"));

        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
        assertThat(report.unjudged()).singleElement().asString()
                .contains("1 accepted orders, such as " + day.orderId("B1"));
    }

    @Test
    void aRepeatMayComeLateAndOutOfOrder() throws InterruptedException {
        byte[] first = logs.records(Topics.RESULTS, day.partition).getFirst().value();
        byte[] fifth = logs.records(Topics.RESULTS, day.partition).get(4).value();
        logs.replace(Topics.RESULTS, day.partition, 0, bytes -> fifth);
        logs.replace(Topics.RESULTS, day.partition, 4, bytes -> first);

        assertClean(day.audit());
    }

    @Test
    void beginsAtACheckpointWhereTheBeginningIsGone() throws InterruptedException {
        logs.delete(Topics.ORDERS, day.partition, 8);
        logs.delete(Topics.SALES, day.partition, 4);
        logs.delete(Topics.RESULTS, day.partition, 2);

        AuditReport report = day.audit();

        assertClean(report);
        assertThat(report.counts().get(Count.SALES_ROWS_COUNTED)).isEqualTo(4);
        assertThat(report.counts().get(Count.SALES_ROWS)).isEqualTo(2);
        assertThat(report.counts().get(Count.OPEN_AT_START)).isEqualTo(1);
        assertThat(printed(report)).contains("checkpoint after batch 3");
    }

    @Test
    void whatWasDeletedBeforeAnEngineReadItIsFoundThoughTheAuditBeginsBehindIt() throws InterruptedException {
        day.change(Topics.SALES, 3, batch -> batch.setMissed(2));
        logs.delete(Topics.ORDERS, day.partition, 8);

        assertThat(day.audit().findings().first()).singleElement().asString().contains(
                "batch 3 (orders 6 to 8), missed: 2 (expected: 0: every order and cancel that was accepted is traded)");
        assertClean(day.audit(day.options(Start.From.NEWEST_CHECKPOINT)));
    }

    @Test
    void aMissingRowBeforeTheCheckpointIsNamed() throws InterruptedException {
        rows.remove("apple", 3);

        AuditReport report = day.audit(day.options(Start.From.NEWEST_CHECKPOINT));

        assertThat(report.findings().first()).singleElement().asString()
                .contains("SALES, sale apple 3: no row; 3 rows up to trade id 4 (expected: 4 rows)");
    }

    @Test
    void whatAWrongCheckpointSaysComesOutDifferently() throws InterruptedException {
        day.changeCheckpoint(checkpoint -> checkpoint.setOpen(0, checkpoint.getOpen(0).toBuilder().setRemaining(6)));

        AuditReport report = day.audit(day.options(Start.From.OLDEST_CHECKPOINT));

        assertThat(report.findings().first()).isNotEmpty().allSatisfy(
                finding -> assertThat(finding.where()).contains("order " + day.orderId("B3")));
    }

    @Test
    void saysWhatRetentionHasRemoved() throws InterruptedException {
        logs.delete(Topics.ORDERS, day.partition, 10);
        logs.delete(Topics.SALES, day.partition, 4);

        AuditReport report = day.audit();

        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
        assertThat(report.unjudged()).singleElement().asString().startsWith("partition " + day.partition
                + ": the first offsets are 10 of orders, 4 of sales, 0 of results, and of 1 checkpoints there is none");
    }

    @Test
    void doesNotBeginAtTheBeginningWhenThatIsGone() throws InterruptedException {
        logs.delete(Topics.ORDERS, day.partition, 1);

        AuditReport report = day.audit(day.options(Start.From.BEGINNING));

        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
        assertThat(report.unjudged()).singleElement().asString().contains("(expected: 0, nothing deleted)");
    }

    /** An engine that runs closes what is too old, whether something comes or not; its clock may be another one. */
    @Test
    void ordersThatNobodyClosesWhenTheirTimeIsOverAreNotJudged() throws InterruptedException {
        // 60 s for the orders, 10 min for the clocks; the day has gone on for 20 ms since they came.
        day.pass(Duration.ofMinutes(11).minusMillis(20));
        assertClean(day.audit());

        day.pass(Duration.ofMillis(1));

        AuditReport report = day.audit();
        assertThat(report.findings().first()).isEmpty();
        assertThat(report.unjudged()).singleElement().asString()
                .contains("598 orders, such as ", " are open 10 min after their time");
        assertThat(report.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
    }

    @Test
    void aCheckpointWhoseBeginningRetentionHasDeletedIsPassedOver() throws InterruptedException {
        day.changeCheckpoint(checkpoint -> checkpoint.setPart(2));
        byte[] end = logs.records(Topics.CHECKPOINTS, day.partition).getFirst().value();
        assertThat(day.audit().findings().first()).singleElement().asString()
                .contains("checkpoint after batch 3: 1 parts, without the first");

        logs.delete(Topics.CHECKPOINTS, day.partition, 2);
        logs.append(Topics.CHECKPOINTS, day.partition, 0, end);
        assertClean(day.audit());
    }

    @Test
    void whatCannotBeReadInOnePartitionLeavesTheFindingsOfOthers() throws InterruptedException {
        TradingDay other = TradingDay.of(logs, rows, "pear");
        rows.remove("pear", 1);

        AuditReport report = new Audit(new LogsWithoutResults(logs, day.partition), () -> rows,
                new Audit.Options(Set.of(day.partition, other.partition),
                        product -> true, null, Duration.ZERO, 1, 10, Set.of()),
                day.clock()).run();

        assertThat(report.findings().first()).singleElement().asString()
                .startsWith("partition " + other.partition + ", SALES, sale pear 1: no row");
        assertThat(report.unjudged()).singleElement().asString()
                .isEqualTo("partition " + day.partition + ": the results are away");
    }

    @Test
    void partitionsAreAuditedSideBySide() throws InterruptedException {
        TradingDay other = TradingDay.of(logs, rows, "pear");
        assertThat(other.partition).isNotEqualTo(day.partition);
        rows.remove("pear", 1);

        AuditReport report = new Audit(logs, () -> rows, new Audit.Options(Audit.Options.ALL, product -> true, null,
                Duration.ZERO, 2, 10, Set.of()), day.clock()).run();

        assertThat(report.counts().get(Count.SALES)).isEqualTo(12);
        assertThat(report.findings().first()).singleElement().asString()
                .startsWith("partition " + other.partition + ", SALES, sale pear 1: no row");
    }

    @Test
    void aDatabaseThatIsAwayIsNamedAndNotItsException() {
        AtomicBoolean isPlanned = new AtomicBoolean();
        Audit audit = new Audit(logs, () -> {
            if (isPlanned.getAndSet(true)) {
                throw new CommandFailed("database: gone");
            }
            return rows;
        }, day.options(), day.clock());

        assertThatThrownBy(audit::run).isInstanceOf(CommandFailed.class).hasMessage("database: gone");
    }

    @Test
    void aBugIsNoJudgement() {
        AtomicBoolean isPlanned = new AtomicBoolean();
        Audit audit = new Audit(logs, () -> {
            if (isPlanned.getAndSet(true)) {
                throw new IllegalArgumentException("a bug");
            }
            return rows;
        }, day.options(), day.clock());

        assertThatThrownBy(audit::run).isInstanceOf(IllegalStateException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsAsManyFindingsAsItIsToldAndCountsAll() throws InterruptedException {
        rows.sales.remove("apple");

        AuditReport report = new Audit(logs, () -> rows, new Audit.Options(Set.of(day.partition),
                product -> true, null, Duration.ZERO, 1, 2, Set.of()), day.clock()).run();

        assertThat(report.findings().count()).isEqualTo(6);
        assertThat(report.findings().first()).hasSize(2);
        assertThat(printed(report)).contains("... and 4 findings more", "audit: 6 findings {SALES_ROW=6}");
    }

    @Test
    void anOrderWhoseIdIsForgottenMayCloseAgain() throws InterruptedException {
        day.trade(TradingDay.WINDOW + 1_000);
        day.place("B2", Side.BUY, "ben", 7, 11_000);
        day.trade(10);
        day.cancel("B2", "ben");
        day.trade(10);

        AuditReport report = day.audit();

        assertClean(report);
        assertThat(report.counts().get(Count.REPEATED)).isEqualTo(1);
        assertThat(report.counts().get(Count.CANCELLED)).isEqualTo(2);
    }

    @Test
    void anOrderOfAnyKindMayBeRepeatedWithinItsBatch() throws InterruptedException {
        day.place("R1", Side.SELL, "sue", 5, 30_000);
        day.place("R1", Side.SELL, "sue", 6, 30_000);
        day.trade(10);

        AuditReport report = day.audit();

        assertClean(report);
        assertThat(report.counts().get(Count.REPEATED)).isEqualTo(2);
    }

    private static void assertClean(AuditReport report) {
        assertThat(report.findings().first()).isEmpty();
        assertThat(report.unjudged()).isEmpty();
        assertThat(report.exitStatus()).isEqualTo(AuditReport.CLEAN);
    }

    private static String printed(AuditReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text.toString();
    }

    /** The results of one partition cannot be read. */
    private record LogsWithoutResults(Logs logs, int partition) implements Logs {

        @Override
        public Log read(String topic, int from, long first, long end) {
            if (topic.equals(Topics.RESULTS) && from == partition) {
                throw new CommandFailed("the results are away");
            }
            return logs.read(topic, from, first, end);
        }

        @Override
        public long offsetAt(String topic, int of, long timestampMillis, long otherwise) {
            return logs.offsetAt(topic, of, timestampMillis, otherwise);
        }

        @Override
        public Map<Integer, Bounds.Range> ranges(String topic) {
            return logs.ranges(topic);
        }

        @Override
        public Map<Integer, Long> committed(String group, String topic) {
            return logs.committed(group, topic);
        }
    }
}
