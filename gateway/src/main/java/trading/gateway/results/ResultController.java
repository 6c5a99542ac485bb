package trading.gateway.results;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.requests.QueryParameters;
import trading.gateway.security.ArticlesCalls;
import trading.gateway.security.Caller;
import trading.gateway.security.Callers;
import trading.gateway.sent.SentOrders;
import trading.wire.OrderId;
import trading.wire.proto.PlaceOrder;

/**
 * Where orders and results are read: from the cache, and what is not whole there from the database; orders also as their
 * markets tell of them. Reading deletes nothing.
 */
@RestController
final class ResultController {

    private static final int DEFAULT_PAGE = 100;
    private static final int MAX_PAGE = 1000;

    private final Callers callers;
    private final Results results;
    private final StoredResults stored;
    private final OpenOrders open;
    private final SentOrders sent;
    private final ArticlesCalls articles;
    private final Duration retryAfter;

    ResultController(Callers callers, Results results, StoredResults stored, OpenOrders open, SentOrders sent,
            ArticlesCalls articles, GatewayProperties properties) {
        this.callers = callers;
        this.results = results;
        this.stored = stored;
        this.open = open;
        this.sent = sent;
        this.articles = articles;
        this.retryAfter = properties.retryAfter();
    }

    /** The articles' way to a result. */
    @ResultApi.Result
    @GetMapping(path = "/result", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Object> result(ServerWebExchange exchange) {
        articles.requireServed(exchange);
        UUID orderId = OrderId.parse("id", QueryParameters.of(exchange.getRequest(), "id").get("id"));
        return find(orderId, callers.of(exchange)).<Object>map(ResultJson::of)
                .defaultIfEmpty(Map.of("msg", "UNKNOWN OR PENDING"));
    }

    /** An order as it stands, and its newest sales. */
    @ResultApi.OfOrder
    @GetMapping(path = "/orders/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<OrderJson> order(@PathVariable String id, ServerWebExchange exchange) {
        UUID orderId = OrderId.parse("id", id);
        QueryParameters.of(exchange.getRequest());
        Caller caller = callers.of(exchange);
        Results.Found found = results.find(orderId, System.currentTimeMillis());
        OrderResult cached = cached(found, caller);
        boolean isReading = open.isReading();
        OrderState known = open.find(orderId);
        OrderState state = known == null || !caller.sees(known.userId()) ? null : known;
        if (state == null) {
            boolean mayHaveEnded = open.mayHaveForgotten(orderId, found.toldMillis());
            return (cached == null ? stored(found, orderId, caller) : Mono.just(cached))
                    .doOnNext(result -> requireDoneWhileReading(isReading, result))
                    .filter(result -> !mayHaveEnded || result.status().isDone()).map(OrderJson::of)
                    .switchIfEmpty(Mono.fromSupplier(() -> withoutResult(orderId, caller, mayHaveEnded, isReading)));
        }
        if (cached != null && !isNewer(state, cached)) {
            return Mono.just(OrderJson.of(cached));
        }
        OrderResult before = ofTheSame(state, cached);
        boolean hasNoSale = state.remaining() == state.quantity();
        if (before != null || (hasNoSale && !open.mayHaveMissedTheEnd(state))) {
            return Mono.just(OrderJson.of(state, before));
        }
        return stored(found, orderId, caller)
                .map(result -> result.status().isDone() && !isNewer(state, result)
                        ? OrderJson.of(result)
                        : OrderJson.of(state, ofTheSame(state, result)))
                .defaultIfEmpty(OrderJson.of(state, null));
    }

    /** The id that a client made may have been another order's before. */
    private static @Nullable OrderResult ofTheSame(OrderState state, @Nullable OrderResult result) {
        return result == null || result.changedAtMillis() < state.acceptedAtMillis() ? null : result;
    }

    /** Where the order stands in its market may have been told before by another gateway, or by this one before its start. */
    private void requireDoneWhileReading(boolean isReading, OrderResult result) {
        if (isReading && !result.status().isDone()) {
            throw open.stillReading();
        }
    }

    /** A batch may come in parts, of which the results have not told the last yet. */
    private static boolean isNewer(OrderState state, OrderResult result) {
        return state.changedAtMillis() == result.changedAtMillis()
                ? state.remaining() < result.remaining() || (state.closed() != null && !result.status().isDone())
                : state.changedAtMillis() > result.changedAtMillis();
    }

    private OrderJson withoutResult(UUID orderId, Caller caller, boolean mayHaveEnded, boolean wasReading) {
        if (mayHaveEnded) {
            // Its end may have been told already, and what is known is older.
            throw new ProblemException(Problem.resultsUnavailable(
                    "The order may have left its market, and the database does not have its end yet", retryAfter));
        }
        PlaceOrder pending = sent.find(orderId);
        if (pending != null && caller.sees(pending.getUserId())) {
            return OrderJson.pending(orderId, pending);
        }
        if (wasReading) {
            throw open.stillReading();
        }
        throw new ProblemException(Problem.unknownOrPending(orderId.toString()));
    }

    /** All sales of an order, page by page. */
    @ResultApi.Sales
    @GetMapping(path = "/orders/{id}/sales", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResultJson.Page> sales(@PathVariable String id, ServerWebExchange exchange) {
        UUID orderId = OrderId.parse("id", id);
        QueryParameters query = QueryParameters.of(exchange.getRequest(), "after", "limit");
        long after = query.wholeNumber("after", 0, 0, Long.MAX_VALUE);
        int limit = (int) query.wholeNumber("limit", DEFAULT_PAGE, 1, MAX_PAGE);
        return stored.salesAfter(orderId, after, limit + 1, callers.of(exchange)::sees).map(found -> {
            if (found.size() <= limit) {
                return new ResultJson.Page(ResultJson.SaleJson.of(found), null);
            }
            long last = found.get(limit - 1).tradeId();
            return new ResultJson.Page(ResultJson.SaleJson.of(found.subList(0, limit)),
                    "/orders/" + id + "/sales?after=" + last + "&limit=" + limit);
        });
    }

    private Mono<OrderResult> find(UUID orderId, Caller caller) {
        Results.Found found = results.find(orderId, System.currentTimeMillis());
        OrderResult cached = cached(found, caller);
        return cached != null ? Mono.just(cached) : stored(found, orderId, caller);
    }

    /** What the caller may not see is looked for like what is not there, and takes as long. */
    private static @Nullable OrderResult cached(Results.Found found, Caller caller) {
        OrderResult cached = found.result();
        return cached == null || !caller.sees(cached.terms().userId()) ? null : cached;
    }

    private Mono<OrderResult> stored(Results.Found found, UUID orderId, Caller caller) {
        return found.databaseMayKnow()
                ? stored.find(orderId).filter(result -> caller.sees(result.terms().userId()))
                : Mono.empty();
    }
}
