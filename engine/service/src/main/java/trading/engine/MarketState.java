package trading.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.stream.Stream;
import trading.codec.CheckpointRecords;
import trading.market.Market;
import trading.market.OpenOrder;
import trading.market.Outcome;

/**
 * What a partition's market must not lose, in records that Kafka Streams commits together with the offsets read and the
 * sales published. A market is never kept across a failure: it is rebuilt from here.
 *
 * <p>Kafka Streams commits when it likes, so also between two records of one batch. Just before, {@link #flush} brings the
 * records to where the partition stands, and puts what the present batch has taken so far into slots, one record each. The
 * next batch into which a commit falls overwrites them; those that stand above the last batch's offset are the beginning
 * of the batch that a crash or a move interrupted.
 *
 * <p>What the market knows as well, open orders and remembered ids, is nearly everything, and would be in memory
 * twice. As long as there is a market, such records are written to the changelog, and not kept.
 *
 * <p>Between two commits changes are only noted. An order that changes ten times is written once, and one that comes and
 * leaves not at all: nearly all do.
 *
 * <p>Used by the thread of its stream task only.
 */
final class MarketState {

    /** A batch with so many ids in the records. */
    private record KeptIds(long batch, long nowMillis, int ids) {}

    private final MarketRecords records;
    private final MarketRecords memory;
    private Market market = new Market();
    private LastBatch last;
    private int openOrders;
    private int rememberedIds;
    private boolean isLastWritten = true;

    /** What the present batch has taken, of which the first {@code slots} lie in slots. */
    private final List<Taken> taken = new ArrayList<>();
    private int slots;

    /** Orders of which there is no record, by offset. */
    private final Map<Long, OpenOrder> rested = new HashMap<>();

    /** Orders that differ from their records, by offset. */
    private final Map<Long, OpenOrder> changed = new HashMap<>();

    /** Orders of which there is a record no longer needed, by offset. */
    private final List<Long> gone = new ArrayList<>();

    private final Map<String, Long> lastTradeIds = new HashMap<>();

    /** Batches whose ids are remembered, oldest first: those in the records, and those behind them that are not yet. */
    private final ArrayDeque<KeptIds> kept = new ArrayDeque<>();
    private final ArrayDeque<RememberedBatch> remembered = new ArrayDeque<>();

    /** Batches whose ids are in the records and no longer remembered. */
    private final List<Long> forgotten = new ArrayList<>();

    /**
     * Reads where the partition stands.
     *
     * @param records writes to the changelog, and into memory
     * @param memory the same records, of which the changelog does not hear
     */
    MarketState(MarketRecords records, MarketRecords memory) {
        this.records = records;
        this.memory = memory;
        this.last = memory.last();
    }

    /** The last batch that was traded. */
    LastBatch last() {
        return last;
    }

    /**
     * A market that stands where the last batch left it. Called once, before anything changes.
     *
     * @throws IllegalStateException if there are not as many open orders or remembered ids as that batch left: the records
     *         were read in part only, since a deletion is kept for a while in a changelog, and whoever reads too late misses
     *         it
     */
    Market rebuild() {
        List<Long> offsets = new ArrayList<>();
        memory.eachOpen(order -> {
            market.restoreOpen(order);
            offsets.add(order.offset());
        });
        offsets.forEach(memory::deleteOpen);
        memory.eachLastTradeId(market::restoreLastTradeId);
        memory.eachRemembered(batch -> {
            kept.add(kept(batch));
            market.restoreRemembered(batch.nowMillis(), batch.ids());
        });
        kept.forEach(batch -> memory.deleteRemembered(batch.batch()));
        openOrders = market.openOrders();
        rememberedIds = kept.stream().mapToInt(KeptIds::ids).sum();
        requireAll("open orders", openOrders, last.openOrders());
        requireAll("remembered ids", rememberedIds, last.rememberedIds());
        return market;
    }

    private void requireAll(String what, int found, int left) {
        if (left != LastBatch.UNKNOWN && left != found) {
            throw new IllegalStateException("the changelog gave %d %s (expected: %d, as batch %d left them)"
                    .formatted(found, what, left, last.number()));
        }
    }

