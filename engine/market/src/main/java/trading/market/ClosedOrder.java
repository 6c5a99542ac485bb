package trading.market;

/**
 * An order that left the market with something left.
 *
 * @param order as it stood when it closed
 * @param reason why
 */
public record ClosedOrder(OpenOrder order, Reason reason) {

    /** Why an order closed with something left. */
    public enum Reason {
        /** It grew older than the order timeout. */
        EXPIRED,
        /** Its user cancelled it. */
        CANCELLED,
        /** The market had as many open orders as it may have. */
        REJECTED
    }
}
