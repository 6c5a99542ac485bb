package trading.client.audit;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ids of clients' orders that are done, as long as an engine remembers them. For one thread. */
final class DoneOrders {

    private record Done(UUID orderId, long atMillis) {}

    private final Map<UUID, Long> atMillis = new HashMap<>();
    private final Queue<Done> byAge = new ArrayDeque<>();

    /** Later than all before it. */
    void add(UUID orderId, long millis) {
        atMillis.put(orderId, millis);
        byAge.add(new Done(orderId, millis));
    }

    boolean contains(UUID orderId) {
        return atMillis.containsKey(orderId);
    }

    /** When an order was done, {@code null} if it is not, or was so long ago that it is forgotten. */
    @Nullable
    Long atMillis(UUID orderId) {
        return atMillis.get(orderId);
    }

    /** A view. */
    Set<UUID> ids() {
        return Collections.unmodifiableSet(atMillis.keySet());
    }

    void forgetBefore(long millis) {
        for (Done oldest = byAge.peek(); oldest != null && oldest.atMillis() < millis; oldest = byAge.peek()) {
            atMillis.remove(oldest.orderId(), oldest.atMillis());
            byAge.remove();
        }
    }
}
