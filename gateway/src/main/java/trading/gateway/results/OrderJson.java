package trading.gateway.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.gateway.market.OrderState;
import trading.wire.Price;
import trading.wire.Rfc3339;
import trading.wire.proto.CloseReason;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * An order as a client reads it. What is not known, or does not apply, is missing.
 *
 * @param id the order
 * @param status how far it has come
 * @param reason what the status does not tell. CANCELLED: {@code SELF_TRADE}, or {@code UNFILLED} of an order that was
 *        immediate or cancel. REJECTED: by which bound, {@code MAX_OPEN_ORDERS}, {@code MAX_GTC_ORDERS} or
 *        {@code MAX_PRODUCTS}
 * @param side {@code BUY} or {@code SELL}
 * @param productId what
 * @param userId who
 * @param quantity as ordered
 * @param filled what its sales took
 * @param remaining what is left, or was left when it closed
 * @param price a decimal; missing where any is taken, and of what was filled without resting, or long ago
 * @param timeInForce {@code GTC}, {@code GTT} or {@code IOC}
 * @param expireTime of a GTT order, in RFC 3339
 * @param acceptTime when the log took it
 * @param updateTime moment of the batch that changed it last
 * @param sales those in the database, the newest, oldest of them first; lists go without
 * @param next where all sales can be read, if there are more than these
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderJson(String id, OrderStatus status, @Nullable String reason,
        @Schema(implementation = String.class, allowableValues = {
            "BUY", "SELL"}) Side side,
        @Nullable String productId,
        @Nullable String userId, long quantity, long filled, long remaining, @Nullable String price,
        @Nullable String timeInForce, @Nullable String expireTime, @Nullable String acceptTime,
        @Nullable String updateTime, @Nullable List<ResultJson.SaleJson> sales, @Nullable String next){

    /** An order as the results tell of it. */
    static OrderJson of(OrderResult result) {
        return of(result, ResultJson.SaleJson.of(result.sales()), ResultJson.next(result));
    }

    /** The same, without sales. */
    static OrderJson listed(OrderResult result) {
        return of(result, null, null);
    }

    private static OrderJson of(OrderResult result, @Nullable List<ResultJson.SaleJson> sales, @Nullable String next) {
        OrderResult.Terms terms = result.terms();
        String id = result.orderId().toString();
        return new OrderJson(id, result.status(), ResultJson.reason(result.status(), result.reason()), terms.side(),
                terms.productId(), terms.userId(), terms.quantity(), result.filled(), result.remaining(),
                price(terms.price()), name(terms.timeInForce()), time(terms.expiresAtMillis()),
                time(terms.acceptedAtMillis()), time(result.changedAtMillis()), sales, next);
    }

    /**
     * An order as its market tells of it.
     *
     * @param stored what the database has of its sales, {@code null} if none was asked for, or nothing is there
     */
    static OrderJson of(OrderState state, @Nullable OrderResult stored) {
        return of(state, stored == null ? List.of() : ResultJson.SaleJson.of(stored.sales()),
                stored == null ? null : ResultJson.next(stored));
    }

    /** An order as its market tells of it, without sales. */
    static OrderJson listed(OrderState state) {
        return of(state, null, null);
    }

    private static OrderJson of(OrderState state, @Nullable List<ResultJson.SaleJson> sales, @Nullable String next) {
        OrderStatus status = status(state);
        CloseReason closed = state.closed();
        return new OrderJson(state.orderId().toString(), status,
                ResultJson.reason(status, closed == null ? null : closed.name()), state.side(), state.productId(),
                state.userId(), state.quantity(), state.quantity() - state.remaining(), state.remaining(),
                price(state.price()), name(state.timeInForce()), time(state.expiresAtMillis()),
                time(state.acceptedAtMillis()), time(state.changedAtMillis()), sales, next);
    }

    /** How far its market has brought an order. */
    static OrderStatus status(OrderState state) {
        return OrderStatus.of(state.closed(), state.quantity() - state.remaining(), state.remaining());
    }

    /** An order that this gateway has sent, and that no engine has told of. */
    static OrderJson pending(UUID orderId, PlaceOrder sent) {
        return new OrderJson(orderId.toString(), OrderStatus.PENDING, null, sent.getSide(), sent.getProductId(),
                sent.getUserId(), sent.getQuantity(), 0, sent.getQuantity(), price(sent.getPrice()),
                name(sent.getTimeInForce()), time(sent.getExpiresAt()), null, null, List.of(), null);
    }

    private static @Nullable String price(long ticks) {
        return ticks == 0 ? null : Price.format(ticks);
    }

    private static @Nullable String name(TimeInForce timeInForce) {
        return timeInForce == TimeInForce.TIME_IN_FORCE_UNSPECIFIED ? null : timeInForce.name();
    }

    private static @Nullable String time(long millis) {
        return millis == 0 ? null : Rfc3339.format(millis);
    }
}
