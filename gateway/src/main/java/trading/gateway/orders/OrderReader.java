package trading.gateway.orders;

import static trading.gateway.orders.OrderCommand.ANY_PRICE;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import trading.gateway.requests.ProductIds;
import trading.gateway.security.Caller;
import trading.wire.InvalidField;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * Reads orders and cancels from JSON, token by token. A price is taken as text, whether it stands in quotes or not: it
 * never passes through floating point.
 */
final class OrderReader {

    /** The length of a body or a line bounds that of a number. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNumberLength(Integer.MAX_VALUE).build()).build();
    private static final String ORDER_FIELDS = "no other field than side, productId, quantity, price, userId, clientOrderId, timeInForce, "
            + "expireTime";
    private static final String CANCEL_FIELDS = "no other field than cancel, userId";
    private static final String TIMES_IN_FORCE = "GTC, GTT or IOC";
    private static final String WHOLE_NUMBER = "a whole number from 1";

    /** Which fields came. */
    private static final int SIDE = 1;
    private static final int PRODUCT_ID = 2;
    private static final int QUANTITY = 4;
    private static final int PRICE = 8;
    private static final int USER_ID = 16;
    private static final int CLIENT_ORDER_ID = 32;
    private static final int CANCEL = 64;
    private static final int TIME_IN_FORCE = 128;
    private static final int EXPIRE_TIME = 256;

    /** Enough to recognise a text by; longer ones are cut in messages anyway. */
    private static final int SHOWN_BYTES = 256;

    private @Nullable String side;
    private @Nullable String productId;
    private @Nullable String quantity;
    private @Nullable String price;
    private @Nullable String userId;
    private @Nullable String clientOrderId;
    private @Nullable String timeInForce;
    private @Nullable String expireTime;
    private @Nullable String cancel;
    private int seen;

    private OrderReader() {}

    /**
     * Reads the body of {@code POST /orders}: one order.
     *
     * @param idempotencyKey a client order id from outside the body
     * @throws InvalidField when it is not JSON, or a value breaks its limit
     * @throws trading.gateway.problems.ProblemException when the caller may not ask for this user
     */
    static OrderCommand order(byte[] json, @Nullable String idempotencyKey, Caller caller) {
        OrderReader reader = read("body", json, 0, json.length);
        if (reader.cancel != null) {
            throw new InvalidField("cancel", reader.cancel, ORDER_FIELDS);
        }
        reader.clientOrderId = IdempotencyKey.orElse(idempotencyKey, reader.clientOrderId);
        return reader.place(caller);
    }

    /**
     * Reads a line of a stream: an order, or {@code {"cancel": id, "userId": …}}.
     *
     * @throws InvalidField when it is not JSON, or a value breaks its limit
     * @throws trading.gateway.problems.ProblemException when the caller may not ask for this user
     */
    static OrderCommand orderOrCancel(byte[] json, int from, int length, Caller caller) {
        OrderReader reader = read("line", json, from, length);
        return reader.isCancel() ? reader.cancel(caller) : reader.place(caller);
    }

