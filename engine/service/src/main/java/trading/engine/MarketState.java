package trading.engine;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import trading.codec.CheckpointRecords;
import trading.codec.Events;
import trading.market.Market;
import trading.market.OpenOrder;
import trading.market.Outcome;

/**
 * What a partition's market must not lose, in a store that Kafka Streams commits together with the offsets read and the
 * sales published. A market is never kept across a failure: it is rebuilt from here.
 *
 * <p>Kafka Streams commits when it likes, so also between two records of one batch. What a batch has taken so far
 * therefore lies in slots, one record each, from the moment it was taken. The next batch overwrites the slots; those
 * that stand above the last batch's offset are the beginning of the batch that a crash or a move interrupted.
 *
 * <pre>
 * p INDEX     offset, timestamp and bytes of the record that a batch took as its INDEX-th
 * o OFFSET    an order that outlived its batch, as it stands now
 * t PRODUCT   the number of the product's last sale
 * d BATCH     moment of the batch, and the ids made by clients whose orders were done in it
 * b           number, last offset and moment of the last batch
 * </pre>
 *
 * <p>Used by the thread of its stream task only.
 */
final class MarketState {

    private static final char PENDING = 'p';
    private static final char OPEN = 'o';
    private static final char TRADE = 't';
    private static final char DONE = 'd';
    private static final Bytes BATCH = Bytes.wrap(new byte[]{'b'});

    private static final int ID_BYTES = 2 * Long.BYTES;

    /** A batch whose ids are remembered, oldest first. */
    private record DoneBatch(long number, long nowMillis) {}

    private final KeyValueStore<Bytes, byte[]> store;
    private final ArrayDeque<DoneBatch> doneBatches = new ArrayDeque<>();
    private final List<Bytes> slots = new ArrayList<>();
    private LastBatch last;

    /** Reads where the partition stands. */
    MarketState(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        byte[] batch = store.get(BATCH);
        this.last = batch == null ? LastBatch.NONE : LastBatch.read(batch);
    }

    /** The last batch that was traded. */
    LastBatch last() {
        return last;
    }

    /** A market that stands where the last batch left it. Called once. */
    Market rebuild() {
        Market market = new Market();
        each(OPEN, (key, value) -> market.restoreOpen(openOrder(value)));
        each(TRADE, (key, value) -> market.restoreLastTradeId(StandardCharsets.UTF_8.decode(key).toString(),
                ByteBuffer.wrap(value).getLong()));
        each(DONE, (key, value) -> {
            DoneBatch batch = new DoneBatch(key.getLong(), ByteBuffer.wrap(value).getLong());
            doneBatches.add(batch);
            market.restoreDone(batch.nowMillis(), doneIds(value));
        });
        return market;
    }

    /** Everything that a market needs to stand where the last batch left it. */
    void describe(CheckpointRecords checkpoint) {
        each(OPEN, (key, value) -> checkpoint.open(openOrder(value)));
        each(TRADE, (key, value) -> checkpoint.lastTradeId(StandardCharsets.UTF_8.decode(key).toString(),
                ByteBuffer.wrap(value).getLong()));
        each(DONE, (key, value) -> checkpoint.done(ByteBuffer.wrap(value).getLong(), doneIds(value)));
        checkpoint.end();
    }

    /** The records that an interrupted batch had taken, oldest first. */
    List<Taken> pending() {
        List<Taken> pending = new ArrayList<>();
        each(PENDING, (key, value) -> {
            Taken taken = Taken.read(value);
            if (taken.offset() > last.offset()) {
                pending.add(taken);
            }
        });
        return pending;
    }

    /** Keeps a record that the present batch took as its {@code index}-th. */
    void take(int index, Taken taken) {
        while (slots.size() <= index) {
            slots.add(key(PENDING, Integer.BYTES, key -> key.putInt(slots.size())));
        }
        store.put(slots.get(index), taken.write());
    }

    /** Keeps what a batch did, and forgets what need not be known any longer. */
    void write(long lastOffset, long nowMillis, long idempotencyWindowMillis, Outcome outcome) {
        last = new LastBatch(last.number() + 1, lastOffset, nowMillis);
        outcome.rested().forEach(this::putOpen);
        outcome.changed().forEach(this::putOpen);
        outcome.gone().forEach(offset -> store.delete(numbered(OPEN, offset)));
        outcome.lastTradeIds().forEach(this::putLastTradeId);
        forgetDone(nowMillis - idempotencyWindowMillis);
        putDone(outcome.doneClientIds());
        store.put(BATCH, last.write());
    }

    private void putOpen(OpenOrder order) {
        store.put(numbered(OPEN, order.offset()), Events.write(order).toByteArray());
    }

    private void putLastTradeId(String productId, long lastTradeId) {
        byte[] product = productId.getBytes(StandardCharsets.UTF_8);
        store.put(key(TRADE, product.length, key -> key.put(product)),
                ByteBuffer.allocate(Long.BYTES).putLong(lastTradeId).array());
    }

    private void putDone(List<UUID> ids) {
        if (ids.isEmpty()) {
            return;
        }
        ByteBuffer done = ByteBuffer.allocate(Long.BYTES + ids.size() * ID_BYTES).putLong(last.nowMillis());
        ids.forEach(id -> done.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
        store.put(numbered(DONE, last.number()), done.array());
        doneBatches.add(new DoneBatch(last.number(), last.nowMillis()));
    }

    private void forgetDone(long beforeMillis) {
        while (!doneBatches.isEmpty() && doneBatches.getFirst().nowMillis() < beforeMillis) {
            store.delete(numbered(DONE, doneBatches.removeFirst().number()));
        }
    }

    private static List<UUID> doneIds(byte[] value) {
        ByteBuffer done = ByteBuffer.wrap(value, Long.BYTES, value.length - Long.BYTES);
        List<UUID> ids = new ArrayList<>(done.remaining() / ID_BYTES);
        while (done.hasRemaining()) {
            ids.add(new UUID(done.getLong(), done.getLong()));
        }
        return ids;
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
