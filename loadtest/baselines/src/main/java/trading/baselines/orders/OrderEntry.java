package trading.baselines.orders;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.baselines.market.Order;
import trading.baselines.market.OrderResult;
import trading.baselines.market.Results;
import trading.wire.InvalidField;
import trading.wire.OrderId;

/** The articles' API and the pipeline's {@code POST /orders}: an order is answered at once, before it is traded. */
public final class OrderEntry {

    /** More than any order needs. */
    public static final int MAX_BODY_BYTES = 64 * 1024;

    private static final String ORDERS = "/orders/";

    private final Engines engines;
    private final Results results;

    public OrderEntry(Engines engines, Results results) {
        this.engines = engines;
        this.results = results;
    }

    /** Answers a request; never throws for what a client can do wrong. */
    public Answer answer(Request request) {
        try {
            return switch (request.method() + " " + request.path()) {
                case "GET /buy" -> place(OrderForm.buy(request), false);
                case "GET /sell" -> place(OrderForm.sell(request), false);
                case "POST /orders" -> place(OrderForm.json(request.body()), true);
                case "GET /result" -> articlesResult(request.parameter("id"));
                case "GET /actuator/health/readiness" -> Answer.json(200, "{\"status\":\"UP\"}");
                default -> request.method().equals("GET") && request.path().startsWith(ORDERS)
                        ? result(request.path().substring(ORDERS.length()))
                        : problem(404, "Not Found", request.method() + " " + request.path());
            };
        } catch (InvalidField e) {
            return Answer.problem(400, ResultJson.problem(e));
        }
    }

    private Answer place(Order order, boolean created) {
        if (!engines.place(order)) {
            return problem(503, "The order was not taken",
                    Engines.MAX_WAITING + " orders wait for the engine of " + order.productId())
                    .with("Retry-After", "1");
        }
        UUID id = order.id();
        return created
                ? Answer.json(202, "{\"id\":\"" + id + "\",\"status\":\"PENDING\"}").with("Location", ORDERS + id)
                : Answer.json(200, "{\"msg\":\"ok\",\"id\":\"" + id + "\"}");
    }

    private Answer articlesResult(@Nullable String id) {
        OrderResult result = results.find(OrderId.parse("id", id));
        return Answer.json(200,
                result == null ? "{\"msg\":\"UNKNOWN OR PENDING\"}" : ResultJson.of("ok", result));
    }

    private Answer result(String id) {
        OrderResult result = results.find(OrderId.parse("id", id));
        return result == null
                ? problem(404, "Nothing is known of this order", "id: " + id + " (expected: an order that was traded)")
                : Answer.json(200, ResultJson.of(null, result));
    }

    private static Answer problem(int status, String title, String detail) {
        return Answer.problem(status, ResultJson.problem(status, title, detail));
    }
}
