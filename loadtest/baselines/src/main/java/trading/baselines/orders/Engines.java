package trading.baselines.orders;

import trading.baselines.market.Order;

/** Those who trade. Any thread may place orders. */
public interface Engines extends AutoCloseable {

    /** Orders that may wait for one engine: the articles' systems had no such limit, and what grows without one ends badly. */
    int MAX_WAITING = 100_000;

    /**
     * Hands an order to the engine that has its product, and does not wait for it.
     *
     * @return false when the engine has {@link #MAX_WAITING} orders to take already: the order is not taken
     */
    boolean place(Order order);

    /** Orders that wait for an engine to take them. */
    int waiting();

    /** Ends the engines, each after its current run. */
    @Override
    void close();
}
