package trading.client.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Sale;
import trading.wire.proto.Batch;

/** One partition of the sales log, read once from its beginning, whole batches at a time. For one thread. */
final class SalesLog {

    private final int partition;
    private final Iterator<ConsumerRecord<byte[], byte[]>> records;
    private final Differences differences;

    SalesLog(int partition, Iterator<ConsumerRecord<byte[], byte[]>> records, Differences differences) {
        this.partition = partition;
        this.records = records;
        this.differences = differences;
    }

    /** The next batch, {@code null} at the end, and where what comes next cannot be read as one. */
    @Nullable
    PublishedBatch next() {
        if (!records.hasNext()) {
            return null;
        }
        ConsumerRecord<byte[], byte[]> record = records.next();
        Batch head = read(record);
        if (head == null || !isPart(record, head, head, 1)) {
            return null;
        }
        List<ClosedOrder> closed = new ArrayList<>();
        List<Sale> sales = new ArrayList<>();
        List<OpenOrder> rested = new ArrayList<>();
        Batch part = head;
        for (int number = 1; part != null; number++) {
            part.getClosedList().forEach(event -> closed.add(Events.read(event)));
            part.getSalesList().forEach(event -> sales.add(Events.read(event)));
            part.getRestedList().forEach(event -> rested.add(Events.read(event)));
            if (number == head.getParts()) {
                return new PublishedBatch(head.getRulesVersion(), head.getFirstOffset(), head.getLastOffset(),
                        head.getNow(), head.getTimeoutMillis(), head.getIdempotencyWindowMillis(), closed, sales,
                        rested);
            }
            part = nextPart(head, number + 1);
        }
        return null;
    }

    private @Nullable Batch nextPart(Batch head, int number) {
        if (!records.hasNext()) {
            differences.add(where(head), "ends after part " + (number - 1), head.getParts() + " parts");
            return null;
        }
        ConsumerRecord<byte[], byte[]> record = records.next();
        Batch part = read(record);
        return part != null && isPart(record, part, head, number) ? part : null;
    }

    private boolean isPart(ConsumerRecord<byte[], byte[]> record, Batch part, Batch head, int number) {
        if (part.getPart() == number && heading(part, 0).equals(heading(head, 0)) && head.getParts() >= number) {
            return true;
        }
        differences.add("sales log, partition " + partition + ", offset " + record.offset(),
                "part " + part.getPart() + " of " + part.getParts() + " of " + where(part),
                "part " + number + " of " + head.getParts() + " of " + where(head));
        return false;
    }

    private static Batch heading(Batch part, int number) {
        return part.toBuilder().setPart(number).clearClosed().clearSales().clearRested().build();
    }

    private @Nullable Batch read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Batch.parseFrom(record.value());
        } catch (InvalidProtocolBufferException e) {
            differences.add("sales log, partition " + partition + ", offset " + record.offset(),
                    String.valueOf(e.getMessage()),
                    "a batch");
            return null;
        }
    }

    private static String where(Batch batch) {
        return "batch " + batch.getFirstOffset() + " to " + batch.getLastOffset();
    }
}