    /** The records that an interrupted batch had taken, oldest first; it goes on. Called once, before anything changes. */
    List<Taken> pending() {
        memory.eachSlot(slot -> {
            if (slot.offset() > last.offset()) {
                taken.add(slot);
            }
        });
        slots = taken.size();
        return List.copyOf(taken);
    }

    /** Everything that a market needs to stand where the last batch left it. */
    void describe(CheckpointRecords checkpoint) {
        writeChanges();
        market.open().forEach(checkpoint::open);
        memory.eachLastTradeId(checkpoint::lastTradeId);
        market.eachRemembered(checkpoint::remembered);
        checkpoint.end();
    }

    /**
     * Gives memory back what the market has, for the standby that goes on with the records. Called last.
     *
     * @throws IllegalStateException if the changelog lacks some of it: then nobody may go on with what is in memory
     */
    void standBy() {
        if (!isLastWritten) {
            throw new IllegalStateException("batch %d was traded and not committed".formatted(last.number()));
        }
        market.open().forEach(memory::putOpen);
        // The market does not tell batches of one moment apart; who deletes their records must.
        Queue<UUID> ids = new ArrayDeque<>(market.rememberedIds());
        market.eachRemembered((_, orderIds) -> ids.addAll(orderIds));
        for (KeptIds batch : kept) {
            memory.putRemembered(new RememberedBatch(batch.batch(), batch.nowMillis(),
                    Stream.generate(ids::remove).limit(batch.ids()).toList()));
        }
        market = new Market();
    }

    private static KeptIds kept(RememberedBatch batch) {
        return new KeptIds(batch.number(), batch.nowMillis(), batch.ids().size());
    }

    /** Keeps a record that the present batch took. */
    void take(Taken next) {
        taken.add(next);
    }

    /** Keeps what the present batch did, and forgets what need not be known any longer. */
    void endBatch(long lastOffset, long nowMillis, long idempotencyWindowMillis, Outcome outcome) {
        openOrders += outcome.rested().size() - outcome.gone().size();
        forget(nowMillis - idempotencyWindowMillis);
        rememberedIds += outcome.rememberedIds().size();
        last = new LastBatch(last.number() + 1, lastOffset, nowMillis, openOrders, rememberedIds);
        isLastWritten = false;
        taken.clear();
        slots = 0;
        outcome.rested().forEach(order -> rested.put(order.offset(), order));
        outcome.changed().forEach(this::change);
        outcome.gone().forEach(this::leave);
        lastTradeIds.putAll(outcome.lastTradeIds());
        if (!outcome.rememberedIds().isEmpty()) {
            remembered.add(new RememberedBatch(last.number(), nowMillis, outcome.rememberedIds()));
        }
    }

    /** Writes what must not be lost if there is a commit now. */
    void flush() {
        for (; slots < taken.size(); slots++) {
            records.putSlot(slots, taken.get(slots));
        }
        writeChanges();
    }

    private void change(OpenOrder order) {
        if (rested.replace(order.offset(), order) == null) {
            changed.put(order.offset(), order);
        }
    }

    private void leave(Long offset) {
        if (rested.remove(offset) == null) {
            changed.remove(offset);
            gone.add(offset);
        }
    }

    private void write(OpenOrder order) {
        records.putOpen(order);
        memory.deleteOpen(order.offset());
    }

    private void forget(long beforeMillis) {
        while (!kept.isEmpty() && kept.getFirst().nowMillis() < beforeMillis) {
            KeptIds oldest = kept.removeFirst();
            forgotten.add(oldest.batch());
            rememberedIds -= oldest.ids();
        }
        while (!remembered.isEmpty() && remembered.getFirst().nowMillis() < beforeMillis) {
            rememberedIds -= remembered.removeFirst().ids().size();
        }
    }

    private void writeChanges() {
        if (isLastWritten) {
            return;
        }
        rested.values().forEach(this::write);
        rested.clear();
        changed.values().forEach(this::write);
        changed.clear();
        gone.forEach(records::deleteOpen);
        gone.clear();
        lastTradeIds.forEach(records::putLastTradeId);
        lastTradeIds.clear();
        forgotten.forEach(records::deleteRemembered);
        forgotten.clear();
        for (RememberedBatch batch : remembered) {
            records.putRemembered(batch);
            memory.deleteRemembered(batch.number());
            kept.add(kept(batch));
        }
        remembered.clear();
        records.putLast(last);
        isLastWritten = true;
    }
}
