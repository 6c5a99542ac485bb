package trading.client.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.client.audit.BatchSequence.Position;
import trading.client.audit.Bounds.Range;
import trading.client.audit.Start.From;
import trading.wire.Topics;

/** Finds where a partition can begin to be audited, given what retention has left of its logs. For one thread. */
final class Starts {

    private final Logs logs;

    Starts(Logs logs) {
        this.logs = logs;
    }

    /**
     * Where to begin.
     *
     * @param from where the caller wants to, {@code null} for as early as possible
     * @param persisted the checkpoint's batch must be before this offset of the sales topic
     * @throws CannotJudge if too much has been deleted
     */
    Start choose(int partition, @Nullable From from, Range orders, Range sales, Range checkpoints, long persisted) {
        boolean isWhole = orders.beginning() == 0 && sales.beginning() == 0;
        if (isWhole && (from == null || from == From.BEGINNING)) {
            return Start.BEGINNING;
        }
        String deleted = "orders begin at offset " + orders.beginning() + " and sales at offset " + sales.beginning();
        if (from == From.BEGINNING) {
            throw new CannotJudge("partition " + partition + ": " + deleted + " (expected: 0, nothing deleted)");
        }
        List<Position> candidates = positions(partition, checkpoints);
        if (from == From.NEWEST_CHECKPOINT) {
            candidates = candidates.reversed();
        }
        for (Position candidate : candidates) {
            long salesFrom = salesFrom(partition, candidate, sales, persisted);
            if (candidate.lastOffset() + 1 >= orders.beginning() && salesFrom >= 0) {
                return new Start(read(partition, candidate, checkpoints), salesFrom);
            }
        }
        if (isWhole) {
            return Start.BEGINNING;
        }
        throw new CannotJudge("partition " + partition + ": " + deleted + ", and of " + candidates.size()
                + " checkpoints there is none from which on everything is there"
                + " (expected: both from 0, or such a checkpoint)");
    }

    private List<Position> positions(int partition, Range range) {
        List<Position> positions = new ArrayList<>();
        each(partition, range, checkpoint -> {
            if (checkpoint.isComplete()) {
                positions.add(checkpoint.position());
            }
            return true;
        });
        return positions;
    }

    private MarketCheckpoint read(int partition, Position wanted, Range range) {
        List<MarketCheckpoint> found = new ArrayList<>();
        each(partition, range, checkpoint -> {
            if (checkpoint.isComplete() && checkpoint.position().equals(wanted)) {
                found.add(checkpoint);
            }
            return found.isEmpty();
        });
        return found.getFirst();
    }

    private interface Visitor {
        /** @return whether to go on */
        boolean visit(MarketCheckpoint checkpoint);
    }

    private void each(int partition, Range range, Visitor visitor) {
        try (Log log = logs.read(Topics.CHECKPOINTS, partition, range.beginning(), range.end())) {
            CheckpointsLog checkpoints = new CheckpointsLog(log, (where, found, expected) -> {});
            MarketCheckpoint checkpoint = checkpoints.next();
            while (checkpoint != null && visitor.visit(checkpoint)) {
                checkpoint = checkpoints.next();
            }
        }
    }

    /**
     * Where the batches after a checkpoint begin on the sales topic, or before; -1 if the next one is not there any more,
     * or is not known to come, or the checkpoint's own batch is not persisted.
     */
    private long salesFrom(int partition, Position checkpoint, Range sales, long persisted) {
        long from = Math.max(sales.beginning(),
                logs.offsetAt(Topics.SALES, partition, checkpoint.nowMillis(), sales.end()));
        long own = -1;
        try (Log log = logs.read(Topics.SALES, partition, from, sales.end())) {
            SalesLog batches = new SalesLog(log, 0, (where, found, expected) -> {}, record -> {});
            for (PublishedBatch batch = batches.next(); batch != null && own < persisted; batch = batches.next()) {
                if (batch.number() > checkpoint.number()) {
                    return batch.number() == checkpoint.number() + 1 ? from : -1;
                }
                own = batch.number() == checkpoint.number() ? batch.salesOffset() : own;
            }
        }
        return own >= 0 && own < persisted ? from : -1;
    }
}
