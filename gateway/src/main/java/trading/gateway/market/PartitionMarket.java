package trading.gateway.market;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.collections.Object2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import trading.wire.OrderId;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;

/**
 * The products and open orders of a partition, from its batches in their order. Books begin with a checkpoint, or with the first batch;
 * figures begin with the first batch, which may be long before the checkpoint's.
 *
 * <p>Safe for use by any thread.
 */
final class PartitionMarket {

    private final int partition;
    private final Room room;
    private final LeftOrders left;
    private final int maxTrades;
    private final TreeMap<String, ProductMarket> products = new TreeMap<>();
    private final Map<UUID, RestingOrder> openOrders = new Object2ObjectHashMap<>();
    private final UserLists users = new UserLists();

    private long wholeFromMillis = Long.MAX_VALUE;
    /** The batch after which the book stands. */
    private long bookNumber = -1;
    /** Whether everything was taken in that came. */
    private boolean complete = true;
    private boolean knowsAllOrders = true;
    private long missedUntilMillis = Long.MIN_VALUE;

    /**
     * @param left takes the orders that leave this market
     * @param maxTrades of a product
     */
    PartitionMarket(int partition, Room room, LeftOrders left, int maxTrades) {
        this.partition = partition;
        this.room = room;
        this.left = left;
        this.maxTrades = maxTrades;
    }

    /** Batches will be told of from this moment on. */
    synchronized void toldFrom(long millis) {
        wholeFromMillis = millis;
    }

    /** Batches before this moment were deleted before they were read. */
    synchronized void missed(long millis) {
        wholeFromMillis = millis;
        complete = false;
        knowsAllOrders = false;
        missedUntilMillis = millis;
        products.values().forEach(product -> product.missed(millis));
    }

    /** Takes in a part of the checkpoint with which the books begin. */
    synchronized void restore(Checkpoint part) {
        part.getOpenList().forEach(order -> rest(order,
                order.getRemaining() == order.getQuantity() ? order.getAcceptedAt() : part.getNow()));
        bookNumber = part.getBatchNumber();
        left.beginAt(partition, part.getNow());
    }

    /** Takes in a batch. */
    synchronized void add(Batch batch) {
        boolean isInBook = batch.getNumber() <= bookNumber;
        if (!isInBook) {
            batch.getClosedList().forEach(closed -> close(closed, batch.getNow()));
        }
        for (Sale sale : batch.getSalesList()) {
            ProductMarket product = product(sale.getProductId());
            if (product != null) {
                product.sold(new Trade(sale.getTradeId(), sale.getPrice(), sale.getQuantity(), batch.getNow()));
            } else {
                // If there is room when it is sold again, nothing is known here of what was sold until now.
                wholeFromMillis = Math.max(wholeFromMillis, batch.getNow() + 1);
            }
            if (!isInBook) {
                trade(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow(), sale.getPurchaseOrderRemaining(),
                        batch.getNow());
                trade(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow(), sale.getSalesOrderRemaining(),
                        batch.getNow());
            }
        }
        if (!isInBook) {
            batch.getRestedList().forEach(order -> rest(order, batch.getNow()));
        }
    }

    private void rest(OpenOrder order, long atMillis) {
        ProductMarket product = product(order.getProductId());
        if (product == null) {
            knowsAllOrders = false;
            return;
        }
        UUID orderId = new UUID(order.getOrderIdHigh(), order.getOrderIdLow());
        if (openOrders.containsKey(orderId)) {
            return;
        }
        if (!room.takeOrder()) {
            product.bookMisses();
            knowsAllOrders = false;
            return;
        }
        RestingOrder resting = new RestingOrder(orderId, order, product, users.name(order.getUserId()), atMillis);
        openOrders.put(orderId, resting);
        left.remove(orderId);
        users.add(resting);
        product.book().add(resting);
    }

    /** What an order that may never have rested has left after a sale. */
    private void trade(long idHigh, long idLow, long remaining, long atMillis) {
        UUID orderId = new UUID(idHigh, idLow);
        RestingOrder order = openOrders.get(orderId);
        if (order == null) {
            if (OrderId.clientMade(orderId)) {
                left.removeBefore(orderId, atMillis);
            }
            return;
        }
        order.changedAt(atMillis);
        order.product().book().reduce(order, remaining);
        if (remaining == 0) {
            left.add(partition, order.state());
            leave(order);
        }
    }

