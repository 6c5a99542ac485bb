package trading.gateway.sent;

import java.util.LinkedHashMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.wire.proto.PlaceOrder;

/**
 * The newest orders that this gateway has given to Kafka: what can be told of an order before an engine tells of it. Safe
 * for use by any thread.
 */
@Component
public final class SentOrders {

    private final LinkedHashMap<UUID, PlaceOrder> newest = new LinkedHashMap<>();
    private final int maxOrders;

    SentOrders(GatewayProperties properties) {
        this.maxOrders = properties.pendingOrders();
    }

    /**
     * An order is on its way; where there is no room, the oldest is forgotten.
     *
     * @return whether none is known yet that was sent under this id
     */
    public synchronized boolean add(UUID orderId, PlaceOrder order) {
        boolean isFirst = newest.putIfAbsent(orderId, order) == null;
        if (newest.size() > maxOrders) {
            newest.pollFirstEntry();
        }
        return isFirst;
    }

    /** The first order under an id was surely not sent. */
    public synchronized void remove(UUID orderId) {
        newest.remove(orderId);
    }

    /** What was sent under an id, {@code null} if nothing is known. */
    public synchronized @Nullable PlaceOrder find(UUID orderId) {
        return newest.get(orderId);
    }
}
