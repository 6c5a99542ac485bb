package trading.gateway.results;

/** How far an order has come. */
public enum OrderStatus {
    /** Waits in the market, nothing sold or bought yet. */
    OPEN,
    /** Waits in the market for the rest. */
    PARTIALLY_FILLED,
    /** Nothing is left to trade. */
    FILLED,
    /** Closed by its age, with something left. */
    EXPIRED,
    /** Closed by its user, with something left. */
    CANCELLED,
    /** Closed at once: its market had as many open orders as it may have. */
    REJECTED
}
