package trading.client.audit;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.client.audit.Findings.Kind;
import trading.client.audit.Rows.TradeIds;
import trading.market.CancelOrder;
import trading.market.Command;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.wire.Topics;
import trading.wire.proto.Checkpoint;

/**
 * The audit of one partition: every batch is traded again, and held against the log, the rules, the books, the rows, the
 * results and the checkpoints, in one pass that remembers open orders and the window of ids. For one thread.
 */
final class PartitionAudit {

    /** Untraded orders that are looked at together. */
    private static final int UNTRADED_CHUNK = 1_000;

    /** By how much the clocks of brokers and engines may differ. */
    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofMinutes(10);

    private final int partition;
    private final Logs logs;
    private final Bounds bounds;
    private final Start start;
    private final Tables tables;
    private final Set<UUID> accepted;
    private final Set<UUID> notFound;
    private final long startMillis;
    private final Findings findings;
    private final Counts counts = new Counts();
    private final Ledger ledger;
    private final Retrade retrade;
    private final BatchSequence sequence;
    private final SalesRowsCheck salesRows;
    private final ClosedOrdersCheck closedOrders;
    private @Nullable String firstUntraded;

    /** Records of the sales topic that are on results though they are not committed: their rows must be there. */
    private final Set<Long> told = new HashSet<>();

    /** Whether the batch that is being read was persisted before the ends of results and dead letters were taken down. */
    private boolean isInPersistedBatch;

    /**
     * The tables, and what of this partition was in them when the audit began.
     *
     * @param products of SALES
     * @param closedOrders how many rows of CLOSED_ORDERS each product had
     */
    record Tables(Rows rows, Map<String, TradeIds> products, Map<String, Long> closedOrders) {}

    /**
     * @param accepted ids of orders of this partition that must be in the log
     * @param startMillis when the audit began
     * @param keptFindings how many findings are kept word for word
     */
    PartitionAudit(int partition, Logs logs, Bounds bounds, Start start, Tables tables, Set<UUID> accepted,
            long startMillis, int keptFindings) {
        this.partition = partition;
        this.logs = logs;
        this.bounds = bounds;
        this.start = start;
        this.tables = tables;
        this.accepted = accepted;
        this.notFound = new HashSet<>(accepted);
        this.startMillis = startMillis;
        this.findings = new Findings(keptFindings);
        this.ledger = new Ledger(place(Kind.INVARIANT), counts);
        this.retrade = new Retrade(place(Kind.RULES));
        this.sequence = new BatchSequence(start.position(), place(Kind.BATCH));
        this.salesRows = new SalesRowsCheck(tables.rows(), place(Kind.SALES_ROW), counts);
        this.closedOrders = new ClosedOrdersCheck(tables.rows(), start.closedBeforeMillis(),
                place(Kind.CLOSED_ORDERS_ROW), counts);
    }

    Findings findings() {
        return findings;
    }

    Counts counts() {
        return counts;
    }

    /** The first command that is in no batch yet, {@code null} if all are. */
    @Nullable
    String firstUntraded() {
        return firstUntraded;
    }

    /**
     * Audits.
     *
     * @throws CannotJudge if records that are needed have been deleted
     */
    void run() {
        DeadLettersCheck.Unjudged letterless;
        restore();
        readBeforeStart();
        if (start.looksBack()) {
            lookBack();
        }
        try (Log orders = logs.read(Topics.ORDERS, partition, ordersFrom(), bounds.orders().end());
                Log sales = salesFromStart();
                Log results = resultsFromStart();
                Log letters = logs.read(Topics.DEAD_LETTERS, partition, bounds.deadLetters().beginning(),
                        bounds.deadLetters().end());
                Log checkpoints = logs.read(Topics.CHECKPOINTS, partition, bounds.checkpoints().beginning(),
                        bounds.checkpoints().end())) {
            DeadLettersCheck deadLetters = new DeadLettersCheck(letters, bounds.deadLetters().beginning() == 0,
                    DeadLettersCheck.MAX_STRAYS, place(Kind.DEAD_LETTER), counts);
            OrdersLog ordersLog = new OrdersLog(partition, orders, ordersListener(deadLetters));
            ResultsCheck resultsCheck = new ResultsCheck(results, start.position().number(), this::salesFromStart,
                    place(Kind.RESULT), counts);
            CheckpointsCheck checkpointsCheck = new CheckpointsCheck(
                    new CheckpointsLog(checkpoints), bounds.checkpoints().beginning() == 0, start.position().number(),
                    place(Kind.CHECKPOINT), counts);
            SalesLog batches = new SalesLog(sales, start.position().number(), place(Kind.BATCH),
                    salesListener(resultsCheck, deadLetters));
            for (PublishedBatch batch = batches.next(); batch != null; batch = batches.next()) {
                tradeAgain(batch, ordersLog, checkpointsCheck);
            }
            endOrders(ordersLog);
            ledger.end();
            compareOpenOrders();
            letterless = deadLetters.end();
            resultsCheck.end();
            checkpointsCheck.end(this::newestBatch);
        }
        salesRows.end(tables.products());
        closedOrders.end(tables.closedOrders(), this::closedSinceStart);
        List<String> unjudged = new ArrayList<>();
        reportNotFound(unjudged);
        if (letterless.forgotten() > 0) {
            unjudged.add(letterless.forgotten() + " unreadable records have no dead letter among "
                    + DeadLettersCheck.MAX_STRAYS + " that lie before their records (expected: 0, no more of them)");
        }
        if (letterless.deleted() > 0) {
            unjudged.add(letterless.deleted() + " unreadable records have no dead letter, of which the first "
                    + bounds.deadLetters().beginning() + " have been deleted (expected: 0, nothing deleted)");
        }
        reportOverdue(unjudged);
        if (!unjudged.isEmpty()) {
            throw new CannotJudge(String.join("; ", unjudged));
        }
    }

