package trading.benchmarks.market;

/** What trades the orders of a flow. For one thread. */
interface MeasuredBook {

    /**
     * Withdraws what has grown too old, and trades the orders of a block.
     *
     * @param block 0, 1, 2 …, each once
     * @return the quantity that changed hands
     */
    long trade(long block);

    /** How many orders wait. May take long. */
    int openOrders();
}
