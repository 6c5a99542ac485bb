package trading.gateway.results;

import java.util.Map;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import trading.gateway.requests.QueryParameters;
import trading.gateway.security.ArticlesCalls;
import trading.gateway.security.Callers;
import trading.wire.OrderId;

/** Where orders, their results and their sales are read. Reading deletes nothing. */
@RestController
final class ResultController {

    private final Callers callers;
    private final OrderLookup orders;
    private final StoredResults stored;
    private final ArticlesCalls articles;

    ResultController(Callers callers, OrderLookup orders, StoredResults stored, ArticlesCalls articles) {
        this.callers = callers;
        this.orders = orders;
        this.stored = stored;
        this.articles = articles;
    }

    /** The articles' way to a result. */
    @ResultApi.Result
    @GetMapping(path = "/result", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Object> result(ServerWebExchange exchange) {
        articles.requireServed(exchange);
        UUID orderId = OrderId.parse("id", QueryParameters.of(exchange.getRequest(), "id").get("id"));
        return orders.result(orderId, callers.of(exchange)).<Object>map(ResultJson::of)
                .defaultIfEmpty(Map.of("msg", "UNKNOWN OR PENDING"));
    }

    /** An order as it stands, and its newest sales. */
    @ResultApi.OfOrder
    @GetMapping(path = "/orders/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<OrderJson> order(@PathVariable String id, ServerWebExchange exchange) {
        UUID orderId = OrderId.parse("id", id);
        QueryParameters.of(exchange.getRequest());
        return orders.find(orderId, callers.of(exchange));
    }

    /** All sales of an order, page by page. */
    @ResultApi.Sales
    @GetMapping(path = "/orders/{id}/sales", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResultJson.Page> sales(@PathVariable String id, ServerWebExchange exchange) {
        UUID orderId = OrderId.parse("id", id);
        QueryParameters query = QueryParameters.of(exchange.getRequest(), "after", "limit");
        long after = query.wholeNumber("after", 0, 0, Long.MAX_VALUE);
        int limit = query.limit();
        return stored.salesAfter(orderId, after, limit + 1, callers.of(exchange)::sees).map(found -> {
            if (found.size() <= limit) {
                return new ResultJson.Page(ResultJson.SaleJson.of(found), null);
            }
            long last = found.get(limit - 1).tradeId();
            return new ResultJson.Page(ResultJson.SaleJson.of(found.subList(0, limit)),
                    "/orders/" + id + "/sales?after=" + last + "&limit=" + limit);
        });
    }
}
