package trading.client.orders;

import java.util.concurrent.CompletableFuture;

/** Requests by number: any two differ, and the same number gives the same orders. */
@FunctionalInterface
public interface Requests {

    /**
     * Sends one, and returns before it is answered; called by several threads.
     *
     * @return completed, with an {@link java.io.IOException} when there was no answer, by a thread that has others' answers to read
     */
    CompletableFuture<Answers> begin(long number);
}
