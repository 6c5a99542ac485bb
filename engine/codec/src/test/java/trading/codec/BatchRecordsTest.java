package trading.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trading.market.Batch;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.SelfTrades;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.Limits;

class BatchRecordsTest {

    private static final UUID PURCHASE = UUID.fromString("01998877-6655-7007-8000-000000000001");
    private static final UUID SALES = UUID.fromString("01998877-6655-7007-8000-000000000002");
    private static final Batch BATCH = new Batch(1_000_050, 60_000, 600_000, 20_000, Integer.MAX_VALUE,
            Integer.MAX_VALUE, SelfTrades.ALLOWED, List.of());
    private static final OpenOrder RESTED = new OpenOrder(9, PURCHASE, Side.BUY, "apple", "bob", 10, 7,
            PlaceOrder.ANY_PRICE, 1_000_049, TimeInForce.TIMEOUT, 0);
    private static final ClosedOrder EXPIRED = new ClosedOrder(
            new OpenOrder(3, SALES, Side.SELL, "pear", "sue", 4, 4, 25_000, 900_000, TimeInForce.TIMEOUT, 0),
            ClosedOrder.Reason.EXPIRED);

    /** Bytes as version 1 wrote them. They stay here for ever: logs keep what they hold. */
    private static final String STORED = "08011008180920f2843d28e0d40330c0cf24380140014a310a2d08031107705566778899011902000000000000"
            + "8020022a047065617232037375653804400448a8c30150a0f7361001523e0a056170706c651001190770556677"
            + "8899012101000000000000802907705566778899013102000000000000803a03626f62420373756548e05d5003"
            + "58075a2a080911077055667788990119010000000000008020012a056170706c653203626f62380a400750f184"
            + "3d";

    /** What batches say since they are numbered. */
    private static final String NUMBER = "6007";

    /** What they say since the number of open orders is bounded. */
    private static final String MAX_OPEN_ORDERS = "68a09c01";

    /** A batch with all that it may say since there are times in force and rules for self-trades. */
    private static final String STORED_LATER = "08011008180920f2843d28e0d40330c0cf24380140014a300a2c08091107705566778899011901000000"
            + "0000008020012a056170706c653203626f62380a400750f1843d580310054a2e0a2a0809110770556677"
            + "88990119010000000000008020012a056170706c653203626f62380a400750f1843d10045a3008091107"
            + "7055667788990119010000000000008020012a056170706c653203626f62380a400750f1843d580160f3"
            + "843d600768a09c01706478038201070a056170706c658201080a04706561721001880191b039";

    /** A batch without events, with all bounds that it may have had and with orders that no engine has read. */
    private static final String STORED_BOUNDS = "08011008180920f2843d28e0d40330c0cf2438014001" + NUMBER
            + MAX_OPEN_ORDERS
            + "7064" + "900107" + "980103";

    private static final Offsets OFFSETS = new Offsets(8, 9, 0);

    @Test
    void aStoredBatchIsStillRead() throws InvalidProtocolBufferException {
        trading.wire.proto.Batch stored = trading.wire.proto.Batch.parseFrom(HexFormat.of().parseHex(STORED));

        assertThat(stored.getRulesVersion()).isEqualTo(1);
        assertThat(stored.getNumber()).isZero();
        assertThat(stored.getFirstOffset()).isEqualTo(8);
        assertThat(stored.getLastOffset()).isEqualTo(9);
        assertThat(stored.getNow()).isEqualTo(1_000_050);
        assertThat(stored.getTimeoutMillis()).isEqualTo(60_000);
        assertThat(stored.getIdempotencyWindowMillis()).isEqualTo(600_000);
        assertThat(stored.getPart()).isEqualTo(1);
        assertThat(stored.getParts()).isEqualTo(1);
        assertThat(stored.getClosedList()).map(Events::read).containsExactly(EXPIRED);
        assertThat(stored.getSalesList()).map(Events::read).containsExactly(sale(1));
        assertThat(stored.getRestedList()).map(Events::read).containsExactly(RESTED);
    }

    @Test
    void aBatchIsWrittenAsItWasStored() {
        List<trading.wire.proto.Batch> parts = BatchRecords.write(7, OFFSETS, BATCH,
                new Outcome(List.of(EXPIRED), List.of(sale(1)), List.of(RESTED), List.of(), List.of(), Map.of(),
                        List.of(), 0, 0, Long.MAX_VALUE));

        assertThat(parts).map(part -> HexFormat.of().formatHex(part.toByteArray()))
                .containsExactly(STORED + NUMBER + MAX_OPEN_ORDERS);
    }

