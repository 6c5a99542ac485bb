package trading.gateway.orders;

import static trading.gateway.orders.OrderCommand.ANY_PRICE;

import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import trading.gateway.requests.ProductIds;
import trading.gateway.requests.QueryParameters;
import trading.gateway.security.Caller;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.proto.Side;

/** Reads orders and cancels from query parameters, each for a user for whom the caller may ask. Safe for use by any thread. */
final class OrderQuery {

    private OrderQuery() {}

    /** {@code GET /buy?productId&quantity&userId[&maxPrice][&clientOrderId]}. */
    static OrderCommand buy(ServerHttpRequest request, Caller caller) {
        QueryParameters query = QueryParameters.of(request, "productId", "quantity", "userId", "maxPrice",
                "clientOrderId");
        String productId = ProductIds.of("productId", query.get("productId"));
        long quantity = Limits.quantity("quantity", query.get("quantity"));
        String maxPrice = query.get("maxPrice");
        long price = maxPrice == null ? ANY_PRICE : Limits.price("maxPrice", maxPrice);
        return OrderCommand.place(Side.BUY, productId, quantity, price, caller.user(query.get("userId")),
                IdempotencyKey.orElse(IdempotencyKey.of(request), query.get("clientOrderId")));
    }

    /** {@code GET /sell?productId&quantity&price&userId[&clientOrderId]}. */
    static OrderCommand sell(ServerHttpRequest request, Caller caller) {
        QueryParameters query = QueryParameters.of(request, "productId", "quantity", "price", "userId",
                "clientOrderId");
        String productId = ProductIds.of("productId", query.get("productId"));
        long quantity = Limits.quantity("quantity", query.get("quantity"));
        long price = Limits.price("price", query.get("price"));
        return OrderCommand.place(Side.SELL, productId, quantity, price, caller.user(query.get("userId")),
                IdempotencyKey.orElse(IdempotencyKey.of(request), query.get("clientOrderId")));
    }

    /** {@code DELETE /orders/{id}?userId}. */
    static OrderCommand cancel(@Nullable String id, ServerHttpRequest request, Caller caller) {
        return OrderCommand.cancel(OrderId.parse("id", id),
                caller.user(QueryParameters.of(request, "userId").get("userId")));
    }
}
