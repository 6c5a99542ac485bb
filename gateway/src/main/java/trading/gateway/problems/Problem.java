package trading.gateway.problems;

import io.swagger.v3.oas.annotations.media.Schema;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import trading.wire.InvalidField;

/**
 * A problem that a client is told about.
 *
 * @param type what kind of problem, the same for every occurrence
 * @param title the type in words
 * @param status the HTTP status
 * @param detail this occurrence in words
 * @param field what the problem is with: a field, a parameter, a header, the body
 * @param value what came
 * @param expected what would have been right
 * @param id the order, where there is one
 * @param retryAfter when to try again, where that can help; written in seconds
 */
public record Problem(String type, String title, int status, String detail, @Nullable String field,
        @Nullable String value, @Nullable String expected, @Nullable String id,
        @Schema(types = "integer") @Nullable Duration retryAfter) {

    /** The type of an order whose client order id is another order's. */
    public static final String IDEMPOTENCY_CONFLICT = "idempotency-conflict";

    /** The type of a request that names another user than the one who asks. */
    public static final String FORBIDDEN = "forbidden";

    /** The type of an order that its user sent too soon. */
    public static final String RATE_LIMITED = "rate-limited";

    /** The type of an order of which nobody knows whether it was taken. */
    public static final String OUTCOME_UNKNOWN = "outcome-unknown";

    private static final String MISSING_TOKEN = "missing-token";
    private static final String INVALID_TOKEN = "invalid-token";

    private static final JsonFactory JSON = JsonFactory.builder().build();
    private static final int SHOWN_FIELD_LENGTH = 64;

    /** A value that breaks a limit: 400. */
    public static Problem of(InvalidField invalid) {
        return ofField("invalid-field", HttpStatus.BAD_REQUEST, "A value breaks a limit", invalid);
    }

    /** A request that HTTP itself has a status for, with what was wrong about it. */
    public static Problem of(HttpStatusCode status, InvalidField invalid) {
        return ofField("about:blank", status, title(status), invalid);
    }

    /** A request that HTTP itself has a status for. */
    public static Problem of(HttpStatusCode status) {
        return new Problem("about:blank", title(status), status.value(), title(status), null, null, null, null, null);
    }

    /**
     * An order that changes nothing, because another one stands under its client order id: 422.
     *
     * @param difference what is not as it was ordered first
     */
    public static Problem idempotencyConflict(String id, InvalidField difference) {
        return new Problem(IDEMPOTENCY_CONFLICT, "Another order was placed with this client order id",
                HttpStatus.UNPROCESSABLE_CONTENT.value(), difference.getMessage(), difference.field(),
                difference.value(), difference.expected(), id, null);
    }

    /** An order that was surely not taken: 503. */
    public static Problem notTaken(String type, String detail, Duration retryAfter) {
        return new Problem(type, "The order was not taken", HttpStatus.SERVICE_UNAVAILABLE.value(), detail, null, null,
                null, null, retryAfter);
    }

    /**
     * A request that was one too many, and not looked into: 503.
     *
     * @param what there are too many of
     */
    public static Problem tooManyRequests(String what, int most, Duration retryAfter) {
        return new Problem("too-many-requests", "The request was not taken", HttpStatus.SERVICE_UNAVAILABLE.value(),
                "Too many " + what + " are under way (at most " + most + ")", null, null, null, null, retryAfter);
    }

    /** An order that its user sent too soon after others, and that was not taken: 429. */
    public static Problem rateLimited(int perSecond, Duration retryAfter) {
        return new Problem(RATE_LIMITED, "The user sends orders too fast", HttpStatus.TOO_MANY_REQUESTS.value(),
                "At most " + perSecond + " orders and cancels a second of a user are taken", null, null, null, null,
                retryAfter);
    }

    /** An order of which nobody knows yet whether it was taken: 504. */
    public static Problem outcomeUnknown(String id, String detail) {
        return new Problem(OUTCOME_UNKNOWN, "Whether the order was taken is not known",
                HttpStatus.GATEWAY_TIMEOUT.value(), detail, null, null, null, id, null);
    }

    /** An order that nothing was told about, or nothing yet: 404. */
    public static Problem unknownOrPending(String id) {
        return new Problem("unknown-or-pending", "Nothing is known of this order", HttpStatus.NOT_FOUND.value(),
                "id: " + id + " (expected: an order that was traded or rests; this one is unknown, or still pending)",
                "id", id, "an order that was traded or rests", id, null);
    }

    /** What became of an order is not known now: 503. */
    public static Problem resultsUnavailable(String detail, Duration retryAfter) {
        return new Problem("results-unavailable", "The result cannot be read now",
                HttpStatus.SERVICE_UNAVAILABLE.value(), detail, null, null, null, null, retryAfter);
    }

    /** Open orders that are not known now; orders are taken all the same: 503. */
    public static Problem openOrdersUnavailable(String detail, Duration retryAfter) {
        return new Problem("open-orders-unavailable", "Open orders cannot be read now",
                HttpStatus.SERVICE_UNAVAILABLE.value(), detail, null, null, null, null, retryAfter);
    }

    /** Events that cannot be read now; orders are taken all the same: 503. */
    public static Problem eventsUnavailable(String detail, Duration retryAfter) {
        return new Problem("events-unavailable", "Events cannot be told now", HttpStatus.SERVICE_UNAVAILABLE.value(),
                detail, null, null, null, null, retryAfter);
    }

    /** A request that needs a token and has none: 401. */
    public static Problem missingToken() {
        return ofField(MISSING_TOKEN, HttpStatus.UNAUTHORIZED, "The request needs a token",
                new InvalidField("Authorization", null, "Bearer and a token"));
    }

    /**
     * A request whose token does not count: 401.
     *
     * @param why what is wrong with it
     */
    public static Problem invalidToken(String why) {
        return new Problem(INVALID_TOKEN, "The token does not count", HttpStatus.UNAUTHORIZED.value(), why,
                "Authorization", null, null, null, null);
    }

    /** A request for another user than the one who asks: 403. */
    public static Problem forbidden(InvalidField otherUser) {
        return ofField(FORBIDDEN, HttpStatus.FORBIDDEN, "The token does not allow this", otherUser);
    }

    /** A request whose token cannot be judged, since the keys of its issuer cannot be read: 503. */
    public static Problem tokenNotJudged(Duration retryAfter) {
        return new Problem("keys-unavailable", "The token cannot be judged now",
                HttpStatus.SERVICE_UNAVAILABLE.value(), "The keys of the token's issuer cannot be read", null, null,
                null, null, retryAfter);
    }

    /** A product of which there never was a sale, nor is an open order: 404. */
    public static Problem unknownProduct(String productId) {
        return ofField("unknown-product", HttpStatus.NOT_FOUND, "Nothing is known of this product",
                new InvalidField("id", productId, "a product with a sale or an open order"));
    }

    /** Market data that are not there now; orders are taken all the same: 503. */
    public static Problem marketDataUnavailable(String detail, Duration retryAfter) {
        return new Problem("market-data-unavailable", "Market data cannot be read now",
                HttpStatus.SERVICE_UNAVAILABLE.value(), detail, null, null, null, null, retryAfter);
    }

    private static Problem ofField(String type, HttpStatusCode status, String title, InvalidField invalid) {
        String field = invalid.field();
        String shown = field.length() <= SHOWN_FIELD_LENGTH ? field : field.substring(0, SHOWN_FIELD_LENGTH) + "…";
        String detail = shown + ": " + invalid.value() + " (expected: " + invalid.expected() + ")";
        return new Problem(type, title, status.value(), detail, shown, invalid.value(), invalid.expected(), null, null);
    }

    /** What {@code WWW-Authenticate} says beside this problem, as RFC 6750 has it; {@code null} if nothing. */
    @Nullable
    String challenge() {
        return switch (type) {
            case MISSING_TOKEN -> "Bearer";
            case INVALID_TOKEN -> "Bearer error=\"invalid_token\"";
            case FORBIDDEN -> "Bearer error=\"insufficient_scope\"";
            default -> null;
        };
    }

    /** This problem as a JSON object in UTF-8. */
    public byte[] toJson() {
        // A value can hold half a surrogate pair, which UTF-8 cannot: it becomes a question mark.
        return toJsonText().getBytes(StandardCharsets.UTF_8);
    }

    /** This problem as a JSON object in one line. */
    public String toJsonText() {
        StringWriter text = new StringWriter(256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("type", type);
            json.writeStringProperty("title", title);
            json.writeNumberProperty("status", status);
            json.writeStringProperty("detail", detail);
            writeIfPresent(json, "field", field);
            writeIfPresent(json, "value", value);
            writeIfPresent(json, "expected", expected);
            writeIfPresent(json, "id", id);
            if (retryAfter != null) {
                json.writeNumberProperty("retryAfter", retryAfter.toSeconds());
            }
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void writeIfPresent(JsonGenerator json, String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    private static String title(HttpStatusCode status) {
        HttpStatus known = HttpStatus.resolve(status.value());
        return known == null ? "Status " + status.value() : known.getReasonPhrase();
    }
}
