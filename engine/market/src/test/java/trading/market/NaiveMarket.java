package trading.market;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.market.ClosedOrder.Reason;

/** The trading rules once more, sentence by sentence, with lists and scans: slow, and plain enough to be believed. */
final class NaiveMarket {

    private record Remembered(UUID orderId, long leftAtMillis) {}

    private final List<OpenOrder> open = new ArrayList<>();
    private final List<Remembered> remembered = new ArrayList<>();
    private final Map<String, Long> lastTradeIds = new HashMap<>();

    private final List<ClosedOrder> closed = new ArrayList<>();
    private final List<Sale> sales = new ArrayList<>();
    private final List<UUID> doneNow = new ArrayList<>();
    private int repeated;
    private int conflicting;

    Outcome trade(Batch batch) {
        List<OpenOrder> before = List.copyOf(open);
        closed.clear();
        sales.clear();
        doneNow.clear();
        repeated = 0;
        conflicting = 0;

        remembered.removeIf(one -> batch.nowMillis() - one.leftAtMillis > batch.idempotencyWindowMillis());
        for (Command command : batch.commands()) {
            switch (command) {
                case PlaceOrder place -> place(place, batch);
                case CancelOrder cancel -> cancel(cancel, batch.nowMillis());
            }
        }
        for (String productId : products()) {
            expire(productId, Side.SELL, batch);
            expire(productId, Side.BUY, batch);
        }
        for (String productId : products()) {
            while (session(productId, batch)) {
                // Until a session makes no sale.
            }
        }
        for (OpenOrder order : List.copyOf(open)) {
            if (order.timeInForce() == TimeInForce.IOC) {
                close(order, Reason.UNFILLED, batch.nowMillis());
            }
        }
        return outcome(before);
    }

    /** The open orders, oldest first. */
    List<OpenOrder> openOrders() {
        return List.copyOf(open);
    }

    private void place(PlaceOrder place, Batch batch) {
        boolean isRemembered = remembered.stream().anyMatch(one -> one.orderId.equals(place.orderId()));
        OpenOrder first = open.stream().filter(order -> order.orderId().equals(place.orderId())).findAny()
                .orElse(null);
        if (first != null || isRemembered) {
            repeated++;
        }
        if (first != null && !(first.side() == place.side() && first.productId().equals(place.productId())
                && first.userId().equals(place.userId()) && first.quantity() == place.quantity()
                && first.price() == place.price() && first.timeInForce() == place.timeInForce()
                && first.expiresAtMillis() == place.expiresAtMillis())) {
            conflicting++;
        }
        if (first == null && !isRemembered) {
            boolean isNewProduct = !knownProducts().contains(place.productId());
            open.add(new OpenOrder(place.offset(), place.orderId(), place.side(), place.productId(), place.userId(),
                    place.quantity(), place.quantity(), place.price(), place.acceptedAtMillis(), place.timeInForce(),
                    place.expiresAtMillis()));
            if (open.size() > batch.maxOpenOrders()) {
                close(open.getLast(), Reason.MAX_OPEN_ORDERS, batch.nowMillis());
            } else if (place.timeInForce() == TimeInForce.GTC
                    && openGtcOrders(place.userId(), place.productId()) > batch.maxGtcOrders()) {
                close(open.getLast(), Reason.MAX_GTC_ORDERS, batch.nowMillis());
            } else if (isNewProduct && knownProducts().size() > batch.maxProducts()) {
                close(open.getLast(), Reason.MAX_PRODUCTS, batch.nowMillis());
            }
        }
    }

    private Set<String> knownProducts() {
        Set<String> known = new HashSet<>(lastTradeIds.keySet());
        open.forEach(order -> known.add(order.productId()));
        return known;
    }

    private long openGtcOrders(String userId, String productId) {
        return open.stream().filter(order -> order.timeInForce() == TimeInForce.GTC && order.userId().equals(userId)
                && order.productId().equals(productId)).count();
    }

    private void cancel(CancelOrder cancel, long nowMillis) {
        for (OpenOrder order : List.copyOf(open)) {
            if (order.orderId().equals(cancel.orderId()) && order.userId().equals(cancel.userId())) {
                close(order, Reason.CANCELLED, nowMillis);
            }
        }
    }

    private void expire(String productId, Side side, Batch batch) {
        for (OpenOrder order : queue(productId, side)) {
            boolean isOver = switch (order.timeInForce()) {
                case TIMEOUT, IOC -> batch.nowMillis() - order.acceptedAtMillis() > batch.timeoutMillis();
                case GTT -> batch.nowMillis() >= order.expiresAtMillis();
                case GTC -> false;
            };
            if (isOver) {
                close(order, Reason.EXPIRED, batch.nowMillis());
            }
        }
    }

