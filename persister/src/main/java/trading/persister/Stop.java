package trading.persister;

/**
 * Why a partition of the sales topic cannot go on, and from which offset.
 *
 * @param detail what is wrong with the record at this offset, for people
 */
record Stop(Reason reason, long offset, String detail) {

    enum Reason {
        /** The database has another sale, or another closed order, under the same key. */
        CONFLICTING,
        /** A value does not fit its column. */
        UNWRITABLE
    }
}
