package trading.gateway.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import trading.gateway.ResultProperties;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;
import trading.gateway.requests.ProductIds;
import trading.gateway.requests.QueryParameters;
import trading.gateway.security.Callers;
import trading.wire.InvalidField;
import trading.wire.Limits;
import trading.wire.OrderId;

/** Where the orders of a user are read: open ones from memory alone, and those that are done from the database. */
@RestController
final class UserOrderController {

    private static final String OPEN = "OPEN or PARTIALLY_FILLED";
    private static final String ANY = "OPEN, PARTIALLY_FILLED, FILLED, EXPIRED, CANCELLED or REJECTED";
    private static final String NOT_LISTED = OPEN
            + "; this gateway does not list orders that are done: trading.gateway.done-orders";

    private final Callers callers;
    private final OpenOrders open;
    private final OrderLookup lookup;
    private final DoneOrders done;
    private final boolean listsDone;

    UserOrderController(Callers callers, OpenOrders open, OrderLookup lookup, DoneOrders done,
            ResultProperties properties) {
        this.callers = callers;
        this.open = open;
        this.lookup = lookup;
        this.done = done;
        this.listsDone = properties.doneOrders();
    }

    /**
     * A page of orders.
     *
     * @param orders by id
     * @param next where the page behind this one can be read, if there may be one
     * @param incomplete true if there may be open orders that this gateway had no room for, or missed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record OrdersJson(List<OrderJson> orders, @Nullable String next, @Nullable Boolean incomplete) {}

    /** Which orders, and how many. */
    private record Question(String userId, @Nullable String productId, @Nullable OrderStatus status, int limit,
            @Nullable UUID after) {

        boolean isOf(OrderJson order) {
            return (status == null || status == order.status())
                    && (productId == null || productId.equals(order.productId()));
        }

        /** Of what is chosen from, much may be left out. */
        int examined() {
            return status == null && productId == null ? limit : QueryParameters.MAX_PAGE;
        }

        String behind(String orderId) {
            return "/orders?userId=" + userId + (status == null ? "" : "&status=" + status)
                    + (productId == null ? "" : "&productId=" + productId) + "&limit=" + limit + "&after=" + orderId;
        }
    }

    /** The orders of a user, page by page. */
    @ResultApi.OfUser
    @GetMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<OrdersJson> orders(ServerWebExchange exchange) {
        QueryParameters query = QueryParameters.of(exchange.getRequest(), "userId", "status", "productId", "limit",
                "after");
        Question question = new Question(Limits.userId("userId", callers.of(exchange).user(query.get("userId"))),
                query.get("productId") == null ? null : ProductIds.of("productId", query.get("productId")),
                status(query.get("status")), query.limit(),
                query.get("after") == null ? null : OrderId.parse("after", query.get("after")));
        boolean onlyOpen = question.status() != null && !question.status().isDone();
        return onlyOpen || !listsDone ? Mono.just(open(question)) : all(question);
    }

    private @Nullable OrderStatus status(@Nullable String text) {
        if (text == null) {
            return null;
        }
        for (OrderStatus status : OrderStatus.values()) {
            if (status.name().equals(text) && status != OrderStatus.PENDING && (listsDone || !status.isDone())) {
                return status;
            }
        }
        throw new InvalidField("status", text, listsDone ? ANY : NOT_LISTED);
    }

    private OrdersJson open(Question question) {
        OpenOrders.Page page = open.page(question.userId(), question.productId(),
                order -> question.status() == null || OrderJson.status(order) == question.status(), question.after(),
                question.limit());
        // Events tell of results: an end that was told must not be followed by a list in which the order is open.
        return new OrdersJson(
                page.orders().stream().filter(order -> !lookup.hasEnded(order)).map(OrderJson::listed).toList(),
                page.hasMore() ? question.behind(page.orders().getLast().orderId().toString()) : null,
                page.isComplete() ? null : true);
    }

    /** What leaves the market while this is read is either still remembered there, or in the database, which is asked last. */
    private Mono<OrdersJson> all(Question question) {
        OpenOrders.Page waiting = open.page(question.userId(), question.productId(), _ -> true, question.after(),
                question.examined());
        List<OrderState> left = open.left(question.userId(), question.productId(), question.after());
        return done.page(question.userId(), question.after(), question.examined())
                .map(stored -> merged(question, waiting, left, stored));
    }

    private static OrdersJson merged(Question question, OpenOrders.Page waiting, List<OrderState> left,
            DoneOrders.Page stored) {
        MergedOrders merged = new MergedOrders(stored);
        merged.add(waiting);
        left.forEach(merged::add);
        List<OrderJson> found = merged.whole().filter(question::isOf).limit(question.limit() + 1L).toList();
        if (found.size() > question.limit()) {
            List<OrderJson> page = found.subList(0, question.limit());
            return new OrdersJson(page, question.behind(page.getLast().id()), waiting.isComplete() ? null : true);
        }
        String wholeTo = merged.wholeTo();
        return new OrdersJson(found, wholeTo == null ? null : question.behind(wholeTo),
                waiting.isComplete() ? null : true);
    }
}
