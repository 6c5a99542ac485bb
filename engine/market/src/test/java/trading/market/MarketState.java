package trading.market;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/** Where a market stands, as one knows it who was told nothing but its outcomes. */
public final class MarketState {

    private record Remembered(long nowMillis, List<UUID> orderIds) {}

    private final NavigableMap<Long, OpenOrder> open = new TreeMap<>();
    private final Map<String, Long> lastTradeIds = new HashMap<>();
    private final List<Remembered> remembered = new ArrayList<>();

    /** Takes over what a batch changed. */
    public void apply(Batch batch, Outcome outcome) {
        outcome.gone().forEach(open::remove);
        outcome.changed().forEach(order -> open.put(order.offset(), order));
        outcome.rested().forEach(order -> open.put(order.offset(), order));
        lastTradeIds.putAll(outcome.lastTradeIds());
        remembered.add(new Remembered(batch.nowMillis(), outcome.rememberedIds()));
        remembered.removeIf(one -> batch.nowMillis() - one.nowMillis > batch.idempotencyWindowMillis());
    }

    /** The open orders, oldest first. */
    public List<OpenOrder> openOrders() {
        return List.copyOf(open.values());
    }

    /** A market that goes on from here. */
    public Market restored() {
        Market market = new Market();
        remembered.forEach(one -> market.restoreRemembered(one.nowMillis, one.orderIds));
        lastTradeIds.forEach(market::restoreLastTradeId);
        open.values().forEach(market::restoreOpen);
        return market;
    }
}
