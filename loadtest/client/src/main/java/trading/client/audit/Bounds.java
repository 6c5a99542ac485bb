package trading.client.audit;

/**
 * What an audit looks at in one partition, taken down before it begins. What comes later is too new to be judged.
 *
 * @param persisted records of the sales topic before this offset must be in the database and on results
 */
record Bounds(Range orders, Range sales, Range results, Range deadLetters, Range checkpoints, long persisted) {

    /** The same up to its ends, from where these began: what was deleted meanwhile was looked for there. */
    Bounds beginningAs(Bounds earlier) {
        return new Bounds(new Range(earlier.orders().beginning(), orders.end()),
                new Range(earlier.sales().beginning(), sales.end()), results, deadLetters, checkpoints, persisted);
    }

    /**
     * Offsets of a topic.
     *
     * @param beginning the first that has not been deleted
     * @param end the one after the last committed one
     */
    record Range(long beginning, long end) {}
}
