package trading.baselines.market;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open orders of one engine in two lists, which are scanned again for every product and every buyer: the articles'
 * way. A run costs about open purchase orders times open sales orders.
 *
 * <p>For one thread at a time.
 */
public final class Market {

    private final long timeoutMillis;
    private final Map<String, Long> lastTradeIds;
    private final List<Order> purchaseOrders = new ArrayList<>();
    private final List<Order> salesOrders = new ArrayList<>();

    /**
     * @param timeoutMillis how old an open order may become
     * @param lastTradeIds of the products that were traded earlier
     */
    public Market(long timeoutMillis, Map<String, Long> lastTradeIds) {
        this.timeoutMillis = timeoutMillis;
        this.lastTradeIds = new HashMap<>(lastTradeIds);
    }

    /** Puts an order at the end of its queue. */
    public void add(Order order) {
        (order.side() == Side.BUY ? purchaseOrders : salesOrders).add(order);
    }

    /** Removes the orders that are too old, and tells which. */
    public List<Order> expire(long nowMillis) {
        List<Order> expired = new ArrayList<>();
        for (List<Order> orders : List.of(salesOrders, purchaseOrders)) {
            orders.removeIf(order -> {
                boolean tooOld = nowMillis - order.acceptedAtMillis() > timeoutMillis;
                if (tooOld) {
                    expired.add(order);
                }
                return tooOld;
            });
        }
        return expired;
    }

    /** Trades each product, session after session, until a session makes no sale. */
    public List<Sale> trade(long nowMillis) {
        List<Sale> sales = new ArrayList<>();
        for (String productId : productsOnOffer()) {
            int before;
            do {
                before = sales.size();
                session(productId, nowMillis, sales);
            } while (sales.size() > before);
        }
        return sales;
    }

    /** Every buyer goes once to the cheapest seller, first come, first served. */
    private void session(String productId, long nowMillis, List<Sale> sales) {
        for (Order purchaseOrder : ordersOf(purchaseOrders, productId)) {
            Order cheapest = cheapest(productId);
            if (cheapest == null) {
                return;
            }
            if (cheapest.price() <= purchaseOrder.price()) {
                sales.add(sell(purchaseOrder, cheapest, nowMillis));
            }
        }
    }

    private Sale sell(Order purchaseOrder, Order salesOrder, long nowMillis) {
        long quantity = Math.min(purchaseOrder.remaining(), salesOrder.remaining());
        purchaseOrder.take(quantity);
        salesOrder.take(quantity);
        if (purchaseOrder.remaining() == 0) {
            purchaseOrders.remove(purchaseOrder);
        }
        if (salesOrder.remaining() == 0) {
            salesOrders.remove(salesOrder);
        }
        return new Sale(lastTradeIds.merge(salesOrder.productId(), 1L, Long::sum), purchaseOrder, salesOrder, quantity,
                purchaseOrder.remaining(), salesOrder.remaining(), nowMillis);
    }

    private Set<String> productsOnOffer() {
        Set<String> products = new LinkedHashSet<>();
        for (Order salesOrder : salesOrders) {
            products.add(salesOrder.productId());
        }
        return products;
    }

    private static List<Order> ordersOf(List<Order> orders, String productId) {
        List<Order> found = new ArrayList<>();
        for (Order order : orders) {
            if (order.productId().equals(productId)) {
                found.add(order);
            }
        }
        return found;
    }

    private @Nullable Order cheapest(String productId) {
        Order cheapest = null;
        for (Order salesOrder : salesOrders) {
            if (salesOrder.productId().equals(productId)
                    && (cheapest == null || salesOrder.price() < cheapest.price())) {
                cheapest = salesOrder;
            }
        }
        return cheapest;
    }
}
