package trading.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.UUID;
import trading.market.CancelOrder;
import trading.market.Command;
import trading.market.PlaceOrder;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.InvalidField;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.Topics;

/**
 * Reads the orders log. The gateway has checked every limit before; here they are checked again, since the log can have
 * other writers.
 *
 * <p>Safe for use by any thread.
 */
public final class Commands {

    private Commands() {}

    /**
     * The command of a record.
     *
     * @param partition where the record stands; the order id and the product must belong there
     * @param offset where in the partition
     * @param acceptedAtMillis the record's timestamp, given by the broker
     * @param value the record's bytes
     * @throws UnreadableCommand when it is none
     */
    public static Command read(int partition, long offset, long acceptedAtMillis, byte[] value)
            throws UnreadableCommand {
        if (value.length > Limits.MAX_COMMAND_BYTES) {
            throw new UnreadableCommand(
                    "value: " + value.length + " bytes (expected: at most " + Limits.MAX_COMMAND_BYTES + ")");
        }
        trading.wire.proto.Command command;
        try {
            command = trading.wire.proto.Command.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableCommand("not a Command: " + e.getMessage());
        }
        try {
            return switch (command.getCommandCase()) {
                case PLACE -> place(partition, offset, acceptedAtMillis, command.getPlace());
                case CANCEL -> cancel(partition, command.getCancel());
                case COMMAND_NOT_SET -> throw new UnreadableCommand("a Command that asks for nothing");
            };
        } catch (InvalidField e) {
            throw new UnreadableCommand(e.getMessage());
        }
    }

    private static PlaceOrder place(int partition, long offset, long acceptedAtMillis,
            trading.wire.proto.PlaceOrder order) {
        UUID orderId = orderId(partition, order.getOrderIdHigh(), order.getOrderIdLow());
        String productId = Limits.productId("productId", order.getProductId());
        if (Topics.partition(productId) != partition) {
            throw new InvalidField("productId", productId, "a product of partition " + partition);
        }
        Side side = side(order.getSide());
        long price = order.getPrice();
        boolean anyPrice = side == Side.BUY && price == 0;
        TimeInForce timeInForce = timeInForce(order.getTimeInForce());
        return new PlaceOrder(offset, orderId, side, productId, Limits.userId("userId", order.getUserId()),
                Limits.quantity("quantity", order.getQuantity()),
                anyPrice ? PlaceOrder.ANY_PRICE : Limits.price("price", price), acceptedAtMillis, timeInForce,
                expiresAtMillis(timeInForce, order.getExpiresAt()));
    }

    private static TimeInForce timeInForce(trading.wire.proto.TimeInForce timeInForce) {
        if (timeInForce == trading.wire.proto.TimeInForce.UNRECOGNIZED) {
            throw new InvalidField("timeInForce", timeInForce, "GTT, GTC, IOC or none");
        }
        return Events.read(timeInForce);
    }

    private static long expiresAtMillis(TimeInForce timeInForce, long expiresAt) {
        if (timeInForce == TimeInForce.GTT) {
            return Limits.expiresAt("expiresAt", expiresAt);
        }
        if (expiresAt != 0) {
            throw new InvalidField("expiresAt", expiresAt, "none without GTT");
        }
        return 0;
    }

    private static CancelOrder cancel(int partition, trading.wire.proto.CancelOrder cancel) {
        return new CancelOrder(orderId(partition, cancel.getOrderIdHigh(), cancel.getOrderIdLow()),
                Limits.userId("userId", cancel.getUserId()));
    }

    private static UUID orderId(int partition, long high, long low) {
        UUID orderId = new UUID(high, low);
        if (!OrderId.valid(orderId) || OrderId.partition(orderId) != partition) {
            throw new InvalidField("orderId", orderId, "an order id of partition " + partition);
        }
        return orderId;
    }

    private static Side side(trading.wire.proto.Side side) {
        return switch (side) {
            case BUY -> Side.BUY;
            case SELL -> Side.SELL;
            case SIDE_UNSPECIFIED, UNRECOGNIZED -> throw new InvalidField("side", side, "BUY or SELL");
        };
    }
}