    private boolean session(String productId, Batch batch) {
        SelfTrades.Rule selfTrades = batch.selfTrades().of(productId);
        boolean sold = false;
        for (OpenOrder buyer : queue(productId, Side.BUY)) {
            OpenOrder seller = cheapest(queue(productId, Side.SELL));
            while (seller != null && open.contains(buyer) && seller.price() <= buyer.price()
                    && seller.userId().equals(buyer.userId()) && selfTrades != SelfTrades.Rule.NONE) {
                OpenOrder older = buyer.offset() < seller.offset() ? buyer : seller;
                OpenOrder newer = older.equals(buyer) ? seller : buyer;
                if (selfTrades == SelfTrades.Rule.CLOSE_OLDER || selfTrades == SelfTrades.Rule.CLOSE_BOTH) {
                    close(older, Reason.SELF_TRADE, batch.nowMillis());
                }
                if (selfTrades == SelfTrades.Rule.CLOSE_NEWER || selfTrades == SelfTrades.Rule.CLOSE_BOTH) {
                    close(newer, Reason.SELF_TRADE, batch.nowMillis());
                }
                seller = cheapest(queue(productId, Side.SELL));
            }
            if (seller == null) {
                return sold;
            }
            if (open.contains(buyer) && seller.price() <= buyer.price()) {
                sell(buyer, seller, batch.nowMillis());
                sold = true;
            }
        }
        return sold;
    }

    private void sell(OpenOrder buyer, OpenOrder seller, long nowMillis) {
        long quantity = Math.min(buyer.remaining(), seller.remaining());
        long tradeId = lastTradeIds.merge(buyer.productId(), 1L, Long::sum);
        sales.add(new Sale(buyer.productId(), tradeId, buyer.orderId(), seller.orderId(), buyer.userId(),
                seller.userId(), seller.price(), quantity, buyer.remaining() - quantity,
                seller.remaining() - quantity));
        takeFrom(buyer, quantity, nowMillis);
        takeFrom(seller, quantity, nowMillis);
    }

    private void takeFrom(OpenOrder order, long quantity, long nowMillis) {
        if (order.remaining() == quantity) {
            leave(order, nowMillis);
        } else {
            open.set(open.indexOf(order), order.withRemaining(order.remaining() - quantity));
        }
    }

    private void close(OpenOrder order, Reason reason, long nowMillis) {
        closed.add(new ClosedOrder(order, reason));
        leave(order, nowMillis);
    }

    private void leave(OpenOrder order, long nowMillis) {
        open.remove(order);
        if (order.orderId().version() == 8) {
            remembered.add(new Remembered(order.orderId(), nowMillis));
            doneNow.add(order.orderId());
        }
    }

    private Set<String> products() {
        Set<String> products = new LinkedHashSet<>();
        open.forEach(order -> products.add(order.productId()));
        return products;
    }

    private List<OpenOrder> queue(String productId, Side side) {
        return open.stream().filter(order -> order.productId().equals(productId) && order.side() == side).toList();
    }

    private static @Nullable OpenOrder cheapest(List<OpenOrder> sellers) {
        OpenOrder cheapest = null;
        for (OpenOrder seller : sellers) {
            if (cheapest == null || seller.price() < cheapest.price()) {
                cheapest = seller;
            }
        }
        return cheapest;
    }

    private Outcome outcome(List<OpenOrder> before) {
        Map<Long, OpenOrder> old = new HashMap<>();
        before.forEach(order -> old.put(order.offset(), order));
        List<OpenOrder> rested = open.stream().filter(order -> !old.containsKey(order.offset())).toList();
        List<OpenOrder> changed = open.stream()
                .filter(order -> old.containsKey(order.offset()) && !order.equals(old.get(order.offset()))).toList();
        long oldestTouched = before.stream().filter(order -> sales.stream()
                .anyMatch(sale -> sale.purchaseOrderId().equals(order.orderId())
                        || sale.salesOrderId().equals(order.orderId()))
                || closed.stream().anyMatch(one -> one.order().offset() == order.offset()))
                .mapToLong(OpenOrder::acceptedAtMillis).min().orElse(Long.MAX_VALUE);
        open.forEach(order -> old.remove(order.offset()));
        Map<String, Long> soldProducts = new HashMap<>();
        sales.forEach(sale -> soldProducts.put(sale.productId(), sale.tradeId()));
        return new Outcome(List.copyOf(closed), List.copyOf(sales), rested, changed, List.copyOf(old.keySet()),
                soldProducts, List.copyOf(doneNow), repeated, conflicting, oldestTouched);
    }
}
