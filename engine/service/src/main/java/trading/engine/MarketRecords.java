package trading.engine;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import trading.codec.Events;
import trading.market.OpenOrder;

/**
 * A partition's market as records of a changelog. Engines of other versions read them, too, while they replace each other.
 *
 * <pre>
 * p INDEX     offset, timestamp and bytes of the record that a batch took as its INDEX-th
 * o OFFSET    an order that outlived its batch, as it stands now
 * t PRODUCT   the number of the product's last sale
 * d BATCH     moment of the batch, and the ids made by clients whose orders were filled or closed in it
 * b           number, last offset and moment of the last batch, and how many orders were open after it
 * </pre>
 *
 * <p>For one thread.
 */
final class MarketRecords {

    private static final char SLOT = 'p';
    private static final char OPEN = 'o';
    private static final char TRADE = 't';
    private static final char REMEMBERED = 'd';
    private static final Bytes LAST = Bytes.wrap(new byte[]{'b'});

    private static final int ID_BYTES = 2 * Long.BYTES;

    /** Ids that fit into the record of a batch: 960 KB, where brokers take 1 MB. */
    static final int MAX_BATCH_IDS = 60_000;

    private final KeyValueStore<Bytes, byte[]> store;

    MarketRecords(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** The last batch that was traded. */
    LastBatch last() {
        byte[] batch = store.get(LAST);
        return batch == null ? LastBatch.NONE : LastBatch.read(batch);
    }

    void putLast(LastBatch last) {
        store.put(LAST, last.write());
    }

    /** Visits slots by index: those of the batch into which a commit fell last, and behind them what is left of longer ones. */
    void eachSlot(Consumer<Taken> visitor) {
        each(SLOT, (key, value) -> visitor.accept(Taken.read(value)));
    }

    void putSlot(int index, Taken taken) {
        store.put(key(SLOT, Integer.BYTES, key -> key.putInt(index)), taken.write());
    }

    /** Visits open orders, oldest first. */
    void eachOpen(Consumer<OpenOrder> visitor) {
        each(OPEN, (key, value) -> visitor.accept(openOrder(value)));
    }

    void putOpen(OpenOrder order) {
        store.put(numbered(OPEN, order.offset()), Events.write(order).toByteArray());
    }

    void deleteOpen(long offset) {
        store.delete(numbered(OPEN, offset));
    }

    /** Visits the products that were ever sold. */
    void eachLastTradeId(ObjLongConsumer<String> visitor) {
        each(TRADE, (key, value) -> visitor.accept(StandardCharsets.UTF_8.decode(key).toString(),
                ByteBuffer.wrap(value).getLong()));
    }

    void putLastTradeId(String productId, long lastTradeId) {
        byte[] product = productId.getBytes(StandardCharsets.UTF_8);
        store.put(key(TRADE, product.length, key -> key.put(product)),
                ByteBuffer.allocate(Long.BYTES).putLong(lastTradeId).array());
    }

    /** Visits batches whose ids are remembered, oldest first. */
    void eachRemembered(Consumer<RememberedBatch> visitor) {
        each(REMEMBERED, (key, value) -> {
            ByteBuffer remembered = ByteBuffer.wrap(value);
            long nowMillis = remembered.getLong();
            List<UUID> ids = new ArrayList<>(remembered.remaining() / ID_BYTES);
            while (remembered.hasRemaining()) {
                ids.add(new UUID(remembered.getLong(), remembered.getLong()));
            }
            visitor.accept(new RememberedBatch(key.getLong(), nowMillis, ids));
        });
    }

    void putRemembered(RememberedBatch batch) {
        ByteBuffer remembered = ByteBuffer.allocate(Long.BYTES + batch.ids().size() * ID_BYTES)
                .putLong(batch.nowMillis());
        batch.ids()
                .forEach(id -> remembered.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
        store.put(numbered(REMEMBERED, batch.number()), remembered.array());
    }

    void deleteRemembered(long number) {
        store.delete(numbered(REMEMBERED, number));
    }

    private static OpenOrder openOrder(byte[] value) {
        try {
            return Events.read(trading.wire.proto.OpenOrder.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the changelog holds an open order that cannot be read", e);
        }
    }

    /** Visits the entries of a kind in the order of their keys, numbers ascending. */
    private void each(char kind, BiConsumer<ByteBuffer, byte[]> visitor) {
        Bytes from = key(kind, 0, key -> {});
        Bytes to = key((char) (kind + 1), 0, key -> {});
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, to)) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                visitor.accept(ByteBuffer.wrap(entry.key.get()).position(1).slice(), entry.value);
            }
        }
    }

    private static Bytes numbered(char kind, long number) {
        return key(kind, Long.BYTES, key -> key.putLong(number));
    }

    private static Bytes key(char kind, int length, Consumer<ByteBuffer> rest) {
        ByteBuffer key = ByteBuffer.allocate(1 + length).put((byte) kind);
        rest.accept(key);
        return Bytes.wrap(key.array());
    }
}
