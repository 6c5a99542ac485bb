package trading.gateway.results;

/** How far an order has come. */
public enum OrderStatus {
    /** Waits in the market, nothing sold or bought yet. */
    OPEN,
    /** Waits in the market for the rest. */
    PARTIALLY_FILLED,
    /** Nothing is left to trade. */
    FILLED,
    /** Closed by its age, or by its own time, with something left. */
    EXPIRED,
    /** Closed with something left by its user, by an order of the same user, or since it was to trade at once. */
    CANCELLED,
    /** Closed at once: its market, or its user, had as many open orders as there may be. */
    REJECTED;

    /** What the reason in a row of {@code CLOSED_ORDERS} makes of an order. */
    static OrderStatus ofReason(String reason) {
        return switch (reason) {
            case "CANCELLED", "SELF_TRADE", "UNFILLED" -> CANCELLED;
            case "REJECTED" -> REJECTED;
            default -> EXPIRED;
        };
    }
}
