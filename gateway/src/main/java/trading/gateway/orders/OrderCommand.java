package trading.gateway.orders;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.gateway.idempotency.OrderTerms;
import trading.gateway.requests.ProductIds;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * A command on its way into the orders topic. Whoever holds one knows that every limit was checked.
 *
 * @param orderId the order that is placed or cancelled
 * @param kind what is done with it
 * @param partition where it goes
 * @param productId the product of a placed order, {@code null} for a cancel
 * @param message what is written
 */
record OrderCommand(UUID orderId, Kind kind, int partition, @Nullable String productId, Command message) {

    /** What a command does. */
    enum Kind {
        BUY, SELL, CANCEL
    }

    /** What an order without a limit has for a price on the wire. */
    static final long ANY_PRICE = 0;

    /**
     * Places an order.
     *
     * @param price in ticks, {@link #ANY_PRICE} for a purchase order without a limit
     * @param clientOrderId what makes a repeated order the same one
     * @throws trading.wire.InvalidField when a value breaks its limit
     */
    static OrderCommand place(Side side, @Nullable String productId, long quantity, long price, @Nullable String userId,
            @Nullable String clientOrderId) {
        return place(side, productId, quantity, price, userId, clientOrderId, TimeInForce.TIME_IN_FORCE_UNSPECIFIED,
                0);
    }

    /**
     * Places an order that says for how long it is good.
     *
     * @param price in ticks, {@link #ANY_PRICE} for a purchase order without a limit
     * @param clientOrderId what makes a repeated order the same one
     * @param expiresAt from when on it is no longer open, epoch milliseconds; 0 unless it is GTT
     * @throws trading.wire.InvalidField when a value breaks its limit
     */
    static OrderCommand place(Side side, @Nullable String productId, long quantity, long price, @Nullable String userId,
            @Nullable String clientOrderId, TimeInForce timeInForce, long expiresAt) {
        String product = ProductIds.of("productId", productId);
        String user = Limits.userId("userId", userId);
        int partition = Topics.partition(product);
        UUID orderId = clientOrderId == null
                ? OrderId.next(partition, System.currentTimeMillis())
                : OrderId.ofClient(partition, user, product, Limits.clientOrderId("clientOrderId", clientOrderId));
        PlaceOrder place = PlaceOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                .setOrderIdLow(orderId.getLeastSignificantBits()).setSide(side).setProductId(product).setUserId(user)
                .setQuantity(quantity).setPrice(price).setTimeInForce(timeInForce).setExpiresAt(expiresAt).build();
        return new OrderCommand(orderId, side == Side.BUY ? Kind.BUY : Kind.SELL, partition,
                product, Command.newBuilder().setPlace(place).build());
    }

    /**
     * Cancels an order, if it is this user's.
     *
     * @throws trading.wire.InvalidField when a value breaks its limit
     */
    static OrderCommand cancel(UUID orderId, @Nullable String userId) {
        CancelOrder cancel = CancelOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                .setOrderIdLow(orderId.getLeastSignificantBits()).setUserId(Limits.userId("userId", userId)).build();
        return new OrderCommand(orderId, Kind.CANCEL, OrderId.partition(orderId), null,
                Command.newBuilder().setCancel(cancel).build());
    }

    /** Who sends it. */
    String userId() {
        return kind == Kind.CANCEL ? message.getCancel().getUserId() : message.getPlace().getUserId();
    }

    /** Whether the order can come again under its id: what it must then repeat. */
    @Nullable
    OrderTerms repeatable() {
        return kind != Kind.CANCEL && OrderId.clientMade(orderId) ? OrderTerms.of(message.getPlace()) : null;
    }

    /** The record's key: Kafka shows it to people and tools; the partition does not depend on it. */
    byte @Nullable [] key() {
        return productId == null ? null : productId.getBytes(StandardCharsets.US_ASCII);
    }

    /** The record's value. */
    byte[] value() {
        return message.toByteArray();
    }
}
