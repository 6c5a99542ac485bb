package trading.market;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;

/** The ids made by clients whose orders are closed, for as long as they are remembered. */
final class DoneIds {

    private record Done(UUID orderId, long closedAtMillis) {}

    private final Set<UUID> ids = new HashSet<>();
    private final Queue<Done> oldestFirst = new ArrayDeque<>();

    boolean contains(UUID orderId) {
        return ids.contains(orderId);
    }

    void add(UUID orderId, long closedAtMillis) {
        ids.add(orderId);
        oldestFirst.add(new Done(orderId, closedAtMillis));
    }

    /** Forgets what closed longer ago than the window. */
    void forget(long nowMillis, long windowMillis) {
        for (Done done = oldestFirst.peek(); done != null
                && nowMillis - done.closedAtMillis > windowMillis; done = oldestFirst.peek()) {
            ids.remove(done.orderId);
            oldestFirst.remove();
        }
    }

    int size() {
        return ids.size();
    }
}
