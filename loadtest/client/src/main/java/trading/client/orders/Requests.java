package trading.client.orders;

import java.io.IOException;

/** Requests by number: any two differ, and the same number gives the same orders. */
@FunctionalInterface
public interface Requests {

    /**
     * Sends one and waits for its answers; called by several threads.
     *
     * @throws IOException when there was no answer
     */
    Answers send(long number) throws IOException, InterruptedException;
}