    /** Whoever closes them will do so late, or never. */
    private void reportOverdue(List<String> unjudged) {
        List<UUID> overdue = ledger.dueAt(startMillis - MAX_CLOCK_DIFFERENCE.toMillis());
        if (!overdue.isEmpty()) {
            unjudged.add(overdue.size() + " orders, such as " + overdue.getFirst() + ", are open "
                    + MAX_CLOCK_DIFFERENCE.toMinutes()
                    + " min after their time (expected: 0; an engine that runs closes them)");
        }
    }

    private void reportNotFound(List<String> unjudged) {
        if (bounds.orders().beginning() == 0) {
            notFound.forEach(orderId -> findings.add(Kind.ACCEPTED, partition, "order " + orderId,
                    "accepted, but not in the log", "in the log"));
        } else if (!notFound.isEmpty()) {
            unjudged.add(notFound.size() + " accepted orders, such as " + notFound.iterator().next()
                    + ", are not in the orders log, whose first offset is " + bounds.orders().beginning()
                    + " (expected: 0, nothing deleted)");
        }
    }

    private void tradeAgain(PublishedBatch batch, OrdersLog orders, CheckpointsCheck checkpoints) {
        if (!sequence.follows(batch, firstUntraded(orders, batch))) {
            return;
        }
        isInPersistedBatch = isPersisted(batch.salesOffset());
        boolean isInTables = told.remove(batch.salesOffset()) || isInPersistedBatch;
        counts.one(Count.BATCHES);
        counts.add(Count.TOO_NEW_BATCHES, isInPersistedBatch ? 0 : 1);
        reportMissed(batch);
        List<Command> commands = orders.through(batch.lastOffset());
        ledger.take(batch, commands);
        Retrade.Expected expected = retrade.trade(batch, commands);
        for (Sale sale : expected.sales()) {
            salesRows.expect(sale, batch.nowMillis(), isInTables);
            if (accepted.contains(sale.purchaseOrderId()) || accepted.contains(sale.salesOrderId())) {
                counts.one(Count.SALES_OF_ACCEPTED);
            }
        }
        expected.closed().forEach(closed -> closedOrders.expect(closed, batch.nowMillis(), isInTables));
        checkpoints.after(sequence.last(), ledger);
    }

    /** The first record of a log need not be at offset 0; from then on batches leave out nothing. */
    private long firstUntraded(OrdersLog orders, PublishedBatch batch) {
        if (sequence.last().lastOffset() >= 0) {
            return sequence.last().lastOffset() + 1;
        }
        ConsumerRecord<byte[], byte[]> first = orders.next();
        return first == null ? batch.firstOffset() : first.offset();
    }

    private OrdersLog.Listener ordersListener(@Nullable DeadLettersCheck deadLetters) {
        return new OrdersLog.Listener() {

            @Override
            public void command(Command command) {
                if (command instanceof PlaceOrder order) {
                    notFound.remove(order.orderId());
                }
            }

            @Override
            public void unreadable(ConsumerRecord<byte[], byte[]> record) {
                if (deadLetters != null) {
                    deadLetters.unreadable(record, isInPersistedBatch);
                }
            }
        };
    }

    private SalesLog.Listener salesListener(ResultsCheck results, DeadLettersCheck deadLetters) {
        return new SalesLog.Listener() {

            @Override
            public void part(ConsumerRecord<byte[], byte[]> record) {
                boolean isPersisted = isPersisted(record.offset());
                if (results.published(record, isPersisted) && !isPersisted) {
                    told.add(record.offset());
                }
            }

            @Override
            public void unreadable(ConsumerRecord<byte[], byte[]> record) {
                deadLetters.unreadable(record, isPersisted(record.offset()));
            }
        };
    }

