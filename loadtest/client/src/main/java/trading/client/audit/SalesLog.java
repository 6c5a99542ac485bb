package trading.client.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Sale;
import trading.wire.proto.Batch;

/** A stretch of one partition of the sales topic, whole batches at a time. For one thread. */
final class SalesLog {

    private final Log records;
    private final long afterNumber;
    private final Findings.Place findings;
    private final Consumer<ConsumerRecord<byte[], byte[]>> eachRecord;
    private @Nullable Part next;

    /** A record and what it says. */
    private record Part(ConsumerRecord<byte[], byte[]> record, Batch batch) {}

    /**
     * @param afterNumber batches up to this number are passed over
     * @param eachRecord takes all others, record by record, as they are read
     */
    SalesLog(Log records, long afterNumber, Findings.Place findings,
            Consumer<ConsumerRecord<byte[], byte[]>> eachRecord) {
        this.records = records;
        this.afterNumber = afterNumber;
        this.findings = findings;
        this.eachRecord = eachRecord;
        advance();
    }

    /** The next batch, with what is there of it, {@code null} at the end. */
    @Nullable
    PublishedBatch next() {
        Part head = next;
        if (head == null) {
            return null;
        }
        Joined joined = new Joined(head);
        if (head.batch().getPart() != 1) {
            findings.add(name(head.batch()), "begins with part " + head.batch().getPart(), "part 1");
        }
        advance();
        for (int number = head.batch().getPart() + 1; number <= head.batch().getParts(); number++) {
            Part part = next;
            if (part == null || part.batch().getPart() != number
                    || !heading(part.batch()).equals(heading(head.batch()))) {
                findings.add(name(head.batch()) + ", part " + number + " of " + head.batch().getParts(), "missing",
                        "right after part " + (number - 1));
                break;
            }
            joined.add(part);
            advance();
        }
        return joined.batch();
    }

    private void advance() {
        next = null;
        while (next == null && records.hasNext()) {
            ConsumerRecord<byte[], byte[]> record = records.next();
            Batch batch = read(record);
            if (batch == null) {
                eachRecord.accept(record);
            } else if (batch.getNumber() == 0 || batch.getNumber() > afterNumber) {
                eachRecord.accept(record);
                next = new Part(record, batch);
            }
        }
    }

    private @Nullable Batch read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Batch.parseFrom(Log.value(record));
        } catch (InvalidProtocolBufferException e) {
            findings.add("sales, offset " + record.offset(), e.getMessage() + "", "a batch");
            return null;
        }
    }

    private static Batch heading(Batch part) {
        return part.toBuilder().setPart(0).clearClosed().clearSales().clearRested().build();
    }

    private static String name(Batch batch) {
        return PublishedBatch.name(batch.getNumber(), batch.getFirstOffset(), batch.getLastOffset());
    }

    /** A batch as its parts come. */
    private final class Joined {

        private final Batch head;
        private final List<ClosedOrder> closed = new ArrayList<>();
        private final List<Sale> sales = new ArrayList<>();
        private final List<OpenOrder> rested = new ArrayList<>();
        private long lastRecord;

        private Joined(Part first) {
            this.head = first.batch();
            add(first);
        }

        private void add(Part part) {
            part.batch().getClosedList().forEach(this::addClosed);
            part.batch().getSalesList().forEach(event -> sales.add(Events.read(event)));
            part.batch().getRestedList().forEach(event -> rested.add(Events.read(event)));
            lastRecord = part.record().offset();
        }

        private void addClosed(trading.wire.proto.ClosedOrder event) {
            try {
                closed.add(Events.read(event));
            } catch (IllegalArgumentException e) {
                OpenOrder order = Events.read(event.getOrder());
                findings.add(name(head) + ", closed order " + order.orderId() + ", reason", event.getReasonValue(),
                        "EXPIRED, CANCELLED or REJECTED");
            }
        }

        private PublishedBatch batch() {
            return new PublishedBatch(lastRecord, head.getNumber(), head.getRulesVersion(), head.getFirstOffset(),
                    head.getLastOffset(), head.getNow(), head.getTimeoutMillis(), head.getIdempotencyWindowMillis(),
                    head.getMaxOpenOrders() == 0 ? Integer.MAX_VALUE : head.getMaxOpenOrders(), closed, sales, rested);
        }
    }
}
