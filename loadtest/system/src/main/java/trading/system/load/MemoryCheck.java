package trading.system.load;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.wire.Price;
import trading.wire.proto.Side;

/** Compares what clients remember with the results that the gateway tells. For one thread; it asks with several. */
public final class MemoryCheck {

    private static final int CONNECTIONS = 16;
    private static final int ATTEMPTS = 5;
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String NO_ANSWER = "";

    private final String gateway;
    private final int maxFindings;
    private final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();

    /**
     * @param gateway {@code http://HOST:PORT}
     * @param maxFindings after which it looks no further
     */
    public MemoryCheck(String gateway, int maxFindings) {
        this.gateway = gateway;
        this.maxFindings = maxFindings;
    }

    /** Names it if no order was accepted: then nothing that is compared proves anything. */
    public static List<String> requireAccepted(List<ClientOrder> memory) {
        return memory.stream().anyMatch(ClientOrder::isAccepted)
                ? List.of()
                : List.of("orders accepted: none of " + memory.size() + " (expected: some, or nothing is proved)");
    }

    /** Asks for the result of every order that was answered or surely refused, and names each disagreement. */
    public List<String> compare(List<ClientOrder> memory) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> workers = IntStream.range(0, CONNECTIONS).<Future<?>>mapToObj(_ -> threads.submit(() -> {
                for (int i = next.getAndIncrement(); i < memory.size()
                        && findings.size() < maxFindings; i = next.getAndIncrement()) {
                    compare(http, memory.get(i));
                }
                return null;
            })).toList();
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return List.copyOf(findings);
    }

    private void compare(HttpClient http, ClientOrder order) throws InterruptedException {
        boolean accepted = order.isAccepted();
        if (!accepted && !order.isSurelyNotTaken()) {
            return;
        }
        String answer = result(http, order);
        if (NO_ANSWER.equals(answer)) {
            return;
        }
        if (answer == null) {
            if (accepted) {
                findings.add(order + ": no result (expected: one, since it was accepted)");
            }
        } else if (!accepted) {
            findings.add(order + ": " + answer + " (expected: no result, since it was refused)");
        } else {
            String wrong = wrong(order, JSON.readTree(answer));
            if (wrong != null) {
                findings.add(order + ": " + wrong + " in " + answer);
            }
        }
    }

    /** The result as JSON, {@code null} if the gateway knows of none, empty if it cannot say. */
    private @Nullable String result(HttpClient http, ClientOrder order) throws InterruptedException {
        URI uri = URI.create(gateway + "/orders/" + order.id());
        String last = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                HttpResponse<String> response = http.send(HttpRequest.newBuilder(uri).timeout(ANSWER_LIMIT).build(),
                        HttpResponse.BodyHandlers.ofString());
                switch (response.statusCode()) {
                    case HttpURLConnection.HTTP_OK -> {
                        return response.body();
                    }
                    case HttpURLConnection.HTTP_NOT_FOUND -> {
                        return null;
                    }
                    default -> last = response.statusCode() + " " + response.body();
                }
            } catch (IOException e) {
                last = e.toString();
            }
            Thread.sleep(PAUSE);
        }
        findings.add(order + ": " + last + " (expected: a result, or 404)");
        return NO_ANSWER;
    }

    /** What does not fit the order that was sent, {@code null} if all does. */
    static @Nullable String wrong(ClientOrder order, JsonNode result) {
        long filled = result.path("filled").asLong(-1);
        long remaining = result.path("remaining").asLong(-1);
        if (filled < 0 || remaining < 0 || filled + remaining != order.quantity()) {
            return "filled + remaining: " + filled + " + " + remaining + " (expected: " + order.quantity() + ")";
        }
        String status = result.path("status").asString("");
        boolean fits = switch (status) {
            case "OPEN" -> filled == 0;
            case "PARTIALLY_FILLED" -> filled > 0 && remaining > 0;
            case "FILLED" -> remaining == 0;
            case "EXPIRED", "REJECTED" -> remaining > 0;
            case "CANCELLED" -> remaining > 0 && order.isCancelSent();
            default -> false;
        };
        if (!fits) {
            return "status: " + status + " (expected: one that fits " + filled + " filled, " + remaining + " remaining"
                    + (order.isCancelSent() ? "" : ", never cancelled") + ")";
        }
        return wrongSales(order, result, filled);
    }

    private static @Nullable String wrongSales(ClientOrder order, JsonNode result, long filled) {
        long sold = 0;
        for (JsonNode sale : result.path("sales")) {
            sold += sale.path("quantity").asLong();
            if (!sale.path("productId").asString("").equals(order.productId())) {
                return "productId: " + sale.path("productId") + " (expected: " + order.productId() + ")";
            }
            long price = Price.parse("price", sale.path("price").asString());
            boolean agreed = order.price() == 0
                    || (order.side() == Side.BUY ? price <= order.price() : price >= order.price());
            if (!agreed) {
                return "price: " + sale.path("price") + " (expected: " + (order.side() == Side.BUY ? "up to " : "from ")
                        + Price.format(order.price()) + ", as the first order said)";
            }
        }
        return sold == filled || !result.path("next").isMissingNode()
                ? null
                : "sales: " + sold + " (expected: " + filled + ", as filled)";
    }
}
