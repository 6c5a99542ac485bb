package trading.baselines.market;

import java.util.List;

/**
 * What became of an order.
 *
 * @param sales the newest, oldest of them first; at most {@link #MAX_SALES}
 * @param changedAtMillis when its newest part came, since the epoch
 */
public record OrderResult(Order order, Status status, long filled, long remaining, List<Sale> sales,
        long changedAtMillis) {

    /** Sales that a result keeps. */
    public static final int MAX_SALES = 100;

    /** How far an order has come. */
    public enum Status {
        /** Waits in the market, nothing sold or bought yet. */
        OPEN,
        /** Waits in the market for the rest. */
        PARTIALLY_FILLED,
        /** Nothing is left to trade. */
        FILLED,
        /** Left the market by its age, with something left. */
        EXPIRED
    }
}
