package trading.gateway.sent;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
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

    /** A record: how many of its sends are under way or acknowledged, and the command. */
    private static final int SENDS = 0;
    private static final int COMMAND = Integer.BYTES;

    private final RecentRecords newest = new RecentRecords();
    private final int maxOrders;

    SentOrders(OrderProperties properties) {
        this.maxOrders = properties.pendingOrders();
    }

    /**
     * An order is on its way; where there is no room, the oldest is forgotten.
     *
     * @param command as Kafka gets it
     * @return where it is kept, for {@link #takeBack}; {@link RecentRecords#NONE} if none is to be
     */
    public synchronized long add(UUID orderId, byte[] command) {
        if (maxOrders == 0) {
            return RecentRecords.NONE;
        }
        long known = newest.newest(orderId);
        if (known != RecentRecords.NONE && newest.at(known).position(COMMAND).equals(ByteBuffer.wrap(command))) {
            addSends(known, 1);
            return known;
        }
        newest.add(orderId, COMMAND + command.length).putInt(1).put(command);
        long kept = newest.last();
        while (newest.size() > maxOrders) {
            newest.removeOldest();
        }
        return kept;
    }

    /** A send was surely not taken, or nobody knows. The order is still known if others of its sends count. */
    public synchronized void takeBack(UUID orderId, long kept) {
        if (newest.isHere(kept) && addSends(kept, -1) == 0 && newest.newest(orderId) == kept) {
            newest.forget(orderId);
        }
    }

    private int addSends(long kept, int more) {
        ByteBuffer order = newest.at(kept);
        int sends = order.getInt(SENDS) + more;
        order.putInt(SENDS, sends);
        return sends;
    }

    /** What was sent under an id, {@code null} if nothing is known. */
    public synchronized @Nullable PlaceOrder find(UUID orderId) {
        long kept = newest.newest(orderId);
        try {
            return kept == RecentRecords.NONE
                    ? null
                    : Command.parseFrom(newest.at(kept).position(COMMAND)).getPlace();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("bytes that this gateway wrote itself", e);
        }
    }
}
