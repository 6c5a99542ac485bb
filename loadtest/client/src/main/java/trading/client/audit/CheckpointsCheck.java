package trading.client.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import trading.client.audit.BatchSequence.Position;
import trading.codec.Events;
import trading.market.OpenOrder;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.DoneIds;

/** Whether the checkpoints say where the market stood: each is compared with the books after its batch. For one thread. */
final class CheckpointsCheck {

    private final CheckpointsLog checkpoints;
    private final Findings.Place findings;
    private final Counts counts;
    private @Nullable MarketCheckpoint next;

    /**
     * @param isWhole whether no checkpoint has been deleted; else the first that is left may lack its first parts
     * @param startNumber checkpoints of batches up to this number are passed over
     */
    CheckpointsCheck(CheckpointsLog checkpoints, boolean isWhole, long startNumber, Findings.Place findings,
            Counts counts) {
        this.checkpoints = checkpoints;
        this.findings = findings;
        this.counts = counts;
        next = checkpoints.next();
        if (next != null && !isWhole && !next.hasFirstPart()) {
            next = checkpoints.next();
        }
        while (next != null && next.position().number() <= startNumber) {
            next = checkpoints.next();
        }
    }

    /** Compares the checkpoint after this batch, if there is one. */
    void after(Position batch, Ledger ledger) {
        while (next != null && next.position().number() <= batch.number()) {
            if (next.position().number() == batch.number()) {
                compare(next, batch, ledger);
            } else {
                reportWithoutBatch(next);
            }
            next = checkpoints.next();
        }
    }

    /**
     * Names the checkpoints behind the last batch.
     *
     * @param lastBatch the number of the newest batch that there is now, whether it is judged or not
     */
    void end(LongSupplier lastBatch) {
        if (next == null) {
            return;
        }
        long last = lastBatch.getAsLong();
        for (; next != null; next = checkpoints.next()) {
            if (next.position().number() > last) {
                reportWithoutBatch(next);
            }
        }
    }

    private void reportWithoutBatch(MarketCheckpoint checkpoint) {
        findings.add(checkpoint.name(), "published", "none, since there is no such batch");
    }

    private void compare(MarketCheckpoint checkpoint, Position batch, Ledger ledger) {
        counts.one(Count.CHECKPOINTS);
        String where = checkpoint.name();
        if (!checkpoint.isComplete()) {
            findings.add(where, checkpoint.parts().size() + " parts, without the first, one in between or the last",
                    "all parts");
            return;
        }
        compare(where + ", last offset", checkpoint.position().lastOffset(), batch.lastOffset());
        compare(where + ", now", checkpoint.position().nowMillis(), batch.nowMillis());
        compareOpen(where, checkpoint, ledger);
        compareLastTradeIds(where, checkpoint, ledger);
        compareRememberedIds(where, checkpoint, ledger);
    }

    private void compareOpen(String where, MarketCheckpoint checkpoint, Ledger ledger) {
        Set<UUID> found = new HashSet<>();
        for (Checkpoint part : checkpoint.parts()) {
            for (trading.wire.proto.OpenOrder written : part.getOpenList()) {
                OpenOrder order = Events.read(written);
                OpenOrder expected = ledger.open(order.orderId());
                String name = where + ", order " + order.orderId();
                if (!found.add(order.orderId())) {
                    findings.add(name, "twice", "once");
                } else if (expected == null) {
                    findings.add(name, "open", "not open");
                } else {
                    Fields.compare(name, order, expected, findings);
                }
            }
        }
        for (OpenOrder order : ledger.open()) {
            if (!found.contains(order.orderId())) {
                findings.add(where + ", order " + order.orderId(), "missing", order);
            }
        }
    }

    private void compareLastTradeIds(String where, MarketCheckpoint checkpoint, Ledger ledger) {
        Map<String, Long> missing = new HashMap<>(ledger.lastTradeIds());
        checkpoint.parts().stream().flatMap(part -> part.getLastTradeIdsList().stream())
                .forEach(last -> compare(where + ", last trade id of " + last.getProductId(), last.getTradeId(),
                        missing.remove(last.getProductId())));
        missing.forEach((productId, last) -> findings.add(where + ", last trade id of " + productId, "missing", last));
    }

    private void compareRememberedIds(String where, MarketCheckpoint checkpoint, Ledger ledger) {
        Set<UUID> found = new HashSet<>();
        for (Checkpoint part : checkpoint.parts()) {
            for (DoneIds ids : part.getDoneList()) {
                for (int i = 0; i < ids.getOrderIdHighCount(); i++) {
                    UUID orderId = new UUID(ids.getOrderIdHigh(i), ids.getOrderIdLow(i));
                    found.add(orderId);
                    compare(where + ", order " + orderId + ", done at", ids.getNow(), ledger.doneAtMillis(orderId));
                }
            }
        }
        for (UUID orderId : ledger.rememberedIds()) {
            if (!found.contains(orderId)) {
                findings.add(where + ", order " + orderId, "not among those that are done",
                        "done at " + ledger.doneAtMillis(orderId));
            }
        }
    }

    private void compare(String where, long found, @Nullable Long expected) {
        if (!Objects.equals(found, expected)) {
            findings.add(where, found, expected == null ? "none" : expected);
        }
    }
}
