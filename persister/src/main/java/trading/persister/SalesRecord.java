package trading.persister;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import trading.wire.Batches;
import trading.wire.proto.Batch;

/**
 * A record of the sales topic: a batch, as it came and as rows.
 *
 * @param number of the batch: 1, 2, 3 … in its partition; 0 if it does not say
 * @param nowMillis the moment of the batch
 * @param bytes as the engine wrote them, to be published again
 * @param headers as the engine wrote them
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on untouched, never compared.
record SalesRecord(TopicPartition partition, long offset, long number, long nowMillis, byte[] bytes, Headers headers,
        List<SaleRow> sales,
        List<ClosedOrderRow> closedOrders) {

    private static final int MILLIS = 1000;
    private static final int NANOS_OF_MILLI = 1_000_000;

    /** @throws InvalidField if the record is no batch */
    static SalesRecord decode(ConsumerRecord<byte[], byte @Nullable []> record) {
        byte @Nullable [] bytes = record.value();
        Batch batch = Batches.read(bytes);
        LocalDateTime now = utc(batch.getNow());
        return new SalesRecord(new TopicPartition(record.topic(), record.partition()), record.offset(),
                batch.getNumber(), batch.getNow(), bytes, record.headers(),
                batch.getSalesList().stream().map(sale -> SaleRow.of(sale, now)).toList(),
                batch.getClosedList().stream().map(closed -> ClosedOrderRow.of(closed, now)).toList());
    }

    int rows() {
        return sales.size() + closedOrders.size();
    }

    private static LocalDateTime utc(long epochMillis) {
        return LocalDateTime.ofEpochSecond(epochMillis / MILLIS, (int) (epochMillis % MILLIS) * NANOS_OF_MILLI,
                ZoneOffset.UTC);
    }
}
