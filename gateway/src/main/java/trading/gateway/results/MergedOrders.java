package trading.gateway.results;

import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;

/**
 * Orders of a user as the database and their markets tell of them, each once, as the newer of both has it. Not safe for use
 * by threads at the same time.
 */
final class MergedOrders {

    /** By id as text, in which ids sort as in the database. */
    private final TreeMap<String, Told> orders = new TreeMap<>();
    private @Nullable String wholeTo;

    private record Told(OrderJson json, long changedAtMillis) {}

    /** Begins with what the database has, all of which is done. */
    MergedOrders(DoneOrders.Page stored) {
        stored.orders().forEach(order -> orders.put(order.orderId().toString(),
                new Told(OrderJson.listed(order), order.changedAtMillis())));
        this.wholeTo = stored.wholeTo() == null ? null : stored.wholeTo().toString();
    }

    /** Adds orders that wait. */
    void add(OpenOrders.Page waiting) {
        waiting.orders().forEach(this::add);
        if (waiting.hasMore()) {
            String last = waiting.orders().getLast().orderId().toString();
            wholeTo = wholeTo == null || last.compareTo(wholeTo) < 0 ? last : wholeTo;
        }
    }

    /** Adds an order as its market tells of it, unless something newer is known, or at the same moment its end. */
    void add(OrderState state) {
        OrderJson json = OrderJson.listed(state);
        Told known = orders.get(json.id());
        if (known == null || state.changedAtMillis() > known.changedAtMillis()
                || (state.changedAtMillis() == known.changedAtMillis() && json.status().isDone())) {
            orders.put(json.id(), new Told(json, state.changedAtMillis()));
        }
    }

    /** The id up to which no order is missing; {@code null} if there are none behind. */
    @Nullable
    String wholeTo() {
        return wholeTo;
    }

    /** The orders up to there, by id. */
    Stream<OrderJson> whole() {
        return (wholeTo == null ? orders : orders.headMap(wholeTo, true)).values().stream().map(Told::json);
    }
}
