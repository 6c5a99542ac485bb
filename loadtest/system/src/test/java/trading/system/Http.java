package trading.system;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A gateway as its users see it. */
final class Http implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int NOT_TAKEN = 503;

    private final JsonMapper json = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final String gateway;

    Http(String gateway) {
        this.gateway = gateway;
    }

    /** The JSON that a GET answers with status 200. */
    JsonNode get(String pathAndQuery) throws IOException, InterruptedException {
        return ok(pathAndQuery, send(request(pathAndQuery).GET()));
    }

    private JsonNode ok(String pathAndQuery, HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError(pathAndQuery + ": " + response.statusCode() + " " + response.body());
        }
        return json.readTree(response.body());
    }

    /** The id of an order that {@code /buy} or {@code /sell} took; what they surely did not take is sent again for a while. */
    String order(String pathAndQuery) {
        HttpResponse<String> answer = await().atMost(DEADLINE).until(() -> send(request(pathAndQuery).GET()),
                response -> response.statusCode() != NOT_TAKEN);
        return idOf(pathAndQuery, answer);
    }

    private String idOf(String pathAndQuery, HttpResponse<String> response) {
        JsonNode answer = ok(pathAndQuery, response);
        if (!answer.path("msg").asString().equals("ok")) {
            throw new AssertionError(pathAndQuery + ": " + answer);
        }
        return answer.path("id").asString();
    }

    /** The same, as a part of what a client traces, who would see a second try. */
    String order(String pathAndQuery, String traceparent) throws IOException, InterruptedException {
        return idOf(pathAndQuery, send(request(pathAndQuery).header("traceparent", traceparent).GET()));
    }

    HttpResponse<String> post(String path, String contentType, String body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", contentType).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> delete(String pathAndQuery) throws IOException, InterruptedException {
        return send(request(pathAndQuery).DELETE());
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        return HttpRequest.newBuilder(URI.create(gateway + pathAndQuery)).timeout(TIMEOUT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close();
    }
}
