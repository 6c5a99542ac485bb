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
        /** Rejected by one of the bounds below, by an engine that did not say by which; none is any more. */
        REJECTED,
        /** It met an order of the same user. */
        SELF_TRADE,
        /** Immediate or cancel: something was left of it at the end of its batch. */
        UNFILLED,
        /** Rejected: it came while as many orders were open in its market as may be. */
        MAX_OPEN_ORDERS,
        /** Rejected: it is good till cancelled, and its user had as many such orders open in its product as may be. */
        MAX_GTC_ORDERS,
        /** Rejected: its market had as many products as may be, and its own was none of them. */
        MAX_PRODUCTS;

        /** Whether an order was closed as it came, by a bound of its batch. */
        public boolean isRejection() {
            return switch (this) {
                case REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS -> true;
                case EXPIRED, CANCELLED, SELF_TRADE, UNFILLED -> false;
            };
        }
    }
}
