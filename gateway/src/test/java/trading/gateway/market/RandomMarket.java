package trading.gateway.market;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.Price;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/** Batches of one product as an engine may have published them, and what is open after them, by a plain list. */
final class RandomMarket {

    static final List<String> USERS = List.of("ann", "bob", "sue");

    private final Random random;
    private final String productId;
    private final int partition;
    private final List<Order> open = new ArrayList<>();
    private long batches;
    private long tradeId;

    private static final class Order {
        private final UUID id;
        private final String userId;
        private final boolean isPurchase;
        private final long price;
        private final long quantity;
        private long remaining;

        private Order(UUID id, String userId, boolean isPurchase, long price, long quantity) {
            this.id = id;
            this.userId = userId;
            this.isPurchase = isPurchase;
            this.price = price;
            this.quantity = quantity;
            this.remaining = quantity;
        }
    }

    RandomMarket(long seed, String productId) {
        this.random = new Random(seed);
        this.productId = productId;
        this.partition = Topics.partition(productId);
    }

    String productId() {
        return productId;
    }

    int partition() {
        return partition;
    }

    /** The next batch: some orders leave, some come, some of both meet. */
    Batch next(long nowMillis) {
        Batch.Builder batch = Batch.newBuilder().setRulesVersion(1).setNumber(++batches).setNow(nowMillis)
                .setFirstOffset(batches).setLastOffset(batches).setTimeoutMillis(60_000).setPart(1).setParts(1);
        for (int i = random.nextInt(3); i > 0 && open.size() > 20; i--) {
            Order closed = open.remove(random.nextInt(open.size()));
            batch.addClosed(ClosedOrder.newBuilder().setOrder(message(closed))
                    .setReason(random.nextBoolean() ? CloseReason.EXPIRED : CloseReason.CANCELLED));
        }
        List<Order> come = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            boolean isPurchase = random.nextBoolean();
            come.add(new Order(OrderId.next(partition, nowMillis), USERS.get(random.nextInt(USERS.size())), isPurchase,
                    price(isPurchase),
                    1 + random.nextLong(random.nextInt(10) == 0 ? Limits.MAX_QUANTITY : 1_000)));
        }
        List<Order> all = new ArrayList<>(open);
        all.addAll(come);
        for (int i = random.nextInt(6); i > 0; i--) {
            Order buyer = any(all, true);
            Order seller = any(all, false);
            if (buyer != null && seller != null) {
                batch.addSales(sale(buyer, seller));
            }
        }
        come.stream().filter(order -> order.remaining > 0).forEach(order -> batch.addRested(message(order)));
        open.addAll(come);
        open.removeIf(order -> order.remaining == 0);
        return batch.build();
    }

    private long price(boolean isPurchase) {
        int kind = random.nextInt(20);
        if (kind == 0) {
            return isPurchase ? 0 : Limits.MAX_PRICE;
        }
        return 10_000 + 100 * random.nextLong(40);
    }

    private @Nullable Order any(List<Order> orders, boolean isPurchase) {
        List<Order> some = orders.stream().filter(order -> order.isPurchase == isPurchase && order.remaining > 0)
                .toList();
        return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
    }

    private Sale sale(Order buyer, Order seller) {
        long quantity = Math.min(buyer.remaining, seller.remaining);
        buyer.remaining -= quantity;
        seller.remaining -= quantity;
        return Sale.newBuilder().setProductId(productId).setTradeId(++tradeId)
                .setPurchaseOrderIdHigh(buyer.id.getMostSignificantBits())
                .setPurchaseOrderIdLow(buyer.id.getLeastSignificantBits())
                .setSalesOrderIdHigh(seller.id.getMostSignificantBits())
                .setSalesOrderIdLow(seller.id.getLeastSignificantBits()).setBuyer(buyer.userId).setSeller(seller.userId)
                .setPrice(seller.price).setQuantity(quantity).setPurchaseOrderRemaining(buyer.remaining)
                .setSalesOrderRemaining(seller.remaining).build();
    }

    private OpenOrder message(Order order) {
        return OpenOrder.newBuilder().setOrderIdHigh(order.id.getMostSignificantBits())
                .setOrderIdLow(order.id.getLeastSignificantBits()).setSide(order.isPurchase ? Side.BUY : Side.SELL)
                .setProductId(productId).setUserId(order.userId).setQuantity(order.quantity)
                .setRemaining(order.remaining)
                .setPrice(order.price).build();
    }

    /** Where the market stands, in parts of three orders. */
    List<Checkpoint> checkpoint(long nowMillis) {
        List<Checkpoint> parts = new ArrayList<>();
        for (int from = 0; from == 0 || from < open.size(); from += 3) {
            List<Order> some = open.subList(from, Math.min(open.size(), from + 3));
            parts.add(Checkpoint.newBuilder().setBatchNumber(batches).setLastOffset(batches).setNow(nowMillis)
                    .setPart(parts.size() + 1).setLast(from + 3 >= open.size())
                    .addAllOpen(some.stream().map(this::message).toList()).build());
        }
        return parts;
    }

    /** The open orders of a user: id and what is left, oldest first. */
    List<String> openOrders(String userId) {
        return open.stream().filter(order -> order.userId.equals(userId)).map(order -> order.id + " " + order.remaining)
                .toList();
    }

    /** The levels of a side, best first, by adding up what is open. */
    List<DepthLevel> levels(boolean isPurchase, int depth) {
        Map<Long, List<Order>> levels = new TreeMap<>();
        for (Order order : open) {
            if (order.isPurchase == isPurchase) {
                long rank = isPurchase ? order.price == 0 ? Long.MIN_VALUE : -order.price : order.price;
                levels.computeIfAbsent(rank, _ -> new ArrayList<>()).add(order);
            }
        }
        return levels.values().stream().limit(depth).map(orders -> new DepthLevel(
                orders.getFirst().price == 0 ? null : Price.format(orders.getFirst().price),
                orders.stream().map(order -> BigInteger.valueOf(order.remaining))
                        .reduce(BigInteger.ZERO, BigInteger::add)
                        .toString(),
                orders.size())).toList();
    }
}
