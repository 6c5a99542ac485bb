package trading.persister;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.Batch;

/**
 * A record of the sales topic: a batch, as it came and as rows.
 *
 * @param bytes as the engine wrote them, to be published again
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on untouched, never compared.
record SalesRecord(TopicPartition partition, long offset, byte[] bytes, List<SaleRow> sales,
        List<ClosedOrderRow> closedOrders) {

    private static final int MILLIS = 1000;
    private static final int NANOS_OF_MILLI = 1_000_000;

    /** @throws UnreadableRecord if the record is no batch */
    static SalesRecord decode(ConsumerRecord<byte[], byte @Nullable []> record) {
        byte @Nullable [] bytes = record.value();
        if (bytes == null) {
            throw new UnreadableRecord("value: missing (expected: a batch)");
        }
        Batch batch = parse(bytes);
        LocalDateTime now = utc(batch.getNow());
        return new SalesRecord(new TopicPartition(record.topic(), record.partition()), record.offset(), bytes,
                batch.getSalesList().stream().map(sale -> SaleRow.of(sale, now)).toList(),
                batch.getClosedList().stream().map(closed -> ClosedOrderRow.of(closed, now)).toList());
    }

    int rows() {
        return sales.size() + closedOrders.size();
    }

    private static Batch parse(byte[] bytes) {
        Batch batch;
        try {
            batch = Batch.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRecord("value: " + bytes.length + " bytes (expected: a batch): " + e.getMessage());
        }
        // Almost any short bytes are some message; an empty one is a batch of nothing.
        if (batch.getPart() < 1 || batch.getPart() > batch.getParts()) {
            throw new UnreadableRecord(
                    "part: " + batch.getPart() + " (expected: 1 to parts, here " + batch.getParts() + ")");
        }
        if (batch.getNow() < 1) {
            throw new UnreadableRecord("now: " + batch.getNow() + " (expected: epoch milliseconds)");
        }
        return batch;
    }

    private static LocalDateTime utc(long epochMillis) {
        return LocalDateTime.ofEpochSecond(epochMillis / MILLIS, (int) (epochMillis % MILLIS) * NANOS_OF_MILLI,
                ZoneOffset.UTC);
    }

    /** A record that no persister of this version can read. */
    static final class UnreadableRecord extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnreadableRecord(String message) {
            super(message, null, false, false);
        }
    }
}
