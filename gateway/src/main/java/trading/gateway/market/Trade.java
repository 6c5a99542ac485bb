package trading.gateway.market;

/**
 * A sale as the market sees it.
 *
 * @param tradeId numbers the sales of its product
 * @param price in ticks
 * @param quantity how many changed hands
 * @param tradedAtMillis the moment of its batch
 */
record Trade(long tradeId, long price, long quantity, long tradedAtMillis) {

    /** What one takes in memory among the newest of its product. */
    static final int BYTES = 32;
}
