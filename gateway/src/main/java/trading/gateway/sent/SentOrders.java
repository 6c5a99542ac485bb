package trading.gateway.sent;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import trading.gateway.OrderProperties;
import trading.gateway.recent.RecentRecords;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;

/**
 * The newest orders that this gateway has given to Kafka: what can be told of an order before an engine tells of it. Safe
 * for use by any thread.
 */
@Component
public final class SentOrders {

    private final RecentRecords newest = new RecentRecords();
    private final int maxOrders;

    SentOrders(OrderProperties properties) {
        this.maxOrders = properties.pendingOrders();
    }

    /**
     * An order is on its way; where there is no room, the oldest is forgotten.
     *
     * @param command as Kafka gets it
     * @return whether it was kept: it is not if one is known under this id, or if none is to be
     */
    public synchronized boolean add(UUID orderId, byte[] command) {
        if (maxOrders == 0 || newest.newest(orderId) != RecentRecords.NONE) {
            return false;
        }
        newest.add(orderId, command.length).put(command);
        while (newest.size() > maxOrders) {
            newest.removeOldest();
        }
        return true;
    }

    /** The first order under an id was not sent, or nobody knows. */
    public synchronized void remove(UUID orderId) {
        newest.forget(orderId);
    }

    /** What was sent under an id, {@code null} if nothing is known. */
    public synchronized @Nullable PlaceOrder find(UUID orderId) {
        long position = newest.newest(orderId);
        try {
            return position == RecentRecords.NONE ? null : Command.parseFrom(newest.at(position)).getPlace();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("bytes that this gateway wrote itself", e);
        }
    }
}
