package trading.baselines.market;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import trading.baselines.market.OrderResult.Status;

/**
 * What became of orders, on the heap only, and only for a while; after that, the database knows. Safe for use by any
 * thread.
 */
public final class Results {

    /** How long a result can be read after its newest part. */
    public static final long KEPT_MILLIS = 60_000;

    private final ConcurrentMap<UUID, OrderResult> results = new ConcurrentHashMap<>();
    private final LongAdder sales = new LongAdder();
    private final LongAdder expired = new LongAdder();

    /** What is known of an order, if there is something. */
    public @Nullable OrderResult find(UUID orderId) {
        return results.get(orderId);
    }

    /** Sales since the start. */
    public long sales() {
        return sales.sum();
    }

    /** Orders that left the market by their age since the start. */
    public long expiredOrders() {
        return expired.sum();
    }

    /** Forgets what nobody has asked for in time. */
    public void forgetOld() {
        long nowMillis = System.currentTimeMillis();
        results.values().removeIf(result -> nowMillis - result.changedAtMillis() > KEPT_MILLIS);
    }

    void sold(Sale sale) {
        sales.increment();
        add(sale.purchaseOrder(), sale, sale.purchaseOrderRemaining());
        add(sale.salesOrder(), sale, sale.salesOrderRemaining());
    }

    void rests(Order order) {
        results.put(order.id(), new OrderResult(order, Status.OPEN, 0, order.quantity(), List.of(),
                System.currentTimeMillis()));
    }

    void expired(Order order) {
        expired.increment();
        OrderResult before = results.get(order.id());
        results.put(order.id(),
                new OrderResult(order, Status.EXPIRED, order.quantity() - order.remaining(), order.remaining(),
                        before == null ? List.of() : before.sales(), System.currentTimeMillis()));
    }

    private void add(Order order, Sale sale, long remaining) {
        results.compute(order.id(), (id, before) -> {
            List<Sale> all = new ArrayList<>(before == null ? List.of() : before.sales());
            all.add(sale);
            return new OrderResult(order, remaining == 0 ? Status.FILLED : Status.PARTIALLY_FILLED,
                    order.quantity() - remaining, remaining,
                    List.copyOf(all.subList(Math.max(0, all.size() - OrderResult.MAX_SALES), all.size())),
                    System.currentTimeMillis());
        });
    }
}
