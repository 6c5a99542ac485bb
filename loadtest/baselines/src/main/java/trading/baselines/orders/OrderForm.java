package trading.baselines.orders;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.baselines.market.Order;
import trading.baselines.market.Side;
import trading.wire.InvalidField;
import trading.wire.Limits;
import trading.wire.OrderId;

/** Reads orders as the pipeline's gateway does, with the same limits. Safe for use by any thread. */
final class OrderForm {

    /** The pipeline's ids carry a partition. Here it says nothing, but the ids are as long and as ordered. */
    private static final int NO_PARTITION = 0;

    private static final String A_JSON_OBJECT = "a JSON object";
    private static final Set<String> FIELDS = Set.of("side", "productId", "quantity", "price", "userId",
            "clientOrderId");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private OrderForm() {}

    /** {@code GET /buy?productId&quantity&userId[&maxPrice]}. */
    static Order buy(Request request) {
        return order(Side.BUY, request.parameter("productId"), request.parameter("quantity"), "maxPrice",
                request.parameter("maxPrice"), request.parameter("userId"));
    }

    /** {@code GET /sell?productId&quantity&price&userId}. */
    static Order sell(Request request) {
        return order(Side.SELL, request.parameter("productId"), request.parameter("quantity"), "price",
                request.parameter("price"), request.parameter("userId"));
    }

    /** The body of {@code POST /orders}: one order. */
    static Order json(byte[] body) {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (JacksonException e) {
            throw new InvalidField("body", new String(body, StandardCharsets.UTF_8), A_JSON_OBJECT);
        }
        if (!json.isObject()) {
            throw new InvalidField("body", json, A_JSON_OBJECT);
        }
        for (String name : json.propertyNames()) {
            if (!FIELDS.contains(name)) {
                throw new InvalidField(name, json.get(name),
                        "no other field than side, productId, quantity, price, userId, clientOrderId");
            }
        }
        String side = text(json, "side");
        return switch (side) {
            case "BUY", "SELL" -> order(Side.valueOf(side), text(json, "productId"), wholeNumber(json, "quantity"),
                    "price", text(json, "price"), text(json, "userId"));
            case null, default -> throw new InvalidField("side", side, "BUY or SELL");
        };
    }

    private static Order order(Side side, @Nullable String productId, @Nullable String quantity, String priceField,
            @Nullable String price, @Nullable String userId) {
        long nowMillis = System.currentTimeMillis();
        UUID id = OrderId.next(NO_PARTITION, nowMillis);
        String product = Limits.productId("productId", productId);
        long count = Limits.quantity("quantity", quantity);
        long ticks = side == Side.BUY && price == null ? Order.ANY_PRICE : Limits.price(priceField, price);
        return new Order(id, side, product, Limits.userId("userId", userId), count, ticks, nowMillis);
    }

    private static @Nullable String wholeNumber(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (value.isString()) {
            throw new InvalidField(name, value, "a whole number from 1");
        }
        return text(json, name);
    }

    private static @Nullable String text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (value.isContainer()) {
            throw new InvalidField(name, value, "a single value");
        }
        return value.isMissingNode() || value.isNull() ? null : value.asString();
    }
}
