package trading.client.load;

/** How many sales there are. For one thread. */
interface SalesCount extends AutoCloseable {

    /** So far. */
    long soFar() throws InterruptedException;

    /** Holds what {@link #soFar} says since an earlier look against what is there. */
    Check check() throws InterruptedException;

    /**
     * What came of it.
     *
     * @param agrees whether nothing is missing
     */
    record Check(String words, boolean agrees) {}

    @Override
    void close();
}
