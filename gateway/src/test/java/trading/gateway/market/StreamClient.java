package trading.gateway.market;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a stream of market data, which keeps what it was told. Safe for use by any thread. */
final class StreamClient implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final JsonMapper json = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final CompletableFuture<Void> end;
    private final Map<String, Map<String, String>> sides = Map.of("bids", new HashMap<>(), "asks", new HashMap<>());
    private final Map<String, JsonNode> products = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private String event = "";
    private JsonNode pipeline = json.createObjectNode();
    private long sequence;
    private int changes;
    private int heartbeats;

    StreamClient(URI uri) {
        end = client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
                .thenAcceptAsync(answer -> answer.body().forEach(this::line));
    }

    private synchronized void line(String line) {
        if (line.startsWith("event:")) {
            event = line.substring(6);
        } else if (line.startsWith("data:")) {
            take(json.readTree(line.substring(5)));
        } else if (line.startsWith(":")) {
            heartbeats++;
        }
    }

    private void take(JsonNode told) {
        long next = told.path("sequence").asLong();
        if (event.equals("snapshot")) {
            if (sequence != 0) {
                problems.add("another snapshot: " + told);
            }
        } else {
            changes++;
            if (next != sequence + 1) {
                problems.add("a gap behind " + sequence + ": " + told);
            }
        }
        sequence = next;
        told.path("products").forEach(row -> products.put(row.path("productId").asString(), row));
        told.path("gone").forEach(id -> products.remove(id.asString()));
        pipeline = told.has("pipeline") ? told.path("pipeline") : pipeline;
        sides.forEach((name, levels) -> {
            for (JsonNode level : told.path(name)) {
                String price = level.path("price").asString("null");
                if (level.path("orders").asInt() == 0) {
                    levels.remove(price);
                } else {
                    levels.put(price, price + " " + level.path("quantity").asString() + " "
                            + level.path("orders").asString());
                }
            }
        });
    }

    /** The levels of a side, in no order but that of their texts. */
    synchronized List<String> levels(String side) {
        return sides.getOrDefault(side, Map.of()).values().stream().sorted().toList();
    }

    /** How a product stands in a stream of all, as JSON; empty if it is not told of. */
    synchronized String product(String productId) {
        JsonNode row = products.get(productId);
        return row == null ? "" : row.toString();
    }

    /** How the pipeline stands in such a stream. */
    synchronized JsonNode pipeline() {
        return pipeline;
    }

    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    synchronized int changes() {
        return changes;
    }

    private synchronized long sequence() {
        return sequence;
    }

    private synchronized int heartbeats() {
        return heartbeats;
    }

    void awaitSequence(long least) {
        await().atMost(SOON).until(() -> sequence() >= least);
    }

    void awaitHeartbeat() {
        await().atMost(SOON).until(() -> heartbeats() > 0);
    }

    void awaitEnd() {
        await().atMost(SOON).until(end::isDone);
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
