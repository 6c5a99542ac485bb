package trading.market;

/** For how long an order stays in the market if it does not trade. */
public enum TimeInForce {
    /** As long as the batch's order timeout says. */
    TIMEOUT,
    /** Good till time: until a moment of its own. */
    GTT,
    /** Good till cancelled: it never expires. */
    GTC,
    /** Immediate or cancel: it trades in the batch in which it comes, and what is left then is closed. */
    IOC
}
