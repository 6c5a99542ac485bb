package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What a product's streams tell. Safe for use by any thread. */
final class ProductFeed extends Feed {

    /** Changes that are kept for streams that are behind. */
    static final int MAX_CHANGES = 64;

    /** Prices on each side. */
    static final int DEPTH = 20;

    private static final int SNAPSHOT_TRADES = 20;

    private final Source source;

    private State state;

    /** Where the product can be looked at. */
    @FunctionalInterface
    interface Source {
        /** What is to be known of the product, {@code null} where it is not known any more. */
        <T> @Nullable T ask(Function<ProductMarket, T> question);
    }

    private record State(TickerJson ticker, List<DepthLevel> bids, List<DepthLevel> asks, long lastTradeId,
            List<Trade> news) {}

    /**
     * The state as a client reads it.
     *
     * @param sequence numbers the states
     * @param missed changes that a slow reader was not told of
     * @param trades the newest, newest first
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Snapshot(long sequence, @Nullable Long missed, TickerJson ticker, List<DepthLevel> bids,
            List<DepthLevel> asks, List<TradeJson> trades) {}

    /**
     * What leads from a state to the next, as a client reads it; what is empty did not change.
     *
     * @param sequence of the next state
     * @param bids prices with other orders than before; no orders: the price is not among the best any more
     * @param trades new ones, oldest first
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Change(long sequence, @Nullable TickerJson ticker, List<DepthLevel> bids, List<DepthLevel> asks,
            List<TradeJson> trades) {}

    /**
     * @param known how the product stands, of which nothing more need be heard: for some there is no room
     * @param intervalNanos how long a state stays at least
     */
    ProductFeed(TickerJson known, Source source, JsonMapper json, long intervalNanos) {
        super(json, MAX_CHANGES, intervalNanos);
        this.source = source;
        this.state = look(null, new State(known, List.of(), List.of(), 0, List.of()), System.currentTimeMillis());
    }

    @Override
    @Nullable
    Object change(long sequence, long nowMillis) {
        State next = look(state.lastTradeId(), state, nowMillis);
        TickerJson ticker = next.ticker().equals(state.ticker()) ? null : next.ticker();
        List<DepthLevel> bids = changed(state.bids(), next.bids());
        List<DepthLevel> asks = changed(state.asks(), next.asks());
        state = next;
        return ticker == null && bids.isEmpty() && asks.isEmpty() && next.news().isEmpty()
                ? null
                : new Change(sequence, ticker, bids, asks, TradeJson.of(next.news()));
    }

    private State look(@Nullable Long toldTradeId, State before, long nowMillis) {
        State seen = source.ask(product -> {
            return new State(TickerJson.of(product, nowMillis), product.book().bids(DEPTH),
                    product.book().asks(DEPTH), product.newestTradeId(),
                    toldTradeId == null ? List.of() : product.tradesAfter(toldTradeId));
        });
        return seen == null
                ? new State(before.ticker().notFollowed(), List.of(), List.of(), before.lastTradeId(), List.of())
                : seen;
    }

    /** Levels that are new or differ, and those that are gone. */
    static List<DepthLevel> changed(List<DepthLevel> before, List<DepthLevel> after) {
        Map<@Nullable String, DepthLevel> rest = new HashMap<>();
        before.forEach(level -> rest.put(level.price(), level));
        List<DepthLevel> changed = new ArrayList<>();
        for (DepthLevel level : after) {
            if (!level.equals(rest.remove(level.price()))) {
                changed.add(level);
            }
        }
        rest.values().forEach(level -> changed.add(level.gone()));
        return changed;
    }

    @Override
    Object state(long sequence, @Nullable Long missed) {
        long lastTradeId = state.lastTradeId();
        List<Trade> trades = source.ask(product -> product.tradesBefore(lastTradeId + 1, SNAPSHOT_TRADES));
        return new Snapshot(sequence, missed, state.ticker(), state.bids(), state.asks(),
                trades == null ? List.of() : TradeJson.of(trades));
    }
}
