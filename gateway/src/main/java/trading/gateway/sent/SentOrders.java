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

    /** An order is on its way; where there is no room, the oldest is forgotten. */
    public synchronized void add(UUID orderId, PlaceOrder order) {
        newest.put(orderId, order);
        if (newest.size() > maxOrders) {
            newest.pollFirstEntry();
        }
    }

    /** An order was surely not sent. */
    public synchronized void remove(UUID orderId, PlaceOrder order) {
        newest.remove(orderId, order);
    }

    /** What was sent under an id, {@code null} if nothing is known. */
    public synchronized @Nullable PlaceOrder find(UUID orderId) {
        return newest.get(orderId);
    }
}
