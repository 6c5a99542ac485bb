package trading.gateway.market;

import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import trading.gateway.requests.QueryParameters;
import trading.wire.InvalidField;
import trading.wire.Limits;

/** Reads what clients ask of market data. Safe for use by any thread. */
final class MarketQuery {

    static final int MAX_DEPTH = 1_000;

    private static final int DEFAULT_DEPTH = 20;
    private static final int MAX_CANDLES = 1_000;
    private static final int DEFAULT_CANDLES = 100;
    private static final String TIME = "a time such as 2026-11-22T02:00:00Z, from 1970 to 9999";
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private MarketQuery() {}

    /** {@code GET /products[?limit][&after]}: the products behind one. */
    record Products(String after, int limit) {

        static Products of(ServerHttpRequest request) {
            QueryParameters query = QueryParameters.of(request, "limit", "after");
            String after = query.get("after");
            // Any id of a log, such as "." of former days: a page that ends with it leads on all the same.
            return new Products(after == null ? "" : Limits.productId("after", after),
                    query.limit());
        }
    }

    /** {@code GET /products/{id}/trades[?limit][&before]}: the trades before one. */
    record Trades(long before, int limit) {

        static Trades of(ServerHttpRequest request) {
            QueryParameters query = QueryParameters.of(request, "limit", "before");
            return new Trades(query.wholeNumber("before", Long.MAX_VALUE, 1, Long.MAX_VALUE),
                    query.limit());
        }
    }

    /** {@code GET /products/{id}/book[?depth]}. */
    static int depth(ServerHttpRequest request) {
        return (int) QueryParameters.of(request, "depth").wholeNumber("depth", DEFAULT_DEPTH, 1, MAX_DEPTH);
    }

    /**
     * {@code GET /products/{id}/candles?interval[&from][&to]}.
     *
     * @param fromMillis where the first candle begins
     * @param toMillis where the last one ends
     */
    record Candles(Interval interval, long fromMillis, long toMillis) {

        static Candles of(ServerHttpRequest request, long nowMillis) {
            QueryParameters query = QueryParameters.of(request, "interval", "from", "to");
            Interval interval = Interval.parse("interval", query.get("interval"));
            long to = interval.ceiling(millis("to", query.get("to"), nowMillis + 1));
            long from = interval.floor(millis("from", query.get("from"), to - DEFAULT_CANDLES * interval.millis()));
            long longest = MAX_CANDLES * interval.millis();
            if (from >= to || to - from > longest) {
                throw new InvalidField("from", query.get("from"),
                        "a time before to, " + Instant.ofEpochMilli(to) + ", and at most " + MAX_CANDLES
                                + " candles of " + interval.text() + " before it");
            }
            return new Candles(interval, from, to);
        }
    }

    private static long millis(String field, @Nullable String value, long otherwise) {
        if (value == null) {
            return otherwise;
        }
        try {
            Instant time = Instant.parse(value);
            if (!time.isBefore(Instant.EPOCH) && time.isBefore(LATEST)) {
                return time.toEpochMilli();
            }
        } catch (DateTimeException e) {
            throw new InvalidField(field, value, TIME);
        }
        throw new InvalidField(field, value, TIME);
    }
}
