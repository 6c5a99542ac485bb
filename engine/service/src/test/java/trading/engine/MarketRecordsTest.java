package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trading.market.OpenOrder;
import trading.market.Side;
import trading.market.TimeInForce;

/** A changelog as engines have written it: those that replace them read it, and they what is written now. */
class MarketRecordsTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final UUID ID = UUID.fromString("01998877-6655-7007-8000-000000000001");

    private static final OpenOrder ORDER = new OpenOrder(9, ID, Side.BUY, "apple", "bob", 10, 7, 12_000, 1_000_049,
            TimeInForce.GTT, 1_000_051);

    /** A record of each kind, key and value. They stay here for ever. */
    private static final Map<String, String> STORED = new TreeMap<>(Map.of(
            "62", "0000000000000007" + "0000000000000009" + "00000000000f4272" + "00000001" + "00000002",
            "7000000002", "000000000000000a" + "00000000000f4271" + "010203",
            "6f0000000000000009",
            "0809110770556677889901190100000000000080" + "20012a056170706c653203626f62380a400748e05d"
                    + "50f1843d580160f3843d",
            "746170706c65", "0000000000000004",
            "640000000000000006", "00000000000f4240" + "01998877665570078000000000000001"));

    private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("market").get();
    private final MarketRecords records = new MarketRecords(store);

    @Test
    void allIsWrittenAsItWasStored() {
        records.putLast(new LastBatch(7, 9, 1_000_050, 1, 2));
        records.putSlot(2, new Taken(10, 1_000_049, new byte[]{1, 2, 3}));
        records.putOpen(ORDER);
        records.putLastTradeId("apple", 4);
        records.putRemembered(new RememberedBatch(6, 1_000_000, List.of(ID)));

        Map<String, String> written = new TreeMap<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> record = all.next();
                written.put(HEX.formatHex(record.key.get()), HEX.formatHex(record.value));
            }
        }
        assertThat(written).isEqualTo(STORED);
    }

    @Test
    void whatIsStoredIsRead() {
        STORED.forEach((key, value) -> store.put(Bytes.wrap(HEX.parseHex(key)), HEX.parseHex(value)));

        assertThat(records.last()).isEqualTo(new LastBatch(7, 9, 1_000_050, 1, 2));
        List<Object> read = new ArrayList<>();
        records.eachSlot(slot -> {
            assertThat(slot.value()).containsExactly(1, 2, 3);
            read.add(slot.offset());
            read.add(slot.timestampMillis());
        });
        records.eachOpen(read::add);
        records.eachLastTradeId((product, last) -> read.add(product + " " + last));
        records.eachRemembered(read::add);
        assertThat(read).containsExactly(10L, 1_000_049L, ORDER, "apple 4",
                new RememberedBatch(6, 1_000_000, List.of(ID)));
    }

    /** The oldest counted neither open orders nor remembered ids, the next ones only open orders. */
    @ParameterizedTest
    @CsvSource({"'', -1", "00000001, 1"})
    void whatAnOlderEngineWroteOfItsLastBatchIsRead(String counted, int openOrders) {
        store.put(Bytes.wrap(HEX.parseHex("62")),
                HEX.parseHex("0000000000000007" + "0000000000000009" + "00000000000f4272" + counted));

        assertThat(records.last()).isEqualTo(new LastBatch(7, 9, 1_000_050, openOrders, LastBatch.UNKNOWN));
    }
}
