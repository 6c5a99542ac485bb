package trading.client.orders;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Requests by number: any two differ, and the same number gives the same orders. */
@FunctionalInterface
public interface Requests {

    /**
     * Sends one and waits for its answers; called by several threads.
     *
     * @throws IOException when there was no answer
     */
    Answers send(long number) throws IOException, InterruptedException;

    /**
     * Sends one without waiting for its answers: by a virtual thread, unless there is a way to do without.
     *
     * @return completed, with the exception when there was no answer, by a thread that has others to serve, too
     */
    default CompletableFuture<Answers> begin(long number) {
        CompletableFuture<Answers> answers = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                answers.complete(send(number));
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
                answers.completeExceptionally(e);
            }
        });
        return answers;
    }
}
