package trading.client.audit;

import trading.codec.BatchRecords;

/** Whether the batches of a partition follow each other without gap, overlap or step back in time. For one thread. */
final class BatchSequence {

    private final Findings.Place findings;
    private Position last;

    /**
     * Where a partition stands after a batch.
     *
     * @param number of the batch, 0 before the first one, and as long as batches are older than the number
     * @param lastOffset of the orders log
     */
    record Position(long number, long lastOffset, long nowMillis) {}

    /**
     * @param start the position to go on from
     */
    BatchSequence(Position start, Findings.Place findings) {
        this.last = start;
        this.findings = findings;
    }

    /** Where the last batch left the partition. */
    Position last() {
        return last;
    }

    /**
     * Compares the batch with the one before.
     *
     * @param next the first record of the orders log that is in no batch yet
     * @return whether it can be traded as the next one: not if it is a repeated or an older one
     */
    boolean follows(PublishedBatch batch, long next) {
        String where = batch.name();
        if (last.number() > 0 && batch.number() > 0 && batch.number() <= last.number()) {
            findings.add(where, "repeated, or later than it should be, after batch " + last.number(),
                    "batch " + (last.number() + 1));
            return false;
        }
        boolean isNumbered = last.number() > 0 || (batch.number() > 0 && last.lastOffset() < 0);
        if (isNumbered && batch.number() != last.number() + 1) {
            findings.add(where + ", number", batch.number(), last.number() + 1);
        }
        compare(where + ", rules version", batch.rulesVersion(), BatchRecords.RULES_VERSION);
        compare(where + ", first offset", batch.firstOffset(), next);
        if (batch.lastOffset() < batch.firstOffset() - 1) {
            findings.add(where + ", last offset", batch.lastOffset(), "from " + (batch.firstOffset() - 1));
        }
        if (batch.nowMillis() < last.nowMillis()) {
            findings.add(where + ", now", batch.nowMillis(), "from " + last.nowMillis());
        }
        boolean isInPlace = last.number() > 0 && batch.number() == 0;
        last = new Position(isInPlace ? last.number() + 1 : batch.number(),
                Math.max(last.lastOffset(), batch.lastOffset()),
                Math.max(last.nowMillis(), batch.nowMillis()));
        return true;
    }

    private void compare(String where, long found, long expected) {
        if (found != expected) {
            findings.add(where, found, expected);
        }
    }
}
