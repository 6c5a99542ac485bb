package trading.gateway.requests;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import trading.wire.InvalidField;

/** The query parameters of a request: each at most once, and none that the endpoint does not know. */
public final class QueryParameters {

    /** What lists have on a page, at most. */
    public static final int MAX_PAGE = 1_000;
    private static final int DEFAULT_PAGE = 100;

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private final List<String> names;
    private final @Nullable String[] values;

    private QueryParameters(String[] names) {
        this.names = List.of(names);
        this.values = new String[names.length];
    }

    /**
     * Reads the parameters.
     *
     * @param names all that the endpoint knows
     * @throws InvalidField for a parameter that is repeated, unknown or not decodable
     */
    public static QueryParameters of(ServerHttpRequest request, String... names) {
        QueryParameters parameters = new QueryParameters(names);
        String query = request.getURI().getRawQuery();
        int from = 0;
        while (query != null && from < query.length()) {
            int end = query.indexOf('&', from);
            String parameter = query.substring(from, end < 0 ? query.length() : end);
            if (!parameter.isEmpty()) {
                parameters.add(parameter);
            }
            from = end < 0 ? query.length() : end + 1;
        }
        return parameters;
    }

    /** The value of a parameter, {@code null} if it is missing. */
    public @Nullable String get(String name) {
        return values[names.indexOf(name)];
    }

    /**
     * The value of a parameter that is a whole number.
     *
     * @param otherwise what counts if it is missing
     * @throws InvalidField if it is no number from {@code from} to {@code to}
     */
    public long wholeNumber(String name, long otherwise, long from, long to) {
        String value = get(name);
        if (value == null) {
            return otherwise;
        }
        if (DIGITS.matcher(value).matches()) {
            try {
                long number = Long.parseLong(value);
                if (number >= from && number <= to) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw new InvalidField(name, value, "a whole number from " + from + " to " + to);
            }
        }
        throw new InvalidField(name, value,
                "a whole number from " + from + (to == Long.MAX_VALUE ? "" : " to " + to));
    }

    /** How many a page of a list is to have, by {@code limit}. */
    public int limit() {
        return (int) wholeNumber("limit", DEFAULT_PAGE, 1, MAX_PAGE);
    }

    private void add(String parameter) {
        int equals = parameter.indexOf('=');
        String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
        String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
        int index = names.indexOf(name);
        if (index < 0) {
            throw new InvalidField(name, value,
                    names.isEmpty() ? "no parameters" : "no other parameter than " + String.join(", ", names));
        }
        if (values[index] != null) {
            throw new InvalidField(name, values[index] + " and " + value, "given once");
        }
        values[index] = value;
    }

    private static String decoded(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new InvalidField("query", text, "two hexadecimal digits after each %");
        }
    }
}
