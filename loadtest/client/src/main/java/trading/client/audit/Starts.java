package trading.client.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.client.audit.BatchSequence.Position;
import trading.client.audit.Bounds.Range;
import trading.client.audit.Start.From;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.Topics;
import trading.wire.proto.Batch;

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
     * @throws CannotJudge if too much has been deleted
     */
    Start choose(int partition, @Nullable From from, Bounds bounds) {
        boolean isWhole = bounds.orders().beginning() == 0 && bounds.sales().beginning() == 0
                && bounds.results().beginning() == 0;
        if (isWhole && (from == null || from == From.BEGINNING)) {
            return Start.BEGINNING;
        }
        String deleted = "the first offsets are " + bounds.orders().beginning() + " of orders, "
                + bounds.sales().beginning() + " of sales, " + bounds.results().beginning() + " of results";
        if (from == From.BEGINNING) {
            throw new CannotJudge(deleted + " (expected: 0, nothing deleted)");
        }
        List<Position> candidates = positions(partition, bounds.checkpoints());
        long firstResult = firstResult(partition, bounds.results());
        for (Position candidate : from == From.NEWEST_CHECKPOINT ? candidates.reversed() : candidates) {
            if (candidate.lastOffset() + 1 >= bounds.orders().beginning() && candidate.number() + 1 >= firstResult) {
                long salesFrom = salesFrom(partition, candidate, bounds.sales(), bounds.persisted());
                if (salesFrom >= 0) {
                    return new Start(read(partition, candidate, bounds.checkpoints()), salesFrom,
                            from != From.NEWEST_CHECKPOINT);
                }
            }
        }
        if (isWhole) {
            return Start.BEGINNING;
        }
        throw new CannotJudge(deleted + ", and of " + candidates.size() + " checkpoints there is none from which on"
                + " everything is there (expected: 0, or such a checkpoint)");
    }

    /** Number of the first batch that is whole on results, or later: none when nothing has been deleted. */
    private long firstResult(int partition, Range results) {
        return results.beginning() == 0 ? 0 : firstWhole(partition, results);
    }

    /**
     * Where the results of what comes after a start can begin: at about its moment, unless the clocks of who traded and who
     * persisted it differ by more than that bears.
     */
    long resultsFrom(int partition, Position start, Range results, Duration clockDifference) {
        long from = Math.max(results.beginning(), logs.offsetAt(Topics.RESULTS, partition,
                start.nowMillis() - clockDifference.toMillis(), results.end()));
        return firstWhole(partition, new Range(from, results.end())) <= start.number() + 1 ? from : results.beginning();
    }

    private long firstWhole(int partition, Range results) {
        try (Log log = logs.read(Topics.RESULTS, partition, results.beginning(), results.end())) {
            while (log.hasNext()) {
                try {
                    Batch first = Batches.read(log.next().value());
                    return first.getPart() == 1 ? first.getNumber() : first.getNumber() + 1;
                } catch (InvalidField e) {
                    // What no persister wrote tells nothing.
                }
            }
        }
        return Long.MAX_VALUE;
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
            CheckpointsLog checkpoints = new CheckpointsLog(log);
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
            SalesLog batches = SalesLog.unjudged(log);
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
