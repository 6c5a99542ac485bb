package trading.persister;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import trading.persister.SalesTable.RefusedRow;
import trading.tracing.Links;
import trading.tracing.Step;
import trading.tracing.Traces;
import trading.wire.InvalidField;
import trading.wire.Topics;

/**
 * From the sales topic into the table, and then to results. Offsets are committed when a call returns, so a crash anywhere
 * repeats the call: the table skips what it has, and readers of results drop what they know.
 *
 * <p>Called by the consumer threads, each with partitions of its own. It blocks them on purpose: a consumer that polled on
 * meanwhile would commit what is not written yet.
 */
@Component
class SalesListener {

    /** Names its consumers in the registry of listeners. */
    static final String ID = "sales";

    /** A record that is no batch, and why. */
    private record Unreadable(ConsumerRecord<byte[], byte[]> record, InvalidField why) {

        TopicPartition partition() {
            return new TopicPartition(record.topic(), record.partition());
        }
    }

    private final SalesTable table;
    private final ResultPublisher results;
    private final DeadLetters deadLetters;
    private final PersisterMetrics metrics;
    private final MissedSales missed;
    private final Interruptions interruptions;
    private final Traces traces;
    private final int groupRows;

    SalesListener(SalesTable table, ResultPublisher results, DeadLetters deadLetters,
            PersisterMetrics metrics, MissedSales missed, Interruptions interruptions, Traces traces,
            PersisterProperties properties) {
        this.table = table;
        this.results = results;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.missed = missed;
        this.interruptions = interruptions;
        this.traces = traces;
        this.groupRows = properties.statementRows();
    }

    /**
     * @throws PartitionsStopped if some partitions cannot go on; all that the others brought is done
     * @throws RuntimeException any other: nothing counts as done, all of it must come again
     */
    @KafkaListener(id = SalesListener.ID, idIsGroup = false, groupId = Topics.PERSISTER_GROUP, topics = Topics.SALES, batch = "true", autoStartup = "false")
    void onBatches(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<TopicPartition, Stop> stops = new HashMap<>();
        List<Unreadable> unreadable = new ArrayList<>();
        List<CompletableFuture<?>> acknowledgements = new ArrayList<>(records.size());
        int done = 0;
        for (List<SalesRecord> group : groups(records, unreadable)) {
            List<SalesRecord> written = write(group, stops);
            written.forEach(record -> missed.written(record.partition(), record.number(), record.offset()));
            acknowledgements.addAll(results.publish(written));
            done += written.size();
        }
        // Not before: as long as the database is away, each attempt would send them once more.
        for (Unreadable one : unreadable) {
            if (!stopped(one.partition(), one.record().offset(), stops)) {
                acknowledgements.add(deadLetters.send(one.record(), one.why()));
            }
        }
        results.await(acknowledgements);
        metrics.published(done);
        interruptions.over();
        if (!stops.isEmpty()) {
            throw new PartitionsStopped(stops);
        }
    }

    /**
     * The records in their order, in groups that fill a statement. What is no batch cannot be a sale, since engines write
     * nothing else: it is for the dead letters.
     */
    private List<List<SalesRecord>> groups(List<ConsumerRecord<byte[], byte[]>> records, List<Unreadable> unreadable) {
        List<List<SalesRecord>> groups = new ArrayList<>();
        List<SalesRecord> group = new ArrayList<>();
        int rows = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                SalesRecord decoded = SalesRecord.decode(record);
                missed.came(decoded.partition(), decoded.number(), decoded.offset());
                if (rows > 0 && rows + decoded.rows() > groupRows) {
                    groups.add(group);
                    group = new ArrayList<>();
                    rows = 0;
                }
                group.add(decoded);
                rows += decoded.rows();
            } catch (InvalidField e) {
                unreadable.add(new Unreadable(record, e));
            }
        }
        groups.add(group);
        return groups;
    }

    /**
     * Writes the group and returns what of it is in the table then: all, unless a row is refused. Then record after record
     * shows whose row it is, and of its partition nothing is written from that record on.
     */
    private List<SalesRecord> write(List<SalesRecord> group, Map<TopicPartition, Stop> stops) {
        List<SalesRecord> records = group.stream()
                .filter(record -> !stopped(record.partition(), record.offset(), stops)).toList();
        try {
            writeRows(records);
            return records;
        } catch (RefusedRow e) {
            return records.size() == 1 ? stop(records.getFirst(), e, stops) : writeOneByOne(records, stops);
        }
    }

    private List<SalesRecord> writeOneByOne(List<SalesRecord> records, Map<TopicPartition, Stop> stops) {
        List<SalesRecord> written = new ArrayList<>(records.size());
        for (SalesRecord record : records) {
            written.addAll(write(List.of(record), stops));
        }
        return written;
    }

    private void writeRows(List<SalesRecord> records) {
        List<SaleRow> sales = new ArrayList<>(groupRows);
        List<ClosedOrderRow> closedOrders = new ArrayList<>();
        Links sampled = traces.links();
        for (SalesRecord record : records) {
            sales.addAll(record.sales());
            closedOrders.addAll(record.closedOrders());
            sampled.add(record.headers());
        }
        try (Step step = traces.follow("persist", sampled)) {
            step.note("rows", sales.size() + closedOrders.size());
            metrics.written(table.write(sales, closedOrders), sales.size() + closedOrders.size(), sales.size());
            step.done();
        }
        records.forEach(record -> metrics.delayed(record.nowMillis()));
    }

    private static boolean stopped(TopicPartition partition, long offset, Map<TopicPartition, Stop> stops) {
        @Nullable
        Stop stop = stops.get(partition);
        return stop != null && stop.offset() <= offset;
    }

    private static List<SalesRecord> stop(SalesRecord record, RefusedRow refused, Map<TopicPartition, Stop> stops) {
        Stop.Reason reason = switch (refused) {
            case SalesTable.ConflictingRow conflicting -> Stop.Reason.CONFLICTING;
            case SalesTable.UnwritableRow unwritable -> Stop.Reason.UNWRITABLE;
        };
        stops.put(record.partition(), new Stop(reason, record.offset(), String.valueOf(refused.getMessage())));
        return List.of();
    }
}
