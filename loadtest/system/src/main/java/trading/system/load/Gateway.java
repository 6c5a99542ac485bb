package trading.system.load;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway's {@code POST /orders} for many lines at once. Safe for use by any thread. */
final class Gateway implements AutoCloseable {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI orders;
    private final WholeAnswers answers = new WholeAnswers(CONNECT_LIMIT, ANSWER_LIMIT);

    /** @param url {@code http://HOST:PORT} */
    Gateway(String url) {
        this.orders = URI.create(url + "/orders");
    }

    /** Sends the lines as one request and waits; one answer for each line, in their order. */
    List<Answer> send(List<Line> lines) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(orders)
                .header("Content-Type", "application/x-ndjson").header("Accept", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers
                        .ofString(lines.stream().map(Line::text).collect(Collectors.joining())))
                .build();
        try {
            HttpResponse<byte[]> response = answers.to(request);
            String body = new String(response.body(), StandardCharsets.UTF_8);
            int status = response.statusCode();
            return status == HttpURLConnection.HTTP_OK
                    ? answers(body, lines.size())
                    : Collections.nCopies(lines.size(), new Answer.Problem(status, "request", status + " " + body));
        } catch (IOException e) {
            return Collections.nCopies(lines.size(), new Answer.None());
        }
    }

    @Override
    public void close() {
        answers.close();
    }

    /** A response may have been cut short. */
    private static List<Answer> answers(String body, int lines) {
        List<Answer> answers = new ArrayList<>(lines);
        body.lines().limit(lines).map(Gateway::answer).forEach(answers::add);
        answers.addAll(Collections.nCopies(lines - answers.size(), new Answer.None()));
        return answers;
    }

    private static Answer answer(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            JsonNode problem = json.path("problem");
            return problem.isMissingNode()
                    ? new Answer.Accepted(UUID.fromString(json.path("id").asString()))
                    : new Answer.Problem(problem.path("status").asInt(), problem.path("type").asString(), text);
        } catch (JacksonException | IllegalArgumentException e) {
            return new Answer.Nonsense(text);
        }
    }
}
