package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trading.codec.BatchRecords;
import trading.market.Batch;
import trading.market.Market;
import trading.market.Outcome;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Command;
import trading.wire.proto.Side;

class RetradeTest {

    private static final int PARTITION = Topics.partition("apple");
    private static final long NOW = 1_000_000;
    private static final long TIMEOUT = 60_000;

    private final List<ConsumerRecord<byte[], byte[]>> ordersLog = new ArrayList<>();
    private final List<trading.wire.proto.Batch> salesLog = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Differences differences = new Differences(100);
    private final Market market = new Market();
    private long tradedTo = -1;
    private long batches;
    private long nowMillis = NOW;

    /** Three batches: two orders meet, one waits and is cancelled; bytes that are no command; a batch of time alone. */
    @BeforeEach
    void aTradingDay() {
        place("S1", Side.SELL, "sue", 5, 12_000);
        place("B1", Side.BUY, "bob", 3, 0);
        place("B2", Side.BUY, "ben", 7, 11_000);
        tradeAll(10);
        bytes(new byte[]{1, 2, 3});
        cancel("B2", "ben");
        tradeAll(10);
        tradeAll(TIMEOUT);
    }

    @Test
    void whatWasPublishedComesOutAgain() {
        run();

        assertThat(differences.first()).isEmpty();
        assertThat(outcomes).hasSize(3);
        assertThat(outcomes.getFirst().sales()).hasSize(1);
        assertThat(outcomes.get(1).closed()).extracting(closed -> closed.order().userId()).containsExactly("ben");
        assertThat(outcomes.get(2).closed()).extracting(closed -> closed.order().userId()).containsExactly("sue");
    }

    @Test
    void partsAreJoined() {
        for (int i = 0; i < 3_000; i++) {
            place("S" + (10 + i), Side.SELL, "sue", 1, 12_000);
            place("B" + (10 + i), Side.BUY, "bob", 1, 12_000);
        }
        tradeAll(10);
        assertThat(salesLog).hasSize(3 + 6);

        run();

        assertThat(differences.first()).isEmpty();
    }

    @Test
    void aChangedSaleIsNamed() {
        tamper(0, batch -> batch.setSales(0, batch.getSales(0).toBuilder().setPrice(11_999)));

        run();

        assertThat(differences.first())
                .containsExactly("partition %d, batch 0 to 2, apple, sale 1, price: 11999 (expected: 12000)"
                        .formatted(PARTITION));
    }

    @Test
    void aMissingAndAnInventedSaleAreNamed() {
        tamper(0, batch -> batch.addSales(batch.getSales(0).toBuilder().setTradeId(2)));
        tamper(1, batch -> batch.clearClosed());

        run();

        assertThat(differences.first()).hasSize(2);
        assertThat(differences.first().getFirst()).contains("apple, sale 2").endsWith("(expected: nothing)");
        assertThat(differences.first().getLast()).contains("batch 3 to 4, apple, closed order 1: nothing");
    }

    @Test
    void aChangedMomentShowsInWhatExpires() {
        tamper(2, batch -> batch.setNow(batch.getNow() - 1_000));

        run();

        assertThat(differences.first()).singleElement().asString().contains("closed order 1");
    }

    @Test
    void aMissingBatchIsNamed() {
        salesLog.remove(1);

        run();

        assertThat(differences.first()).anyMatch(line -> line.contains("first offset: 5 (expected: 3)"));
    }

    @Test
    void aMissingLastBatchLeavesOrdersUntraded() {
        salesLog.removeLast();
        salesLog.removeLast();

        run();

        assertThat(differences.first()).singleElement().asString()
                .contains("offsets 3 to 4 are in no batch");
    }

    @Test
    void aMissingPartIsNamed() {
        tamper(1, batch -> batch.setParts(2));

        run();

        assertThat(differences.first()).anyMatch(line -> line.contains("part 2 of 2"));
    }

    private void run() {
        Iterator<ConsumerRecord<byte[], byte[]>> sales = records(salesLog);
        OrdersLog orders = new OrdersLog(PARTITION, ordersLog.iterator());
        new Retrade(PARTITION, orders, new SalesLog(PARTITION, sales, differences), differences)
                .run(ordersLog.size(), (batch, outcome) -> outcomes.add(outcome));
    }

    private void tamper(int index, UnaryOperator<trading.wire.proto.Batch.Builder> change) {
        salesLog.set(index, change.apply(salesLog.get(index).toBuilder()).build());
    }

    private void tradeAll(long laterMillis) {
        nowMillis += laterMillis;
        OrdersLog log = new OrdersLog(PARTITION, ordersLog.subList((int) tradedTo + 1, ordersLog.size()).iterator());
        Batch batch = new Batch(nowMillis, TIMEOUT, TIMEOUT, log.through(Long.MAX_VALUE));
        batches++;
        salesLog.addAll(
                BatchRecords.write(batches, tradedTo + 1, ordersLog.size() - 1L, batch, market.trade(batch)));
        tradedTo = ordersLog.size() - 1L;
    }

    private void place(String name, Side side, String userId, long quantity, long price) {
        UUID orderId = orderId(name);
        bytes(Command.newBuilder()
                .setPlace(trading.wire.proto.PlaceOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                        .setOrderIdLow(orderId.getLeastSignificantBits()).setSide(side).setProductId("apple")
                        .setUserId(userId).setQuantity(quantity).setPrice(price))
                .build().toByteArray());
    }

    private void cancel(String name, String userId) {
        UUID orderId = orderId(name);
        bytes(Command.newBuilder()
                .setCancel(trading.wire.proto.CancelOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                        .setOrderIdLow(orderId.getLeastSignificantBits()).setUserId(userId))
                .build().toByteArray());
    }

    private void bytes(byte[] value) {
        ordersLog.add(record(ordersLog.size(), nowMillis, value));
    }

    private static UUID orderId(String name) {
        return OrderId.ofClient(PARTITION, "anyone", "apple", name);
    }

    /** Transaction markers take offsets, too: only every second offset has a record. */
    private static Iterator<ConsumerRecord<byte[], byte[]>> records(List<trading.wire.proto.Batch> batches) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        batches.forEach(batch -> records.add(record(2L * records.size(), NOW, batch.toByteArray())));
        return records.iterator();
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, long timestampMillis, byte[] value) {
        return new ConsumerRecord<>("log", PARTITION, offset, timestampMillis, TimestampType.LOG_APPEND_TIME, 0, 0,
                null, value,
                new RecordHeaders(), Optional.empty());
    }
}
