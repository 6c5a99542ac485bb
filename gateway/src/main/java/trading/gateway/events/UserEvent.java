package trading.gateway.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.Price;
import trading.wire.Rfc3339;
import trading.wire.proto.Batch;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/**
 * Something that happened to an order, as its user reads it. Of a sale between two orders of a user both are told.
 *
 * @param type what happened
 * @param orderId the order
 * @param productId its product
 * @param tradeId of a sale
 * @param side of an order that is open now
 * @param price of a sale, or the limit of an order that is open now, a decimal
 * @param quantity how many changed hands
 * @param counterparty user of the other order
 * @param remaining what the order has left, or had when it closed
 * @param reason why it was closed, where the type does not tell: {@code SELF_TRADE}, {@code UNFILLED}, or the bound by
 *        which it was rejected
 * @param time moment of the batch
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record UserEvent(Type type, String orderId, String productId, @Nullable Long tradeId, @Nullable Side side,
        @Nullable String price, @Nullable Long quantity, @Nullable String counterparty, long remaining,
        @Nullable String reason, String time) {

    /** What can happen. */
    enum Type {
        PURCHASE, SALE, EXPIRED, CANCELLED, REJECTED, OPEN
    }

    /** What a batch tells a user, always in the same order: an order's sales come before its end, or its rest. */
    static List<UserEvent> of(Batch batch, String userId) {
        List<UserEvent> events = new ArrayList<>();
        String time = Rfc3339.format(batch.getNow());
        for (Sale sale : batch.getSalesList()) {
            if (sale.getBuyer().equals(userId)) {
                events.add(sold(Type.PURCHASE, sale, sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow(),
                        sale.getSeller(), sale.getPurchaseOrderRemaining(), time));
            }
            if (sale.getSeller().equals(userId)) {
                events.add(sold(Type.SALE, sale, sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow(),
                        sale.getBuyer(), sale.getSalesOrderRemaining(), time));
            }
        }
        for (ClosedOrder closed : batch.getClosedList()) {
            if (closed.getOrder().getUserId().equals(userId)) {
                events.add(closed(closed, time));
            }
        }
        for (OpenOrder rested : batch.getRestedList()) {
            if (rested.getUserId().equals(userId)) {
                events.add(rested(rested, time));
            }
        }
        return events;
    }

    private static UserEvent sold(Type type, Sale sale, long idHigh, long idLow, String counterparty, long remaining,
            String time) {
        return new UserEvent(type, new UUID(idHigh, idLow).toString(), sale.getProductId(), sale.getTradeId(),
                null, Price.format(sale.getPrice()), sale.getQuantity(), counterparty, remaining, null, time);
    }

    private static UserEvent closed(ClosedOrder closed, String time) {
        OpenOrder order = closed.getOrder();
        Type type = switch (closed.getReason()) {
            case CANCELLED, SELF_TRADE, UNFILLED -> Type.CANCELLED;
            case REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS -> Type.REJECTED;
            case EXPIRED, CLOSE_REASON_UNSPECIFIED, UNRECOGNIZED -> Type.EXPIRED;
        };
        String reason = closed.getReason().name();
        return new UserEvent(type, new UUID(order.getOrderIdHigh(), order.getOrderIdLow()).toString(),
                order.getProductId(), null, null, null, null, null, order.getRemaining(),
                type.name().equals(reason) ? null : reason, time);
    }

    private static UserEvent rested(OpenOrder order, String time) {
        return new UserEvent(Type.OPEN, new UUID(order.getOrderIdHigh(), order.getOrderIdLow()).toString(),
                order.getProductId(), null, order.getSide(),
                order.getPrice() == 0 ? null : Price.format(order.getPrice()), null, null, order.getRemaining(), null,
                time);
    }
}