    /** An order that may never have rested closes with something left. */
    private void close(ClosedOrder closed, long atMillis) {
        OrderState state = OrderState.ofClosed(closed.getOrder(), closed.getReason(), atMillis);
        left.add(partition, state);
        RestingOrder order = openOrders.get(state.orderId());
        if (order != null) {
            order.product().book().reduce(order, 0);
            leave(order);
        }
    }

    private void leave(RestingOrder order) {
        openOrders.remove(order.orderId());
        users.remove(order);
        room.giveOrder();
        forgetIfNothingIsLeft(order.product());
    }

    /** Else every name that anyone ever tried would stay. */
    private void forgetIfNothingIsLeft(ProductMarket product) {
        if (product.book().isEmpty() && product.last() == null) {
            forget(product);
        }
    }

    private void forget(ProductMarket product) {
        products.remove(product.productId());
        room.giveProduct();
    }

    /** Gives up products that have no open order and were not sold since this moment: the database knows as much of them. */
    synchronized void forgetUnsoldSince(long millis) {
        List<ProductMarket> quiet = products.values().stream()
                .filter(product -> product.book().isEmpty() && product.lastSoldMillis() < millis).toList();
        if (!quiet.isEmpty()) {
            // If it comes again, nothing is known here of what was sold before.
            wholeFromMillis = Math.max(wholeFromMillis, millis);
            quiet.forEach(this::forget);
        }
    }

    private @Nullable ProductMarket product(String productId) {
        ProductMarket product = products.get(productId);
        if (product == null) {
            if (!room.takeProduct()) {
                complete = false;
                return null;
            }
            product = new ProductMarket(productId, maxTrades, wholeFromMillis, complete);
            products.put(productId, product);
        }
        return product;
    }

    /**
     * What somebody wants to know of a product that the database knows a sale of; it is kept, if there is room. Up to that
     * sale the database knows more.
     */
    synchronized <T> T adopt(String productId, Trade lastKnown, Function<ProductMarket, T> question) {
        ProductMarket product = products.get(productId);
        if (product == null) {
            // The last of the room is for what is ordered: whoever asks for old products must not take it.
            boolean isKept = !room.isNearlyFull() && room.takeProduct();
            product = new ProductMarket(productId, maxTrades,
                    Math.max(wholeFromMillis, lastKnown.tradedAtMillis() + 1), isKept && complete);
            if (isKept) {
                products.put(productId, product);
            }
        }
        product.lastKnown(lastKnown);
        return question.apply(product);
    }

    /** The last sale that the database knows of, for a product that is followed. */
    synchronized void lastKnown(String productId, Trade lastKnown) {
        ProductMarket product = products.get(productId);
        if (product != null) {
            product.lastKnown(lastKnown);
        }
    }

    /** What somebody wants to know of a product, {@code null} if it is not known. */
    synchronized <T> @Nullable T ask(String productId, Function<ProductMarket, T> question) {
        ProductMarket product = products.get(productId);
        return product == null ? null : question.apply(product);
    }

    /** How an order stands that is open, or was until recently; {@code null} if it is not known. */
    synchronized @Nullable OrderState order(UUID orderId) {
        OrderState open = openOrder(orderId);
        return open == null ? left.find(orderId) : open;
    }

    /** How an order stands that is open; {@code null} if none is known. */
    synchronized @Nullable OrderState openOrder(UUID orderId) {
        RestingOrder open = openOrders.get(orderId);
        return open == null ? null : open.state();
    }

    /** Hands over the open orders of a user, oldest first. */
    synchronized void openOrders(String userId, Consumer<RestingOrder> action) {
        users.forEach(userId, action);
    }

    /** Open orders may have left until this moment without a word; the first of all moments if none has. */
    synchronized long missedUntilMillis() {
        return missedUntilMillis;
    }

    /** Whether every product is followed that a batch told of. */
    synchronized boolean isComplete() {
        return complete;
    }

    /** Whether every open order is known that a batch told of. */
    synchronized boolean knowsAllOrders() {
        return knowsAllOrders;
    }

    /** What somebody wants to know of the products behind an id, by id. */
    synchronized <T> Map<String, T> askBehind(String productId, int limit, Function<ProductMarket, T> question) {
        Map<String, T> answers = new HashMap<>();
        for (ProductMarket product : products.tailMap(productId, false).values()) {
            if (answers.size() == limit) {
                break;
            }
            answers.put(product.productId(), question.apply(product));
        }
        return answers;
    }
}
