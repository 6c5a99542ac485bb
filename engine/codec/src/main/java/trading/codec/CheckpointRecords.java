package trading.codec;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import trading.market.Market;
import trading.market.OpenOrder;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.DoneIds;
import trading.wire.proto.LastTradeId;

/**
 * Writes where a partition's market stands after a batch, part by part, and brings a market there again. Call
 * {@link #open}, {@link #lastTradeId} and {@link #remembered} for everything there is, in this order, and {@link #end} at last.
 *
 * <p>For one thread.
 */
public final class CheckpointRecords {

    /** Orders, products and ids in one part at most: a part stays far below Kafka's limit of 1 MB for a record. */
    public static final int MAX_ENTRIES = 1_000;

    private final Consumer<Checkpoint> records;
    private final Checkpoint.Builder part;
    private int entries;

    /**
     * @param batchNumber of the last batch that was traded
     * @param lastOffset of that batch
     * @param nowMillis moment of that batch
     * @param records takes each part as soon as it is full
     */
    public CheckpointRecords(long batchNumber, long lastOffset, long nowMillis, Consumer<Checkpoint> records) {
        this.records = records;
        this.part = Checkpoint.newBuilder().setBatchNumber(batchNumber).setLastOffset(lastOffset).setNow(nowMillis)
                .setPart(1);
    }

    /** Next open order by age. */
    public void open(OpenOrder order) {
        makeRoom();
        part.addOpen(Events.write(order));
    }

    /** A product that was ever sold. */
    public void lastTradeId(String productId, long tradeId) {
        makeRoom();
        part.addLastTradeIds(LastTradeId.newBuilder().setProductId(productId).setTradeId(tradeId));
    }

    /** Remembered ids of the next batch by age. */
    public void remembered(long nowMillis, List<UUID> orderIds) {
        for (int from = 0; from < orderIds.size();) {
            makeRoom();
            int to = Math.min(orderIds.size(), from + 1 + MAX_ENTRIES - entries);
            DoneIds.Builder ids = DoneIds.newBuilder().setNow(nowMillis);
            orderIds.subList(from, to).forEach(orderId -> ids.addOrderIdHigh(orderId.getMostSignificantBits())
                    .addOrderIdLow(orderId.getLeastSignificantBits()));
            part.addDone(ids);
            entries += to - from - 1;
            from = to;
        }
    }

    /** That was all. */
    public void end() {
        records.accept(part.setLast(true).build());
    }

    private void makeRoom() {
        if (entries == MAX_ENTRIES) {
            records.accept(part.build());
            part.setPart(part.getPart() + 1).clearOpen().clearLastTradeIds().clearDone();
            entries = 0;
        }
        entries++;
    }

    /** Puts what a part holds into a market; parts in their order, the first one into a new market. */
    public static void restore(Checkpoint part, Market market) {
        part.getOpenList().forEach(order -> market.restoreOpen(Events.read(order)));
        part.getLastTradeIdsList().forEach(last -> market.restoreLastTradeId(last.getProductId(), last.getTradeId()));
        for (DoneIds ids : part.getDoneList()) {
            for (int i = 0; i < ids.getOrderIdHighCount(); i++) {
                market.restoreRemembered(ids.getNow(),
                        List.of(new UUID(ids.getOrderIdHigh(i), ids.getOrderIdLow(i))));
            }
        }
    }
}
