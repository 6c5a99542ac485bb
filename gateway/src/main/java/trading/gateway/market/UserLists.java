package trading.gateway.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.collections.Object2ObjectHashMap;

/**
 * The open orders of each user in a partition: whoever comes is before the one that came before. Guarded by the
 * partition.
 */
final class UserLists {

    private final Map<String, RestingOrder> newest = new Object2ObjectHashMap<>();

    /** The user's name, as another order of the same user has it, if there is one. */
    String name(String userId) {
        RestingOrder known = newest.get(userId);
        return known == null ? userId : known.userId();
    }

    void add(RestingOrder order) {
        RestingOrder older = newest.put(order.userId(), order);
        order.older = older;
        if (older != null) {
            older.newer = order;
        }
    }

    /** Takes out an order that is in here. */
    void remove(RestingOrder order) {
        RestingOrder older = order.older;
        RestingOrder newer = order.newer;
        if (older != null) {
            older.newer = newer;
        }
        if (newer != null) {
            newer.older = older;
        } else if (older != null) {
            newest.put(order.userId(), older);
        } else {
            newest.remove(order.userId());
        }
        order.older = null;
        order.newer = null;
    }

    /** Hands over the open orders of a user, oldest first. */
    void forEach(String userId, Consumer<RestingOrder> action) {
        List<RestingOrder> newestFirst = new ArrayList<>();
        for (RestingOrder order = newest.get(userId); order != null; order = order.older) {
            newestFirst.add(order);
        }
        newestFirst.reversed().forEach(action);
    }
}