    @Test
    void theBoundsOfABatchAreReadAgain() throws InvalidProtocolBufferException {
        Batch batch = new Batch(1_000_050, 60_000, 600_000, 20_000, 100, 7, SelfTrades.ALLOWED, List.of());
        List<trading.wire.proto.Batch> parts = BatchRecords.write(7, new Offsets(8, 9, 3), batch,
                new Outcome(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), 0, 0,
                        Long.MAX_VALUE));

        assertThat(parts).map(part -> HexFormat.of().formatHex(part.toByteArray())).containsExactly(STORED_BOUNDS);
        trading.wire.proto.Batch stored = trading.wire.proto.Batch.parseFrom(HexFormat.of().parseHex(STORED_BOUNDS));
        assertThat(stored.getMaxOpenOrders()).isEqualTo(20_000);
        assertThat(stored.getMaxGtcOrders()).isEqualTo(100);
        assertThat(stored.getMaxProducts()).isEqualTo(7);
        assertThat(stored.getMissed()).isEqualTo(3);
    }

    @Test
    void whatABatchSaysOfTimeInForceAndSelfTradesIsReadAgain() throws InvalidProtocolBufferException {
        SelfTrades selfTrades = new SelfTrades(SelfTrades.Rule.CLOSE_BOTH,
                new TreeMap<>(Map.of("pear", SelfTrades.Rule.CLOSE_OLDER, "apple", SelfTrades.Rule.NONE)));
        Batch batch = new Batch(1_000_050, 60_000, 600_000, 20_000, 100, Integer.MAX_VALUE, selfTrades, List.of());
        OpenOrder gtt = new OpenOrder(9, PURCHASE, Side.BUY, "apple", "bob", 10, 7, PlaceOrder.ANY_PRICE, 1_000_049,
                TimeInForce.GTT, 1_000_051);
        OpenOrder ioc = new OpenOrder(9, PURCHASE, Side.BUY, "apple", "bob", 10, 7, PlaceOrder.ANY_PRICE, 1_000_049,
                TimeInForce.IOC, 0);

        List<trading.wire.proto.Batch> parts = BatchRecords.write(7, OFFSETS, batch,
                new Outcome(List.of(new ClosedOrder(ioc, ClosedOrder.Reason.UNFILLED),
                        new ClosedOrder(RESTED, ClosedOrder.Reason.SELF_TRADE)), List.of(), List.of(gtt), List.of(),
                        List.of(), Map.of(), List.of(), 0, 0, 940_049));

        assertThat(parts).map(part -> HexFormat.of().formatHex(part.toByteArray())).containsExactly(STORED_LATER);
        trading.wire.proto.Batch stored = trading.wire.proto.Batch.parseFrom(HexFormat.of().parseHex(STORED_LATER));
        assertThat(SelfTradeRules.read(stored)).isEqualTo(selfTrades);
        assertThat(stored.getMaxGtcOrders()).isEqualTo(100);
        assertThat(stored.getOldestAcceptedAt()).isEqualTo(940_049);
        assertThat(stored.getRestedList()).map(Events::read).containsExactly(gtt);
        assertThat(stored.getClosedList()).map(Events::read).containsExactly(
                new ClosedOrder(ioc, ClosedOrder.Reason.UNFILLED),
                new ClosedOrder(RESTED, ClosedOrder.Reason.SELF_TRADE));
    }

    @Test
    void anOrderThatIsNoOlderThanTheTimeoutIsNotTold() {
        Outcome outcome = new Outcome(List.of(EXPIRED), List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(),
                0, 0, 940_050);

        assertThat(BatchRecords.write(7, OFFSETS, BATCH, outcome)).singleElement()
                .satisfies(part -> assertThat(part.getOldestAcceptedAt()).isZero());
    }

    @Test
    void aBatchWithManyEventsTravelsInNumberedParts() {
        List<Sale> sales = LongStream.rangeClosed(1, 1_200).mapToObj(BatchRecordsTest::sale).toList();

        List<trading.wire.proto.Batch> parts = BatchRecords.write(7, OFFSETS, BATCH,
                new Outcome(List.of(EXPIRED), sales,
                        List.of(RESTED), List.of(), List.of(), Map.of(), List.of(), 0, 0, Long.MAX_VALUE));

        assertThat(parts).hasSize(3).allSatisfy(part -> {
            assertThat(part.getParts()).isEqualTo(3);
            assertThat(part.getNumber()).isEqualTo(7);
            assertThat(part.getFirstOffset()).isEqualTo(8);
            assertThat(part.getClosedCount() + part.getSalesCount() + part.getRestedCount())
                    .isLessThanOrEqualTo(BatchRecords.MAX_EVENTS);
        });
        assertThat(parts).map(trading.wire.proto.Batch::getPart).containsExactly(1, 2, 3);
        assertThat(parts).flatMap(trading.wire.proto.Batch::getClosedList).hasSize(1);
        assertThat(parts).flatMap(trading.wire.proto.Batch::getSalesList).map(Events::read).isEqualTo(sales);
        assertThat(parts).flatMap(trading.wire.proto.Batch::getRestedList).hasSize(1);
    }

    @Test
    void anOrderThatIsDoneIsToldBehindItsSales() {
        List<Sale> sales = LongStream.rangeClosed(1, BatchRecords.MAX_EVENTS + 1).mapToObj(BatchRecordsTest::sale)
                .toList();
        ClosedOrder unfilled = new ClosedOrder(RESTED, ClosedOrder.Reason.UNFILLED);

        List<trading.wire.proto.Batch> parts = BatchRecords.write(7, OFFSETS, BATCH, new Outcome(List.of(unfilled),
                sales, List.of(), List.of(), List.of(), Map.of(), List.of(), 0, 0, Long.MAX_VALUE));

        assertThat(parts).hasSize(2);
        assertThat(parts.getFirst().getClosedList()).as("while a sale of it is to come").isEmpty();
        assertThat(parts.getLast().getSalesList()).map(Events::read).containsExactly(sales.getLast());
        assertThat(parts.getLast().getClosedList()).map(Events::read).containsExactly(unfilled);
    }

    /** A part that were larger would be taken for none of a batch's, and its sales would be in no table. */
    @Test
    void theLargestPartIsHalfAsLargeAsABatchMayBe() {
        String product = "p".repeat(Limits.MAX_PRODUCT_ID_LENGTH);
        String user = "u".repeat(Limits.MAX_USER_ID_LENGTH);
        UUID id = new UUID(-1, -1);
        List<Sale> sales = LongStream.range(0, BatchRecords.MAX_EVENTS)
                .mapToObj(_ -> new Sale(product, Long.MAX_VALUE, id,
                        id, user, user, Limits.MAX_PRICE, Limits.MAX_QUANTITY, Limits.MAX_QUANTITY,
                        Limits.MAX_QUANTITY))
                .toList();
        OpenOrder open = new OpenOrder(Long.MAX_VALUE, id, Side.SELL, product, user, Limits.MAX_QUANTITY,
                Limits.MAX_QUANTITY, Limits.MAX_PRICE, Limits.MAX_EXPIRES_AT, TimeInForce.GTT, Limits.MAX_EXPIRES_AT);
        List<OpenOrder> rested = LongStream.range(0, BatchRecords.MAX_EVENTS).mapToObj(_ -> open).toList();

        assertThat(largestPart(
                new Outcome(List.of(), sales, List.of(), List.of(), List.of(), Map.of(), List.of(), 0, 0, 0)))
                .isLessThan(Limits.MAX_BATCH_BYTES / 2);
        assertThat(largestPart(
                new Outcome(List.of(), List.of(), rested, List.of(), List.of(), Map.of(), List.of(), 0, 0, 0)))
                .isLessThan(Limits.MAX_BATCH_BYTES / 2);
    }

    private static int largestPart(Outcome outcome) {
        return BatchRecords.write(Long.MAX_VALUE, OFFSETS, BATCH, outcome).stream()
                .mapToInt(trading.wire.proto.Batch::getSerializedSize).max().orElseThrow();
    }

    @Test
    void aBatchWithoutEventsIsARecordToo() {
        List<trading.wire.proto.Batch> parts = BatchRecords.write(7, OFFSETS, BATCH,
                new Outcome(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), 0, 0,
                        Long.MAX_VALUE));

        assertThat(parts).hasSize(1);
    }

    private static Sale sale(long tradeId) {
        return new Sale("apple", tradeId, PURCHASE, SALES, "bob", "sue", 12_000, 3, 7, 0);
    }
}
