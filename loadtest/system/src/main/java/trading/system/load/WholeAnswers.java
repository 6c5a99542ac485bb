package trading.system.load;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks by HTTP, with a limit for the whole answer: a request's own limit ends with the answer's head, and lines come when
 * Kafka has their orders. Safe for use by any thread but those of {@code ForkJoinPool.commonPool()}, by which Java's client
 * hands answers over.
 */
final class WholeAnswers implements AutoCloseable {

    private final HttpClient http;
    private final Duration timeout;

    /**
     * @param connectTimeout for a connection
     * @param timeout for the whole answer, the connection included
     */
    WholeAnswers(Duration connectTimeout, Duration timeout) {
        this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout)
                .build();
        this.timeout = timeout;
    }

    /**
     * Sends a request and waits for all of its answer.
     *
     * @throws IOException when there was none in time: what the request did is unknown
     */
    HttpResponse<byte[]> to(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request,
                HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new HttpTimeoutException("no whole answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
