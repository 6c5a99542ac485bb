package trading.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trading.market.Batch;
import trading.market.CancelOrder;
import trading.market.Market;
import trading.market.OpenOrder;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.proto.Checkpoint;

class CheckpointRecordsTest {

    private static final long NOW = 1_000_050;
    private static final OpenOrder OPEN = order(9);

    /** Bytes as the first version wrote them. They stay here for ever: logs keep what they hold. */
    private static final String STORED = "0807100918f2843d20012801322a080911078055667788990119090000000000008020012a056170706c6532"
            + "03626f62380a400750f1843d3a090a056170706c651029421808f2843d120807805566778899011a08040000"
            + "0000000080";

    @Test
    void aStoredCheckpointIsStillRead() throws InvalidProtocolBufferException {
        Checkpoint stored = Checkpoint.parseFrom(HexFormat.of().parseHex(STORED));

        assertThat(stored.getBatchNumber()).isEqualTo(7);
        assertThat(stored.getLastOffset()).isEqualTo(9);
        assertThat(stored.getNow()).isEqualTo(NOW);
        assertThat(stored.getPart()).isEqualTo(1);
        assertThat(stored.getLast()).isTrue();
        assertThat(stored.getOpenList()).map(Events::read).containsExactly(OPEN);
        assertThat(stored.getLastTradeIdsList()).singleElement().satisfies(last -> {
            assertThat(last.getProductId()).isEqualTo("apple");
            assertThat(last.getTradeId()).isEqualTo(41);
        });
        assertThat(stored.getDoneList()).singleElement().satisfies(ids -> assertThat(ids.getNow()).isEqualTo(NOW));
    }

    @Test
    void aCheckpointIsWrittenAsItWasStored() {
        assertThat(write(List.of(OPEN), List.of(id(4))))
                .map(part -> HexFormat.of().formatHex(part.toByteArray())).containsExactly(STORED);
    }

    @Test
    void aMarketStandsAgainWhereItStood() {
        List<OpenOrder> open = LongStream.range(0, 2_500).mapToObj(CheckpointRecordsTest::order).toList();
        List<UUID> remembered = LongStream.range(10_000, 12_700).mapToObj(CheckpointRecordsTest::id).toList();

        List<Checkpoint> parts = write(open, remembered);

        assertThat(parts).map(Checkpoint::getPart).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(parts).map(Checkpoint::getLast).containsExactly(false, false, false, false, false, true);
        Market market = new Market();
        parts.forEach(part -> CheckpointRecords.restore(part, market));
        assertThat(market.openOrders()).isEqualTo(2_500);
        assertThat(market.rememberedIds()).isEqualTo(2_700);
        Outcome outcome = market.trade(Batch.unbounded(NOW + 1, 60_000, 600_000, List.of(
                new PlaceOrder(20_000, remembered.getLast(), Side.SELL, "apple", "sue", 1, 1, NOW),
                new CancelOrder(id(5), "bob"),
                new PlaceOrder(20_001, id(20_001), Side.SELL, "apple", "sue", 7, 1, NOW))));
        assertThat(outcome.sales()).singleElement().satisfies(sale -> {
            assertThat(sale.tradeId()).isEqualTo(42);
            assertThat(sale.purchaseOrderId()).isEqualTo(id(0));
        });
        assertThat(outcome.closed()).singleElement()
                .satisfies(closed -> assertThat(closed.order().orderId()).isEqualTo(id(5)));
    }

    private static List<Checkpoint> write(List<OpenOrder> open, List<UUID> remembered) {
        List<Checkpoint> parts = new ArrayList<>();
        CheckpointRecords records = new CheckpointRecords(7, 9, NOW, parts::add);
        open.forEach(records::open);
        records.lastTradeId("apple", 41);
        records.remembered(NOW, remembered);
        records.end();
        return parts;
    }

    private static OpenOrder order(long offset) {
        return new OpenOrder(offset, id(offset), Side.BUY, "apple", "bob", 10, 7, PlaceOrder.ANY_PRICE, 1_000_049,
                TimeInForce.TIMEOUT, 0);
    }

    private static UUID id(long number) {
        return new UUID(0x0199_8877_6655_8007L, 0x8000_0000_0000_0000L | number);
    }
}
