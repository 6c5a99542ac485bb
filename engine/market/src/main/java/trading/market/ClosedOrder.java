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
        /** It grew older than the order timeout, or its own time was over. */
        EXPIRED,
        /** Its user cancelled it. */
        CANCELLED,
        /**
         * The market, or its user among orders good till cancelled, had as many open orders as it may have; or the market
         * as many products, and its own was none of them.
         */
        REJECTED,
        /** It met an order of the same user. */
        SELF_TRADE,
        /** Immediate or cancel: something was left of it at the end of its batch. */
        UNFILLED
    }
}
