package trading.client.audit;

/** What an audit counts. */
public enum Count {
    /** Batches that were traded again. */
    BATCHES,
    /** Records of the orders log that place an order, repeats included. */
    ORDERS,
    /** Records of the orders log that cancel one. */
    CANCELS,
    /** Records of the orders log that no engine could read. */
    UNREADABLE,
    /** Orders that were ignored since their id was known. */
    REPEATED,
    /** Orders that were open where the audit began. */
    OPEN_AT_START,
    /** Orders that sales took completely. */
    FILLED,
    /** Orders that expired. */
    EXPIRED,
    /** Orders that were cancelled. */
    CANCELLED,
    /** Orders that came while too many were open. */
    REJECTED,
    /** Orders that met one of the same user. */
    SELF_TRADES,
    /** Orders, immediate or cancel, of which something was left at the end of their batch. */
    UNFILLED,
    /** Orders that are open at the end. */
    OPEN,
    /** Sales. */
    SALES,
    /** Sales of orders whose acceptance was to be proved. */
    SALES_OF_ACCEPTED,
    /** Rows of SALES that were compared field by field. */
    SALES_ROWS,
    /** Rows of SALES that were made before the audit's start and only counted. */
    SALES_ROWS_COUNTED,
    /** Rows of CLOSED_ORDERS that were compared field by field. */
    CLOSED_ORDERS_ROWS,
    /** Records of the sales topic that were found on results. */
    RESULTS,
    /** Records on results that repeat another one. */
    REPEATED_RESULTS,
    /** Dead letters that were found where they must be. */
    DEAD_LETTERS,
    /** Checkpoints that were compared. */
    CHECKPOINTS,
    /** Orders and cancels that came too late for this audit: no batch has them yet. */
    TOO_NEW_COMMANDS,
    /** Records of the sales topic that the persister had not committed when the audit began. */
    TOO_NEW_BATCHES
}
