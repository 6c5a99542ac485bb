package trading.baselines.orders;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An answer, whatever server gives it.
 *
 * @param status of HTTP
 * @param contentType of the body, which is UTF-8
 * @param headers beside the content type
 */
public record Answer(int status, String contentType, String body, Map<String, String> headers) {

    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    static Answer json(int status, String body) {
        return new Answer(status, JSON, body, Map.of());
    }

    static Answer problem(int status, String body) {
        return new Answer(status, PROBLEM, body, Map.of());
    }

    Answer with(String header, String value) {
        return new Answer(status, contentType, body, Map.of(header, value));
    }

    /** The body in UTF-8. */
    public byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
