package trading.gateway.requests;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;

/** Bodies are read as they come: one that is compressed is told from one that is wrong. */
public final class PlainBody {

    private static final String PLAIN = "identity";

    private PlainBody() {}

    /** @throws ProblemException if the body is said to be encoded: 415 */
    public static void require(ServerHttpRequest request) {
        String encoding = request.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase(PLAIN)) {
            throw new ProblemException(Problem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    new InvalidField(HttpHeaders.CONTENT_ENCODING, encoding, PLAIN)));
        }
    }
}
