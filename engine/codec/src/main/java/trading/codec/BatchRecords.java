package trading.codec;

import java.util.ArrayList;
import java.util.List;
import trading.market.Batch;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.Outcome;
import trading.market.Sale;

/**
 * Writes a traded batch as the records of the sales log.
 *
 * <p>Safe for use by any thread.
 */
public final class BatchRecords {

    /** Version of the trading rules that batches are traded by. */
    public static final int RULES_VERSION = 1;

    /** Events in one part at most: a part stays far below Kafka's limit of 1 MB for a record. */
    public static final int MAX_EVENTS = 500;

    private BatchRecords() {}

    /**
     * The parts of a batch, at least one, in the order in which they are to be published.
     *
     * @param number of the batch: 1, 2, 3 … in its partition
     */
    public static List<trading.wire.proto.Batch> write(long number, Offsets offsets, Batch batch,
            Outcome outcome) {
        int events = outcome.closed().size() + outcome.sales().size() + outcome.rested().size();
        int parts = Math.max(1, Math.ceilDiv(events, MAX_EVENTS));
        trading.wire.proto.Batch.Builder part = trading.wire.proto.Batch.newBuilder().setRulesVersion(RULES_VERSION)
                .setNumber(number).setFirstOffset(offsets.first()).setLastOffset(offsets.last())
                .setMissed(offsets.missed()).setNow(batch.nowMillis())
                .setTimeoutMillis(batch.timeoutMillis())
                .setIdempotencyWindowMillis(batch.idempotencyWindowMillis())
                .setMaxOpenOrders(bound(batch.maxOpenOrders())).setMaxGtcOrders(bound(batch.maxGtcOrders()))
                .setMaxProducts(bound(batch.maxProducts()))
                .setSelfTrades(SelfTradeRules.write(batch.selfTrades().otherwise()))
                .addAllSelfTradeExceptions(SelfTradeRules.exceptions(batch.selfTrades()))
                .setOldestAcceptedAt(oldestAcceptedAt(batch, outcome)).setPart(1).setParts(parts);
        List<trading.wire.proto.Batch> written = new ArrayList<>(parts);
        int room = MAX_EVENTS;
        for (Sale sale : outcome.sales()) {
            room = room(room, part, written);
            part.addSales(Events.write(sale));
        }
        // Behind the sales: whoever has only some of the parts must not take an order for done of which there are sales to come.
        for (ClosedOrder closed : outcome.closed()) {
            room = room(room, part, written);
            part.addClosed(Events.write(closed));
        }
        for (OpenOrder rested : outcome.rested()) {
            room = room(room, part, written);
            part.addRested(Events.write(rested));
        }
        written.add(part.build());
        return written;
    }

    /** No bound is 0 on the wire. */
    private static int bound(int bound) {
        return bound == Integer.MAX_VALUE ? 0 : bound;
    }

    /** When the log took the oldest order of earlier batches that this one touched, if that is over its timeout, else 0. */
    public static long oldestAcceptedAt(Batch batch, Outcome outcome) {
        long oldest = outcome.oldestAcceptedAtMillis();
        return batch.nowMillis() - batch.timeoutMillis() > oldest ? oldest : 0;
    }

    private static int room(int room, trading.wire.proto.Batch.Builder part, List<trading.wire.proto.Batch> written) {
        if (room > 0) {
            return room - 1;
        }
        written.add(part.build());
        part.setPart(part.getPart() + 1).clearClosed().clearSales().clearRested();
        return MAX_EVENTS - 1;
    }
}
