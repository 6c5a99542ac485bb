package trading.client.overload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import trading.client.orders.Answers;

/** The gateway's {@code POST /orders} for one order in a request. Safe for use by any thread. */
final class SingleOrders implements AutoCloseable {

    private static final int ACCEPTED = 202;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT)
            .build();
    private final URI orders;

    SingleOrders(String gateway) {
        this.orders = URI.create(gateway + "/orders");
    }

    /** Sends an order and waits for its answer. */
    Answers send(byte[] json, int length) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(orders).timeout(TIMEOUT).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json, 0, length)).build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        List<Answers.Refusal> refusals = answer.statusCode() == ACCEPTED
                ? List.of()
                : List.of(new Answers.Refusal(0, answer.statusCode(), new String(answer.body(), UTF_8)));
        return new Answers(1, refusals, Duration.ZERO);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