    /** What is in no batch yet. */
    private void endOrders(OrdersLog orders) {
        isInPersistedBatch = false;
        for (ConsumerRecord<byte[], byte[]> next = orders.next(); next != null; next = orders.next()) {
            List<Command> commands = orders.through(next.offset() + UNTRADED_CHUNK - 1);
            counts.add(Count.TOO_NEW_COMMANDS, commands.size());
            if (firstUntraded == null && !commands.isEmpty()) {
                firstUntraded = switch (commands.getFirst()) {
                    case PlaceOrder order -> "order " + order.orderId();
                    case CancelOrder cancel -> "the cancel of order " + cancel.orderId();
                };
            }
        }
    }

    private void compareOpenOrders() {
        if (ledger.openOrders() != retrade.openOrders()) {
            findings.add(Kind.INVARIANT, partition, "open orders at the end", ledger.openOrders(),
                    retrade.openOrders() + ", by the rules");
        }
    }

    private void restore() {
        MarketCheckpoint checkpoint = start.checkpoint();
        if (checkpoint == null) {
            return;
        }
        for (Checkpoint part : checkpoint.parts()) {
            retrade.restore(part);
            ledger.restore(part);
            part.getLastTradeIdsList()
                    .forEach(last -> salesRows.expectUpTo(last.getProductId(), last.getTradeId()));
        }
    }

    /** Accepted orders may be older than the start. */
    private void readBeforeStart() {
        if (!notFound.isEmpty() && ordersFrom() > bounds.orders().beginning()) {
            try (Log orders = logs.read(Topics.ORDERS, partition, bounds.orders().beginning(), ordersFrom())) {
                OrdersLog log = new OrdersLog(partition, orders, ordersListener(null));
                for (ConsumerRecord<byte[], byte[]> next = log.next(); next != null; next = log.next()) {
                    log.through(next.offset() + UNTRADED_CHUNK - 1);
                }
            }
        }
    }

    /** What no engine traded since it had been deleted is in none of the logs, and so before any start that has all it needs. */
    private void lookBack() {
        Bounds.Range range = logs.ranges(Topics.SALES).getOrDefault(partition, bounds.sales());
        try (Log sales = logs.read(Topics.SALES, partition, range.beginning(), range.end())) {
            SalesLog batches = SalesLog.unjudged(sales);
            for (PublishedBatch batch = batches.next(); batch != null
                    && batch.number() <= start.position().number(); batch = batches.next()) {
                reportMissed(batch);
            }
        }
    }

    private void reportMissed(PublishedBatch batch) {
        if (batch.missed() > 0) {
            findings.add(Kind.ACCEPTED, partition, batch.name() + ", missed", batch.missed(),
                    "0: every order and cancel that was accepted is traded");
        }
    }

    private long ordersFrom() {
        return Math.max(bounds.orders().beginning(), start.position().lastOffset() + 1);
    }

    private Log salesFromStart() {
        return logs.read(Topics.SALES, partition, Math.max(bounds.sales().beginning(), start.salesFrom()),
                bounds.sales().end());
    }

    private Log resultsFromStart() {
        Bounds.Range results = bounds.results();
        long from = start.checkpoint() == null
                ? results.beginning()
                : new Starts(logs).resultsFrom(partition, start.position(), results, MAX_CLOCK_DIFFERENCE);
        return logs.read(Topics.RESULTS, partition, from, results.end());
    }

    /** The number of the newest batch, of those that came since the ends were taken down as well. */
    private long newestBatch() {
        long newest = sequence.last().number();
        long end = logs.ranges(Topics.SALES).getOrDefault(partition, bounds.sales()).end();
        try (Log sales = logs.read(Topics.SALES, partition, bounds.sales().end(), end)) {
            SalesLog batches = SalesLog.unjudged(sales);
            for (PublishedBatch batch = batches.next(); batch != null; batch = batches.next()) {
                newest = Math.max(newest, batch.number());
            }
        }
        return newest;
    }

    private Set<Rows.Closing> closedSinceStart() {
        Set<Rows.Closing> closed = new HashSet<>();
        long end = logs.ranges(Topics.SALES).getOrDefault(partition, bounds.sales()).end();
        try (Log sales = logs.read(Topics.SALES, partition,
                Math.max(bounds.sales().beginning(), start.salesFrom()), end)) {
            SalesLog batches = SalesLog.unjudged(sales);
            for (PublishedBatch batch = batches.next(); batch != null; batch = batches.next()) {
                LocalDateTime closedAt = SalesRow.utc(batch.nowMillis());
                batch.closed()
                        .forEach(order -> closed.add(new Rows.Closing(order.order().orderId().toString(), closedAt)));
            }
        }
        return closed;
    }

    private boolean isPersisted(long salesOffset) {
        return salesOffset < bounds.persisted();
    }

    private Findings.Place place(Kind kind) {
        return findings.in(partition, kind);
    }
}
