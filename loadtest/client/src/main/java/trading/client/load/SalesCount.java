package trading.client.load;

/** How many sales there are. For one thread. */
interface SalesCount extends AutoCloseable {

    /** So far. */
    long soFar() throws InterruptedException;

    /** Whether what {@link #soFar} says since an earlier look is what is there, in words. */
    String check() throws InterruptedException;

    @Override
    void close();
}
