package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What the streams of all products tell: the products, and the pipeline around them. Safe for use by any thread. */
final class MarketsFeed extends Feed {

    /** Changes that are kept for streams that are behind; each may have a row of every product. */
    static final int MAX_CHANGES = 8;

    /** Products that are told of, by id. */
    static final int MAX_PRODUCTS = 1_000;

    private final Markets markets;
    private final PipelineState pipeline;

    private State state;

    private record State(SortedMap<String, ProductRow> products, boolean more, PipelineJson pipeline) {}

    /**
     * The state as a client reads it.
     *
     * @param sequence numbers the states
     * @param missed changes that a slow reader was not told of
     * @param products by id
     * @param more true where there are products that are not told of
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Snapshot(long sequence, @Nullable Long missed, Collection<ProductRow> products, @Nullable Boolean more,
            PipelineJson pipeline) {}

    /**
     * What leads from a state to the next, as a client reads it; what is empty did not change.
     *
     * @param sequence of the next state
     * @param products those that are new or differ
     * @param gone ids of those of which nothing is left
     * @param more whether there are products that are not told of, where that is not as it was
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Change(long sequence, List<ProductRow> products, List<String> gone, @Nullable Boolean more,
            @Nullable PipelineJson pipeline) {}

    /**
     * The pipeline as a client reads it.
     *
     * @param ordersPerSecond orders and cancels that Kafka took of late, from all gateways
     * @param salesPerMinute sales of the last minute, of the products that are told of
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PipelineJson(@Nullable Long ordersPerSecond, long salesPerMinute, PipelineState.Group engines,
            PipelineState.Group persisters) {}

    /** @param intervalNanos how long a state stays at least */
    MarketsFeed(Markets markets, PipelineState pipeline, JsonMapper json, long intervalNanos) {
        super(json, MAX_CHANGES, intervalNanos);
        this.markets = markets;
        this.pipeline = pipeline;
        this.state = look(System.currentTimeMillis());
    }

    @Override
    @Nullable
    Object change(long sequence, long nowMillis) {
        State before = state;
        state = look(nowMillis);
        List<ProductRow> changed = state.products().values().stream()
                .filter(row -> !row.equals(before.products().get(row.productId()))).toList();
        List<String> gone = new ArrayList<>(before.products().keySet());
        gone.removeAll(state.products().keySet());
        PipelineJson figures = state.pipeline().equals(before.pipeline()) ? null : state.pipeline();
        Boolean more = state.more() == before.more() ? null : state.more();
        return changed.isEmpty() && gone.isEmpty() && more == null && figures == null
                ? null
                : new Change(sequence, changed, gone, more, figures);
    }

    private State look(long nowMillis) {
        SortedMap<String, ProductRow> rows = new TreeMap<>(
                markets.askBehind("", MAX_PRODUCTS + 1, product -> ProductRow.of(product, nowMillis)));
        boolean more = rows.size() > MAX_PRODUCTS;
        if (more) {
            rows.remove(rows.lastKey());
        }
        PipelineState.Figures figures = pipeline.now();
        long sales = rows.values().stream().mapToLong(ProductRow::sales1m).sum();
        return new State(rows, more,
                new PipelineJson(figures.ordersPerSecond(), sales, figures.engines(), figures.persisters()));
    }

    @Override
    Object state(long sequence, @Nullable Long missed) {
        return new Snapshot(sequence, missed, state.products().values(), state.more() ? true : null, state.pipeline());
    }
}
