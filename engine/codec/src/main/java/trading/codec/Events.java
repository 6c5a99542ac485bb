package trading.codec;

import java.util.UUID;
import trading.market.ClosedOrder;
import trading.market.OpenOrder;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.proto.CloseReason;

/**
 * Market events as messages, and back: {@code read(write(event))} equals the event.
 *
 * <p>Safe for use by any thread.
 */
public final class Events {

    private Events() {}

    public static trading.wire.proto.Sale write(Sale sale) {
        return trading.wire.proto.Sale.newBuilder().setProductId(sale.productId()).setTradeId(sale.tradeId())
                .setPurchaseOrderIdHigh(sale.purchaseOrderId().getMostSignificantBits())
                .setPurchaseOrderIdLow(sale.purchaseOrderId().getLeastSignificantBits())
                .setSalesOrderIdHigh(sale.salesOrderId().getMostSignificantBits())
                .setSalesOrderIdLow(sale.salesOrderId().getLeastSignificantBits()).setBuyer(sale.buyer())
                .setSeller(sale.seller()).setPrice(sale.price()).setQuantity(sale.quantity())
                .setPurchaseOrderRemaining(sale.purchaseOrderRemaining())
                .setSalesOrderRemaining(sale.salesOrderRemaining()).build();
    }

    public static Sale read(trading.wire.proto.Sale sale) {
        return new Sale(sale.getProductId(), sale.getTradeId(),
                new UUID(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow()),
                new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow()), sale.getBuyer(), sale.getSeller(),
                sale.getPrice(), sale.getQuantity(), sale.getPurchaseOrderRemaining(), sale.getSalesOrderRemaining());
    }

    public static trading.wire.proto.ClosedOrder write(ClosedOrder closed) {
        return trading.wire.proto.ClosedOrder.newBuilder().setOrder(write(closed.order()))
                .setReason(switch (closed.reason()) {
                    case EXPIRED -> CloseReason.EXPIRED;
                    case CANCELLED -> CloseReason.CANCELLED;
                    case REJECTED -> CloseReason.REJECTED;
                    case SELF_TRADE -> CloseReason.SELF_TRADE;
                    case UNFILLED -> CloseReason.UNFILLED;
                    case MAX_OPEN_ORDERS -> CloseReason.MAX_OPEN_ORDERS;
                    case MAX_GTC_ORDERS -> CloseReason.MAX_GTC_ORDERS;
                    case MAX_PRODUCTS -> CloseReason.MAX_PRODUCTS;
                }).build();
    }

    /**
     * @throws IllegalArgumentException for a reason that this version does not know
     */
    public static ClosedOrder read(trading.wire.proto.ClosedOrder closed) {
        return new ClosedOrder(read(closed.getOrder()), switch (closed.getReason()) {
            case EXPIRED -> ClosedOrder.Reason.EXPIRED;
            case CANCELLED -> ClosedOrder.Reason.CANCELLED;
            case REJECTED -> ClosedOrder.Reason.REJECTED;
            case SELF_TRADE -> ClosedOrder.Reason.SELF_TRADE;
            case UNFILLED -> ClosedOrder.Reason.UNFILLED;
            case MAX_OPEN_ORDERS -> ClosedOrder.Reason.MAX_OPEN_ORDERS;
            case MAX_GTC_ORDERS -> ClosedOrder.Reason.MAX_GTC_ORDERS;
            case MAX_PRODUCTS -> ClosedOrder.Reason.MAX_PRODUCTS;
            case CLOSE_REASON_UNSPECIFIED, UNRECOGNIZED ->
                throw new IllegalArgumentException("reason: " + closed.getReasonValue() + " (expected: 1 to 8)");
        });
    }

    public static trading.wire.proto.OpenOrder write(OpenOrder order) {
        return trading.wire.proto.OpenOrder.newBuilder().setOffset(order.offset())
                .setOrderIdHigh(order.orderId().getMostSignificantBits())
                .setOrderIdLow(order.orderId().getLeastSignificantBits())
                .setSide(order.side() == Side.BUY ? trading.wire.proto.Side.BUY : trading.wire.proto.Side.SELL)
                .setProductId(order.productId()).setUserId(order.userId()).setQuantity(order.quantity())
                .setRemaining(order.remaining())
                .setPrice(order.price() == PlaceOrder.ANY_PRICE ? 0 : order.price())
                .setAcceptedAt(order.acceptedAtMillis()).setTimeInForce(write(order.timeInForce()))
                .setExpiresAt(order.expiresAtMillis()).build();
    }

    public static OpenOrder read(trading.wire.proto.OpenOrder order) {
        return new OpenOrder(order.getOffset(), new UUID(order.getOrderIdHigh(), order.getOrderIdLow()),
                order.getSide() == trading.wire.proto.Side.BUY ? Side.BUY : Side.SELL, order.getProductId(),
                order.getUserId(), order.getQuantity(), order.getRemaining(),
                order.getPrice() == 0 ? PlaceOrder.ANY_PRICE : order.getPrice(), order.getAcceptedAt(),
                read(order.getTimeInForce()), order.getExpiresAt());
    }

    static trading.wire.proto.TimeInForce write(TimeInForce timeInForce) {
        return switch (timeInForce) {
            case TIMEOUT -> trading.wire.proto.TimeInForce.TIME_IN_FORCE_UNSPECIFIED;
            case GTT -> trading.wire.proto.TimeInForce.GTT;
            case GTC -> trading.wire.proto.TimeInForce.GTC;
            case IOC -> trading.wire.proto.TimeInForce.IOC;
        };
    }

    static TimeInForce read(trading.wire.proto.TimeInForce timeInForce) {
        return switch (timeInForce) {
            case GTT -> TimeInForce.GTT;
            case GTC -> TimeInForce.GTC;
            case IOC -> TimeInForce.IOC;
            case TIME_IN_FORCE_UNSPECIFIED, UNRECOGNIZED -> TimeInForce.TIMEOUT;
        };
    }
}