    private static OrderReader read(String what, byte[] json, int from, int length) {
        OrderReader reader = new OrderReader();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json, from, length)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                    parser.nextToken();
                    reader.set(name, parser);
                }
                if (parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null) {
                    return reader;
                }
            }
        } catch (JacksonException e) {
            throw new InvalidField(what, shown(json, from, length), "a JSON object");
        }
        throw new InvalidField(what, shown(json, from, length), "a JSON object");
    }

    private void set(String name, JsonParser parser) {
        switch (name) {
            case "side" -> side = once(name, SIDE, side, text(name, parser, "BUY or SELL"));
            case "productId" ->
                productId = once(name, PRODUCT_ID, productId, text(name, parser, "a product id in quotes"));
            case "quantity" -> quantity = once(name, QUANTITY, quantity, wholeNumber(name, parser));
            case "price" -> price = once(name, PRICE, price, decimal(name, parser));
            case "userId" -> userId = once(name, USER_ID, userId, text(name, parser, "a user id in quotes"));
            case "clientOrderId" ->
                clientOrderId = once(name, CLIENT_ORDER_ID, clientOrderId,
                        text(name, parser, "a client order id in quotes"));
            case "timeInForce" ->
                timeInForce = once(name, TIME_IN_FORCE, timeInForce, text(name, parser, TIMES_IN_FORCE));
            case "expireTime" ->
                expireTime = once(name, EXPIRE_TIME, expireTime, text(name, parser, "a time in quotes"));
            case "cancel" -> cancel = once(name, CANCEL, cancel, text(name, parser, "an order id in quotes"));
            default -> throw new InvalidField(name, raw(parser), ORDER_FIELDS);
        }
    }

    /** The value of a field that must not come twice. */
    private @Nullable String once(String name, int bit, @Nullable String before, @Nullable String value) {
        if ((seen & bit) != 0) {
            throw new InvalidField(name, before + " and " + value, "given once");
        }
        seen |= bit;
        return value;
    }

    private static @Nullable String text(String name, JsonParser parser, String expected) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NULL -> null;
            case null, default -> throw new InvalidField(name, raw(parser), expected);
        };
    }

    private static @Nullable String wholeNumber(String name, JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT -> parser.getString();
            case VALUE_NULL -> null;
            case null, default -> throw new InvalidField(name, raw(parser), WHOLE_NUMBER);
        };
    }

    private static @Nullable String decimal(String name, JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getString();
            case VALUE_NULL -> null;
            case null, default -> throw new InvalidField(name, raw(parser), "a decimal in quotes, such as \"12.34\"");
        };
    }

    private OrderCommand place(Caller caller) {
        Side way = side();
        String product = ProductIds.of("productId", productId);
        long count = Limits.quantity("quantity", quantity);
        long ticks = way == Side.BUY && price == null ? ANY_PRICE : Limits.price("price", price);
        TimeInForce lifetime = timeInForce();
        return OrderCommand.place(way, product, count, ticks, caller.user(userId), clientOrderId, lifetime,
                expiresAt(lifetime));
    }

    /** A line that has nothing of an order, and {@code null} where the one to cancel should stand, is one, too. */
    private boolean isCancel() {
        return cancel != null || (seen | USER_ID) == (USER_ID | CANCEL);
    }

    private OrderCommand cancel(Caller caller) {
        UUID orderId = OrderId.parse("cancel", cancel);
        int extra = seen & ~(USER_ID | CANCEL);
        if (extra != 0) {
            throw new InvalidField(nameOf(Integer.lowestOneBit(extra)), "given", CANCEL_FIELDS);
        }
        return OrderCommand.cancel(orderId, caller.user(userId));
    }

    private static String nameOf(int field) {
        return switch (field) {
            case SIDE -> "side";
            case PRODUCT_ID -> "productId";
            case QUANTITY -> "quantity";
            case PRICE -> "price";
            case CLIENT_ORDER_ID -> "clientOrderId";
            case TIME_IN_FORCE -> "timeInForce";
            default -> "expireTime";
        };
    }

    private Side side() {
        return switch (side) {
            case "BUY" -> Side.BUY;
            case "SELL" -> Side.SELL;
            case null, default -> throw new InvalidField("side", side, "BUY or SELL");
        };
    }

    private TimeInForce timeInForce() {
        return switch (timeInForce) {
            case null -> TimeInForce.TIME_IN_FORCE_UNSPECIFIED;
            case "GTC" -> TimeInForce.GTC;
            case "GTT" -> TimeInForce.GTT;
            case "IOC" -> TimeInForce.IOC;
            default -> throw new InvalidField("timeInForce", timeInForce, TIMES_IN_FORCE);
        };
    }

    private long expiresAt(TimeInForce lifetime) {
        if (lifetime == TimeInForce.GTT) {
            return Limits.expiresAt("expireTime", expireTime);
        }
        if (expireTime != null) {
            throw new InvalidField("expireTime", expireTime, "none, unless timeInForce is GTT");
        }
        return 0;
    }

    /** A value as it stands in the text, as far as one token tells. */
    private static @Nullable String raw(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_STRING ? '"' + parser.getString() + '"' : parser.getString();
    }

    /** The beginning of a text, for a message. */
    static String shown(byte[] json, int from, int length) {
        return new String(json, from, Math.min(length, SHOWN_BYTES), StandardCharsets.UTF_8);
    }
}
