package trading.gateway.events;

import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import trading.gateway.RunningGateway;

/** A client of a user's events, which keeps what it was told and how far it is. Safe for use by any thread. */
final class EventClient implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final HttpClient client = HttpClient.newHttpClient();
    private final CompletableFuture<Void> end;
    private final List<String> told = new ArrayList<>();
    private @Nullable String id;
    private String type = "";
    private String data = "";
    private String idOfThis = "";
    private int positions;

    /** @param lastId how far another client was, {@code null} for what comes from now on */
    EventClient(RunningGateway gateway, String userId, @Nullable String lastId) {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri("/events?userId=" + userId));
        if (lastId != null) {
            request.header("Last-Event-ID", lastId);
        }
        id = lastId;
        end = client.sendAsync(request.build(), BodyHandlers.ofLines())
                .thenAcceptAsync(answer -> answer.body().forEach(this::line));
    }

    private synchronized void line(String line) {
        if (line.startsWith("id:")) {
            idOfThis = line.substring(3);
        } else if (line.startsWith("event:")) {
            type = line.substring(6);
        } else if (line.startsWith("data:")) {
            data = line.substring(5);
        } else if (line.isEmpty()) {
            // Only now: who goes on from the id of an event that is still on its way would miss it.
            if (!idOfThis.isEmpty()) {
                id = idOfThis;
                idOfThis = "";
                positions++;
            }
            if (!data.isEmpty()) {
                told.add(type + " " + data);
                data = "";
            }
        }
    }

    /** Everything up to now: type and data. */
    synchronized List<String> told() {
        return List.copyOf(told);
    }

    synchronized @Nullable String lastId() {
        return id;
    }

    private synchronized int positions() {
        return positions;
    }

    /** Waits until it was told where it is so many times, by events or without. */
    void awaitPositions(int least) {
        await().atMost(SOON).until(() -> positions() >= least);
    }

    void awaitTold(int least) {
        await().atMost(SOON).until(() -> told().size() >= least);
    }

    void awaitEnd() {
        await().atMost(SOON).until(end::isDone);
    }

    boolean hasEnded() {
        return end.isDone();
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
