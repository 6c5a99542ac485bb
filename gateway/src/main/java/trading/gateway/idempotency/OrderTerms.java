package trading.gateway.idempotency;

import org.jspecify.annotations.Nullable;
import trading.gateway.market.OrderState;
import trading.wire.InvalidField;
import trading.wire.Price;
import trading.wire.Rfc3339;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * What a repeated order must repeat.
 *
 * @param price in ticks, 0 for any price
 * @param expiresAt epoch milliseconds, 0 unless it is GTT
 */
public record OrderTerms(Side side, long quantity, long price, TimeInForce timeInForce, long expiresAt) {

    /** The terms of an order on its way to the engine. */
    public static OrderTerms of(PlaceOrder place) {
        return new OrderTerms(place.getSide(), place.getQuantity(), place.getPrice(), place.getTimeInForce(),
                place.getExpiresAt());
    }

    /** The terms of an order that an engine told of. */
    public static OrderTerms of(OpenOrder order) {
        return new OrderTerms(order.getSide(), order.getQuantity(), order.getPrice(), order.getTimeInForce(),
                order.getExpiresAt());
    }

    /** The terms of an order that is open. */
    static OrderTerms of(OrderState open) {
        return new OrderTerms(open.side(), open.quantity(), open.price(), open.timeInForce(), open.expiresAtMillis());
    }

    /** The first field in which this differs from what was ordered first, {@code null} if all are equal. */
    public @Nullable InvalidField differenceTo(OrderTerms first) {
        if (side != first.side) {
            return difference("side", side, first.side);
        }
        if (quantity != first.quantity) {
            return difference("quantity", quantity, first.quantity);
        }
        if (price != first.price) {
            return difference("price", price(price), price(first.price));
        }
        if (timeInForce != first.timeInForce) {
            return difference("timeInForce", name(timeInForce), name(first.timeInForce));
        }
        return expiresAt == first.expiresAt
                ? null
                : difference("expireTime", Rfc3339.format(expiresAt), Rfc3339.format(first.expiresAt));
    }

    private static String name(TimeInForce timeInForce) {
        return timeInForce == TimeInForce.TIME_IN_FORCE_UNSPECIFIED ? "none" : timeInForce.name();
    }

    private static InvalidField difference(String field, Object value, Object first) {
        return new InvalidField(field, value, first + ", as first ordered");
    }

    private static String price(long ticks) {
        return ticks == 0 ? "any" : Price.format(ticks);
    }
}
