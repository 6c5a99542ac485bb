package trading.gateway.orders;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import trading.wire.InvalidField;
import trading.wire.Limits;

/**
 * The {@code Idempotency-Key} header: another way to give a client order id, in quotes as a structured header or without.
 * Safe for use by any thread.
 */
final class IdempotencyKey {

    private static final String HEADER = "Idempotency-Key";

    private IdempotencyKey() {}

    /** The key of a request, {@code null} if it has none. */
    static @Nullable String of(ServerHttpRequest request) {
        List<String> values = request.getHeaders().getOrEmpty(HEADER);
        if (values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw new InvalidField(HEADER, String.join(" and ", values), "given once");
        }
        return Limits.clientOrderId(HEADER, unquoted(values.getFirst().strip()));
    }

    /** A stream has many orders: the header of its request could name none of them. */
    static void refuse(ServerHttpRequest request) {
        String key = request.getHeaders().getFirst(HEADER);
        if (key != null) {
            throw new InvalidField(HEADER, key,
                    "none for a stream of orders, whose lines have their own clientOrderId");
        }
    }

    /** The client order id of an order that may give one itself. */
    static @Nullable String orElse(@Nullable String key, @Nullable String clientOrderId) {
        if (key != null && clientOrderId != null && !key.equals(clientOrderId)) {
            throw new InvalidField("clientOrderId", clientOrderId, key + ", as " + HEADER + " says");
        }
        return key == null ? clientOrderId : key;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
