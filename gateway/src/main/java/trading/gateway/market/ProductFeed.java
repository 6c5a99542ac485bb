package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.databind.json.JsonMapper;

/** What a product's streams tell. Safe for use by any thread. */
final class ProductFeed implements Feed {

    /** Changes that are kept for streams that are behind. */
    static final int MAX_CHANGES = 64;

    /** Prices on each side. */
    static final int DEPTH = 20;

    private static final int SNAPSHOT_TRADES = 20;

    private final Source source;
    private final Changes changes;
    private final long intervalNanos;

    private State state;
    private long movedNanos;

    /** Where the product can be looked at. */
    @FunctionalInterface
    interface Source {
        /** What is to be known of the product, {@code null} where it is not known any more. */
        <T> @Nullable T ask(Function<ProductMarket, T> question);
    }

    private record State(@Nullable TickerJson ticker, List<DepthLevel> bids, List<DepthLevel> asks, long lastTradeId,
            List<Trade> news) {

        static final State NOTHING = new State(null, List.of(), List.of(), 0, List.of());
    }

    /**
     * The state as a client reads it.
     *
     * @param sequence numbers the states
     * @param missed changes that a slow reader was not told of
     * @param trades the newest, newest first
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Snapshot(long sequence, @Nullable Long missed, @Nullable TickerJson ticker, List<DepthLevel> bids,
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

    /** @param intervalNanos how long a state stays at least */
    ProductFeed(Source source, JsonMapper json, long intervalNanos) {
        this.source = source;
        this.changes = new Changes(json, MAX_CHANGES);
        this.intervalNanos = intervalNanos;
        this.state = look(null, System.currentTimeMillis());
        this.movedNanos = System.nanoTime();
    }

    @Override
    public synchronized void move(long nowMillis) {
        long nowNanos = System.nanoTime();
        if (nowNanos - movedNanos < intervalNanos) {
            return;
        }
        movedNanos = nowNanos;
        State next = look(state.lastTradeId(), nowMillis);
        TickerJson ticker = next.ticker() == null || next.ticker().equals(state.ticker()) ? null : next.ticker();
        List<DepthLevel> bids = changed(state.bids(), next.bids());
        List<DepthLevel> asks = changed(state.asks(), next.asks());
        state = next;
        if (ticker != null || !bids.isEmpty() || !asks.isEmpty() || !next.news().isEmpty()) {
            changes.add(new Change(changes.sequence() + 1, ticker, bids, asks, TradeJson.of(next.news())));
        }
    }

    private State look(@Nullable Long toldTradeId, long nowMillis) {
        State seen = source.ask(product -> {
            Trade last = product.last();
            return new State(TickerJson.of(product, nowMillis), product.book().bids(DEPTH),
                    product.book().asks(DEPTH), last == null ? 0 : last.tradeId(),
                    toldTradeId == null ? List.of() : product.tradesAfter(toldTradeId));
        });
        return seen == null ? State.NOTHING : seen;
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
    public synchronized long sequence() {
        return changes.sequence();
    }

    @Override
    public synchronized @Nullable List<ServerSentEvent<String>> changesSince(long told) {
        return changes.since(told);
    }

    @Override
    public synchronized ServerSentEvent<String> snapshot(@Nullable Long told) {
        long lastTradeId = state.lastTradeId();
        List<Trade> trades = source.ask(product -> product.tradesBefore(lastTradeId + 1, SNAPSHOT_TRADES));
        return changes.snapshot(new Snapshot(changes.sequence(), told == null ? null : changes.sequence() - told,
                state.ticker(), state.bids(), state.asks(), trades == null ? List.of() : TradeJson.of(trades)));
    }
}
