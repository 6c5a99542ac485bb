package trading.gateway.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;
import trading.gateway.requests.QueryParameters;
import trading.wire.InvalidField;
import trading.wire.Limits;
import trading.wire.OrderId;

/** Where the open orders of a user are read, from memory alone. */
@RestController
final class OpenOrderController {

    private static final int DEFAULT_PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    private static final String STATUS = "OPEN or PARTIALLY_FILLED; orders that are done are not listed";

    private final OpenOrders open;

    OpenOrderController(OpenOrders open) {
        this.open = open;
    }

    /**
     * A page of open orders.
     *
     * @param orders by id
     * @param next where the page behind this one can be read, if there is one
     * @param incomplete true if there may be open orders that this gateway had no room for, or missed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record OrdersJson(List<OrderJson> orders, @Nullable String next, @Nullable Boolean incomplete) {}

    /** The open orders of a user, page by page. */
    @ResultApi.Open
    @GetMapping("/orders")
    OrdersJson orders(ServerWebExchange exchange) {
        QueryParameters query = QueryParameters.of(exchange.getRequest(), "userId", "status", "productId", "limit",
                "after");
        String userId = Limits.userId("userId", query.get("userId"));
        String productId = query.get("productId") == null
                ? null
                : Limits.productId("productId", query.get("productId"));
        OrderStatus status = status(query.get("status"));
        int limit = (int) query.wholeNumber("limit", DEFAULT_PAGE, 1, MAX_PAGE);
        UUID after = query.get("after") == null ? null : OrderId.parse("after", query.get("after"));
        OpenOrders.Page page = open.page(userId, productId,
                order -> status == null || OrderJson.status(order) == status, after, limit);
        return new OrdersJson(page.orders().stream().map(OrderJson::listed).toList(),
                page.hasMore() ? next(userId, productId, status, limit, page.orders().getLast()) : null,
                page.isComplete() ? null : true);
    }

    private static @Nullable OrderStatus status(@Nullable String status) {
        return switch (status) {
            case null -> null;
            case "OPEN" -> OrderStatus.OPEN;
            case "PARTIALLY_FILLED" -> OrderStatus.PARTIALLY_FILLED;
            default -> throw new InvalidField("status", status, STATUS);
        };
    }

    private static String next(String userId, @Nullable String productId, @Nullable OrderStatus status, int limit,
            OrderState last) {
        return "/orders?userId=" + userId + (status == null ? "" : "&status=" + status)
                + (productId == null ? "" : "&productId=" + productId) + "&limit=" + limit + "&after="
                + last.orderId();
    }
}
