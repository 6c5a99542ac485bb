package trading.gateway.market;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/**
 * The products of a partition, from its batches in their order. Books begin with a checkpoint, or with the first batch;
 * figures begin with the first batch, which may be long before the checkpoint's.
 *
 * <p>Safe for use by any thread.
 */
final class PartitionMarket {

    private final Room room;
    private final int maxTrades;
    private final TreeMap<String, ProductMarket> products = new TreeMap<>();
    private final Map<UUID, RestingOrder> openOrders = new HashMap<>();

    private long wholeFromMillis = Long.MAX_VALUE;
    /** The batch after which the book stands. */
    private long bookNumber = -1;
    /** Whether everything was taken in that came. */
    private boolean complete = true;

    PartitionMarket(Room room, int maxTrades) {
        this.room = room;
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
        products.values().forEach(product -> product.missed(millis));
    }

    /** Takes in a part of the checkpoint with which the books begin. */
    synchronized void restore(Checkpoint part) {
        part.getOpenList().forEach(this::rest);
        bookNumber = part.getBatchNumber();
    }

    /** Takes in a batch. */
    synchronized void add(Batch batch) {
        boolean isInBook = batch.getNumber() <= bookNumber;
        if (!isInBook) {
            for (ClosedOrder closed : batch.getClosedList()) {
                OpenOrder order = closed.getOrder();
                left(order.getOrderIdHigh(), order.getOrderIdLow(), 0);
            }
        }
        for (Sale sale : batch.getSalesList()) {
            ProductMarket product = product(sale.getProductId());
            if (product != null) {
                product.sold(new Trade(sale.getTradeId(), sale.getPrice(), sale.getQuantity(), batch.getNow()));
            }
            if (!isInBook) {
                left(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow(), sale.getPurchaseOrderRemaining());
                left(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow(), sale.getSalesOrderRemaining());
            }
        }
        if (!isInBook) {
            batch.getRestedList().forEach(this::rest);
        }
    }

    private void rest(OpenOrder order) {
        ProductMarket product = product(order.getProductId());
        if (product == null) {
            return;
        }
        UUID orderId = new UUID(order.getOrderIdHigh(), order.getOrderIdLow());
        if (openOrders.containsKey(orderId)) {
            return;
        }
        if (!room.takeOrder()) {
            product.bookMisses();
            return;
        }
        boolean isPurchase = order.getSide() == Side.BUY;
        long price = isPurchase && order.getPrice() == 0 ? Book.ANY_PRICE : order.getPrice();
        RestingOrder resting = new RestingOrder(product, isPurchase, price, order.getRemaining());
        openOrders.put(orderId, resting);
        product.book().add(resting);
    }

    /** What an order has left, which may never have rested. */
    private void left(long idHigh, long idLow, long remaining) {
        UUID orderId = new UUID(idHigh, idLow);
        RestingOrder order = openOrders.get(orderId);
        if (order == null) {
            return;
        }
        ProductMarket product = order.product();
        product.book().reduce(order, remaining);
        if (remaining == 0) {
            openOrders.remove(orderId);
            room.giveOrder();
            forgetIfNothingIsLeft(product);
        }
    }

    /** Else every name that anyone ever tried would stay. */
    private void forgetIfNothingIsLeft(ProductMarket product) {
        if (product.book().isEmpty() && product.last() == null) {
            products.remove(product.productId());
            room.giveProduct();
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
            boolean isKept = room.takeProduct();
            product = new ProductMarket(productId, maxTrades,
                    Math.max(wholeFromMillis, lastKnown.tradedAtMillis() + 1), isKept && complete);
            if (isKept) {
                products.put(productId, product);
            }
        }
        product.lastKnown(lastKnown);
        return question.apply(product);
    }

    /** What somebody wants to know of a product, {@code null} if it is not known. */
    synchronized <T> @Nullable T ask(String productId, Function<ProductMarket, T> question) {
        ProductMarket product = products.get(productId);
        return product == null ? null : question.apply(product);
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
