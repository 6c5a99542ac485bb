package trading.baselines.market;

/** Which way an order goes. */
public enum Side {
    BUY, SELL
}
