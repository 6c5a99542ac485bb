package trading.gateway.market;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.OrderId;

/**
 * The orders that wait in the markets, as the newest batches tell of them: often before the database knows. There are none
 * to ask where market data are off. Safe for use by any thread.
 */
@Component
public final class OpenOrders {

    private final @Nullable Markets markets;
    private final @Nullable MarketListener listener;
    private final GatewayProperties properties;

    OpenOrders(ObjectProvider<Markets> markets, ObjectProvider<MarketListener> listener, GatewayProperties properties) {
        this.markets = markets.getIfAvailable();
        this.listener = listener.getIfAvailable();
        this.properties = properties;
    }

    /** How an order stands that is open, or was until recently; {@code null} if that is not known, or not yet. */
    public @Nullable OrderState find(UUID orderId) {
        return markets == null || listener == null || !listener.isCaughtUp()
                ? null
                : markets.partition(OrderId.partition(orderId)).order(orderId);
    }

    /**
     * Nothing was found of an order: this gateway must have read what would tell of it.
     *
     * @throws ProblemException while it is still reading
     */
    public void requireCaughtUp() {
        if (listener != null && !listener.isCaughtUp()) {
            throw new ProblemException(Problem.openOrdersUnavailable(
                    "This gateway is still reading which orders are open", properties.retryAfter()));
        }
    }
}
