package trading.client.audit;

import org.jspecify.annotations.Nullable;
import trading.client.audit.BatchSequence.Position;

/**
 * Where the audit of a partition begins.
 *
 * @param checkpoint the market as it stood there, {@code null} at the logs' beginning
 * @param salesFrom an offset of the sales topic at or before the next batch
 * @param looksBack whether batches before the start are asked for what they missed
 */
record Start(@Nullable MarketCheckpoint checkpoint, long salesFrom, boolean looksBack) {

    /** The earliest moment that the database knows: nothing closed before it. */
    private static final long EVER = -30_610_224_000_000L;

    private static final Position NOTHING = new Position(0, -1, Long.MIN_VALUE);

    static final Start BEGINNING = new Start(null, 0, false);

    /** Where a partition can begin to be audited. */
    enum From {
        /** At the logs' beginning. */
        BEGINNING,
        /** At the oldest checkpoint from which on everything is still there. */
        OLDEST_CHECKPOINT,
        /** At the newest checkpoint whose batch is persisted. */
        NEWEST_CHECKPOINT
    }

    /** The batch after which it begins. */
    Position position() {
        return checkpoint == null ? NOTHING : checkpoint.position();
    }

    /** Orders that closed up to this moment closed before the start, or in the same millisecond. */
    long closedBeforeMillis() {
        return checkpoint == null ? EVER : checkpoint.position().nowMillis();
    }

    /** For people. */
    String name() {
        return checkpoint == null ? "beginning" : checkpoint.name();
    }
}
