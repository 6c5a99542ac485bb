package trading.market;

/** Which way an order trades: a purchase order buys, a sales order sells. */
public enum Side {
    BUY, SELL
}
