package trading.gateway.market;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open orders of a user in a partition, oldest first. Guarded by the partition. */
final class UserOrders {

    private final String userId;
    private @Nullable RestingOrder oldest;
    private @Nullable RestingOrder newest;

    UserOrders(String userId) {
        this.userId = userId;
    }

    String userId() {
        return userId;
    }

    boolean isEmpty() {
        return oldest == null;
    }

    void add(RestingOrder order) {
        order.older = newest;
        if (newest == null) {
            oldest = order;
        } else {
            newest.newer = order;
        }
        newest = order;
    }

    /** Takes out an order that is in this list. */
    void remove(RestingOrder order) {
        RestingOrder older = order.older;
        RestingOrder newer = order.newer;
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        order.older = null;
        order.newer = null;
    }

    void forEach(Consumer<RestingOrder> action) {
        for (RestingOrder order = oldest; order != null; order = order.newer) {
            action.accept(order);
        }
    }
}
