package trading.gateway.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;
import trading.wire.OrderId;
import trading.wire.Topics;

/**
 * The orders that wait in the markets, as the newest batches tell of them: often before the database knows. There are none
 * to ask where market data are off. Safe for use by any thread.
 */
@Component
public final class OpenOrders {

    /** As ids are written: those that gateways made come in the order of their times. */
    private static final Comparator<UUID> BY_TEXT = (one, other) -> {
        int order = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return order != 0
                ? order
                : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    };

    private final @Nullable Markets markets;
    private final @Nullable MarketListener listener;
    private final GatewayProperties properties;

    OpenOrders(ObjectProvider<Markets> markets, ObjectProvider<MarketListener> listener, GatewayProperties properties) {
        this.markets = markets.getIfAvailable();
        this.listener = listener.getIfAvailable();
        this.properties = properties;
    }

    /** The markets, {@code null} where there are none, or none that have been read yet. */
    private @Nullable Markets known() {
        return listener != null && listener.isCaughtUp() ? markets : null;
    }

    /** How an order stands that is open, or was until recently; {@code null} if that is not known, or not yet. */
    public @Nullable OrderState find(UUID orderId) {
        Markets known = known();
        return known == null ? null : known.partition(OrderId.partition(orderId)).order(orderId);
    }

    /** How an order stands that is surely open, or was until a moment ago; {@code null} if that is not known, or not yet. */
    public @Nullable OrderState findOpen(UUID orderId) {
        Markets known = known();
        OrderState open = known == null ? null : known.partition(OrderId.partition(orderId)).openOrder(orderId);
        return open == null || mayHaveMissedTheEnd(open) ? null : open;
    }

    /** Whether an order that {@linkplain #find is found} may have left since, and this gateway did not hear of it. */
    public boolean mayHaveMissedTheEnd(OrderState order) {
        Markets known = known();
        return known != null && order.changedAtMillis() < known.partition(OrderId.partition(order.orderId()))
                .missedUntilMillis();
    }

    /**
     * Whether an order may have left its market behind a moment, in epoch milliseconds, and be forgotten since.
     *
     * @param storedMillis the moment up to which the database is known to have what became of orders
     */
    public boolean mayHaveForgotten(UUID orderId, long storedMillis) {
        Markets known = known();
        return known != null && known.left().mayHaveForgotten(OrderId.partition(orderId),
                OrderId.madeAtMillis(orderId) - OrderId.CLOCKS_MILLIS, storedMillis);
    }

    /**
     * Some open orders of a user.
     *
     * @param orders by id
     * @param hasMore whether there are more behind them
     * @param isComplete whether this gateway knows of all that are open
     */
    public record Page(List<OrderState> orders, boolean hasMore, boolean isComplete) {}

    /**
     * The first open orders of a user, by id.
     *
     * @param productId of this product only, {@code null} for all
     * @param after behind this id only, {@code null} for all
     * @throws ProblemException while open orders are not known, or if they never are
     */
    public Page page(String userId, @Nullable String productId, Predicate<OrderState> which, @Nullable UUID after,
            int limit) {
        if (markets == null) {
            // To wait for them would be in vain.
            throw new ProblemException(Problem.of(HttpStatus.NOT_FOUND, new InvalidField("path", "/orders",
                    "POST /orders, or /orders/{id}; trading.gateway.market.enabled switches a user's open orders on")));
        }
        if (isReading()) {
            throw stillReading();
        }
        PriorityQueue<OrderState> lastFirst = new PriorityQueue<>(
                Comparator.comparing(OrderState::orderId, BY_TEXT).reversed());
        boolean isComplete = true;
        for (PartitionMarket partition : partitions(markets, productId)) {
            isComplete &= partition.knowsAllOrders();
            partition.openOrders(userId, order -> {
                boolean isAskedFor = (productId == null || productId.equals(order.product().productId()))
                        && (after == null || BY_TEXT.compare(order.orderId(), after) > 0);
                // So is most of a long list: they come oldest first, and ids by their times.
                boolean isBehindThePage = lastFirst.size() > limit
                        && BY_TEXT.compare(order.orderId(), lastFirst.element().orderId()) > 0;
                if (!isAskedFor || isBehindThePage) {
                    return;
                }
                OrderState state = order.state();
                if (which.test(state)) {
                    lastFirst.add(state);
                    if (lastFirst.size() > limit + 1) {
                        lastFirst.remove();
                    }
                }
            });
        }
        boolean hasMore = lastFirst.size() > limit;
        if (hasMore) {
            lastFirst.remove();
        }
        List<OrderState> orders = new ArrayList<>(lastFirst.size());
        while (!lastFirst.isEmpty()) {
            orders.add(lastFirst.remove());
        }
        return new Page(orders.reversed(), hasMore, isComplete);
    }

    /**
     * The orders of a user among the {@value LeftOrders#MAX} that left their markets last: the database may not have them
     * yet. None while that is not known.
     *
     * @param productId of this product only, {@code null} for all
     * @param after behind this id only, {@code null} for all
     */
    public List<OrderState> left(String userId, @Nullable String productId, @Nullable UUID after) {
        List<OrderState> left = new ArrayList<>();
        Markets known = known();
        if (known == null) {
            return left;
        }
        known.left().ofUser(userId, order -> {
            if ((productId == null || productId.equals(order.productId()))
                    && (after == null || BY_TEXT.compare(order.orderId(), after) > 0)) {
                left.add(order);
            }
        });
        return left;
    }

    private static List<PartitionMarket> partitions(Markets markets, @Nullable String productId) {
        return productId == null
                ? markets.partitions()
                : List.of(markets.partition(Topics.partition(productId)));
    }

    /** Whether it is still being read which orders are open. */
    public boolean isReading() {
        return listener != null && !listener.isCaughtUp();
    }

    /** What to answer while that {@linkplain #isReading is read}. */
    public ProblemException stillReading() {
        return new ProblemException(Problem.openOrdersUnavailable(
                "This gateway is still reading which orders are open", properties.retryAfter()));
    }
}
