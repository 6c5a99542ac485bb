package trading.client.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.market.CancelOrder;
import trading.market.ClosedOrder;
import trading.market.Command;
import trading.market.OpenOrder;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.SelfTrades;
import trading.market.Side;
import trading.market.TimeInForce;
import trading.wire.OrderId;
import trading.wire.proto.Checkpoint;
import trading.wire.proto.DoneIds;

/**
 * Keeps the books of one partition from what was ordered and what was published, without the market's code, and names
 * what cannot be: an order that is not in exactly one place, quantities that do not add up, a sale that its orders do not
 * allow, or that was not their turn. Knows the open orders and, for the window, the remembered ids. For one thread.
 */
final class Ledger {

    /** For how long the ids are known of orders that are done and have no client order id: whoever sends such an order twice does so at once. */
    private static final long TWICE_WITHIN_MILLIS = 60_000;

    private final Findings.Place findings;
    private final Counts counts;
    private final Map<UUID, LedgerEntry> open = new HashMap<>();
    private final DoneOrders done = new DoneOrders();
    private final DoneOrders doneOnce = new DoneOrders();
    private final Turns turns;
    private final Map<String, Long> lastTradeIds = new HashMap<>();
    private final List<LedgerEntry> placed = new ArrayList<>();
    private final Map<Long, LedgerEntry> cancelled = new LinkedHashMap<>();
    private final Map<Long, LedgerEntry> rejected = new LinkedHashMap<>();
    private final OpenCounts openCounts = new OpenCounts();
    private String where = "";
    private long previousNowMillis = Long.MIN_VALUE;
    private long previousTimeoutMillis;

    Ledger(Findings.Place findings, Counts counts) {
        this.findings = findings;
        this.counts = counts;
        this.turns = new Turns(findings);
    }

    /** Begins where a checkpoint says; its parts in their order. */
    void restore(Checkpoint part) {
        part.getOpenList().forEach(order -> enter(new LedgerEntry(Events.read(order), false)));
        part.getLastTradeIdsList().forEach(last -> lastTradeIds.put(last.getProductId(), last.getTradeId()));
        for (DoneIds ids : part.getDoneList()) {
            for (int i = 0; i < ids.getOrderIdHighCount(); i++) {
                done.add(new UUID(ids.getOrderIdHigh(i), ids.getOrderIdLow(i)), ids.getNow());
            }
        }
        counts.add(Count.OPEN_AT_START, part.getOpenCount());
    }

    /** The next batch: what was ordered in it, and what the engine published. */
    void take(PublishedBatch batch, List<Command> commands) {
        where = batch.name() + ", ";
        done.forgetBefore(batch.nowMillis() - batch.idempotencyWindowMillis());
        doneOnce.forgetBefore(batch.nowMillis() - TWICE_WITHIN_MILLIS);
        commands.forEach(command -> apply(command, batch));
        batch.closed().stream().filter(closed -> !isOfTrading(closed)).forEach(closed -> close(closed, batch));
        cancelled.values().forEach(entry -> findings.add(where + "closed order " + entry.order.orderId(), "nothing",
                "CANCELLED, by its owner's cancel"));
        rejected.values().forEach(entry -> findings.add(where + "closed order " + entry.order.orderId(), "nothing",
                "rejected, since as many were open as may be"));
        Set<Long> selfTraded = batch.closed().stream()
                .filter(closed -> closed.reason() == ClosedOrder.Reason.SELF_TRADE)
                .map(closed -> closed.order().offset()).collect(Collectors.toSet());
        batch.sales().forEach(sale -> sell(sale, batch, selfTraded));
        batch.closed().stream().filter(Ledger::isOfTrading).forEach(closed -> close(closed, batch));
        batch.rested().forEach(this::rest);
        turns.endBatch(where);
        endBatch(batch);
    }

    /** Orders that are open after the last batch, as they stand. */
    List<OpenOrder> open() {
        return open.values().stream().map(LedgerEntry::now).toList();
    }

    /** An order as it stands, {@code null} if it is not open. */
    @Nullable
    OpenOrder open(UUID orderId) {
        LedgerEntry entry = open.get(orderId);
        return entry == null ? null : entry.now();
    }

    int openOrders() {
        return open.size();
    }

    /** When the order of this client's id was done, {@code null} if it is not, or was so long ago that it is forgotten. */
    @Nullable
    Long doneAtMillis(UUID orderId) {
        return done.atMillis(orderId);
    }

    /** The remembered ids: made by clients, of orders that were filled or closed, for the window. */
    Set<UUID> rememberedIds() {
        return done.ids();
    }

    /** The number of the last sale of every product that ever had one. */
    Map<String, Long> lastTradeIds() {
        return Collections.unmodifiableMap(lastTradeIds);
    }

    /** Names orders that should have expired before. */
    void end() {
        for (LedgerEntry entry : open.values()) {
            if (entry.isDue(previousNowMillis, previousTimeoutMillis)) {
                findings.add("order " + entry.order.orderId(), "open after its timeout", "EXPIRED");
            }
        }
        counts.add(Count.OPEN, open.size());
    }

    private void apply(Command command, PublishedBatch batch) {
        switch (command) {
            case PlaceOrder place -> place(place, batch);
            case CancelOrder cancel -> cancel(cancel, batch.nowMillis());
        }
    }

    private void place(PlaceOrder place, PublishedBatch batch) {
        counts.one(Count.ORDERS);
        if (open.containsKey(place.orderId()) || done.contains(place.orderId())) {
            counts.one(Count.REPEATED);
            return;
        }
        if (doneOnce.contains(place.orderId())) {
            findings.add(where + "order " + place.orderId(), "in the log again, after it was filled or closed", "once");
        }
        if (place.acceptedAtMillis() > batch.nowMillis()) {
            findings.add(where + "now", batch.nowMillis(),
                    "from " + place.acceptedAtMillis() + ", when order " + place.orderId() + " came");
        }
        LedgerEntry entry = new LedgerEntry(
                new OpenOrder(place.offset(), place.orderId(), place.side(), place.productId(),
                        place.userId(), place.quantity(), place.quantity(), place.price(), place.acceptedAtMillis(),
                        place.timeInForce(), place.expiresAtMillis()),
                true);
        enter(entry);
        placed.add(entry);
        if (openCounts.areTooMany(entry.order, batch, lastTradeIds.keySet())) {
            leave(entry, batch.nowMillis());
            rejected.put(place.offset(), entry);
        }
    }

    private void cancel(CancelOrder cancel, long nowMillis) {
        counts.one(Count.CANCELS);
        LedgerEntry entry = open.get(cancel.orderId());
        if (entry != null && entry.order.userId().equals(cancel.userId())) {
            leave(entry, nowMillis);
            cancelled.put(entry.order.offset(), entry);
        }
    }

    private void close(ClosedOrder closed, PublishedBatch batch) {
        UUID orderId = closed.order().orderId();
        String order = where + "closed order " + orderId;
        LedgerEntry entry = switch (closed.reason()) {
            case CANCELLED -> cancelled.remove(closed.order().offset());
            case REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS -> rejected.remove(closed.order().offset());
            case EXPIRED, SELF_TRADE, UNFILLED -> open.get(orderId);
        };
        counts.one(switch (closed.reason()) {
            case CANCELLED -> Count.CANCELLED;
            case REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS -> Count.REJECTED;
            case EXPIRED -> Count.EXPIRED;
            case SELF_TRADE -> Count.SELF_TRADES;
            case UNFILLED -> Count.UNFILLED;
        });
        if (entry == null) {
            findings.add(order, closed.reason(), switch (closed.reason()) {
                case CANCELLED -> "a cancel by its owner while it is open";
                case REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS ->
                    "an order that came while " + batch.maxOpenOrders() + " were open, or "
                            + batch.maxGtcOrders() + " of its user, or for one product more than "
                            + batch.maxProducts();
                case EXPIRED, SELF_TRADE, UNFILLED -> "an open order";
            });
            entry = open.get(orderId);
        } else {
            Fields.compare(order, closed.order(), entry.now(), findings);
            requireReason(order, closed.reason(), entry, batch);
            requireNotOverdue(order, entry);
        }
        if (entry != null && closed.reason() != ClosedOrder.Reason.CANCELLED
                && !closed.reason().isRejection()) {
            leave(entry, batch.nowMillis());
        }
    }

    private void requireReason(String order, ClosedOrder.Reason reason, LedgerEntry entry, PublishedBatch batch) {
        switch (reason) {
            case EXPIRED -> {
                if (!entry.isDue(batch.nowMillis(), batch.timeoutMillis())) {
                    findings.add(order,
                            "EXPIRED after " + (batch.nowMillis() - entry.order.acceptedAtMillis()) + " ms",
                            entry.lifetime(batch.timeoutMillis()));
                }
            }
            case SELF_TRADE -> {
                if (batch.selfTrades().of(entry.order.productId()) == SelfTrades.Rule.NONE) {
                    findings.add(order, reason, "open, or traded: orders of the same user may trade");
                }
            }
            case UNFILLED -> {
                if (entry.order.timeInForce() != TimeInForce.IOC || !entry.isNew) {
                    findings.add(order, reason, "open: it is " + entry.order.timeInForce());
                }
            }
            case CANCELLED, REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS -> {
                // It was among those that must be.
            }
        }
    }

    /** Closed between sales or behind them; all others are closed before the first one. */
    private static boolean isOfTrading(ClosedOrder closed) {
        return closed.reason() == ClosedOrder.Reason.SELF_TRADE || closed.reason() == ClosedOrder.Reason.UNFILLED;
    }

    private void sell(Sale sale, PublishedBatch batch, Set<Long> selfTraded) {
        counts.one(Count.SALES);
        String name = where + Retrade.name(sale);
        long lastTradeId = lastTradeIds.getOrDefault(sale.productId(), 0L);
        if (sale.tradeId() != lastTradeId + 1) {
            findings.add(name + ", tradeId", sale.tradeId(), lastTradeId + 1);
        }
        lastTradeIds.put(sale.productId(), Math.max(lastTradeId, sale.tradeId()));
        LedgerEntry purchaseOrder = party(name, sale, Side.BUY, sale.purchaseOrderId(), sale.buyer(), batch);
        LedgerEntry salesOrder = party(name, sale, Side.SELL, sale.salesOrderId(), sale.seller(), batch);
        if (purchaseOrder != null && purchaseOrder.order.price() < sale.price()) {
            findings.add(name + ", price", sale.price(), "up to " + purchaseOrder.order.price() + ", the limit of "
                    + sale.purchaseOrderId());
        }
        if (salesOrder != null && salesOrder.order.price() != sale.price()) {
            findings.add(name + ", price", sale.price(), salesOrder.order.price() + " of " + sale.salesOrderId());
        }
        if (purchaseOrder != null && salesOrder != null
                && sale.quantity() != Math.min(purchaseOrder.remaining, salesOrder.remaining)) {
            findings.add(name + ", quantity", sale.quantity(), "what " + sale.purchaseOrderId() + " still wants, "
                    + purchaseOrder.remaining + ", or what " + sale.salesOrderId() + " still has, "
                    + salesOrder.remaining + ", whichever is less: else they meet again");
        }
        if (sale.buyer().equals(sale.seller())
                && batch.selfTrades().of(sale.productId()) != SelfTrades.Rule.NONE) {
            findings.add(name, "between two orders of " + sale.buyer(),
                    "SELF_TRADE, by " + batch.selfTrades().of(sale.productId()));
        }
        if (purchaseOrder != null && salesOrder != null) {
            turns.sold(name, sale, purchaseOrder, salesOrder, selfTraded);
        }
        sold(name + ", purchaseOrderRemaining", purchaseOrder, sale.quantity(), sale.purchaseOrderRemaining(), batch);
        sold(name + ", salesOrderRemaining", salesOrder, sale.quantity(), sale.salesOrderRemaining(), batch);
    }

    private @Nullable LedgerEntry party(String name, Sale sale, Side side, UUID orderId, String userId,
            PublishedBatch batch) {
        String order = name + (side == Side.BUY ? ", purchase order " : ", sales order ") + orderId;
        LedgerEntry entry = open.get(orderId);
        if (entry == null) {
            findings.add(order, "not open", "open");
            return null;
        }
        compare(order + ", side", entry.order.side(), side);
        compare(order + ", product", sale.productId(), entry.order.productId());
        compare(order + ", user", userId, entry.order.userId());
        if (entry.isDue(batch.nowMillis(), batch.timeoutMillis())) {
            findings.add(order, "sold " + (batch.nowMillis() - entry.order.acceptedAtMillis()) + " ms old",
                    "EXPIRED: it was " + entry.lifetime(batch.timeoutMillis()));
        }
        return entry;
    }

    private void sold(String name, @Nullable LedgerEntry entry, long quantity, long publishedRemaining,
            PublishedBatch batch) {
        if (entry == null) {
            return;
        }
        long remaining = entry.remaining - quantity;
        if (publishedRemaining != remaining) {
            findings.add(name + " of " + entry.order.orderId(), publishedRemaining, remaining);
        }
        entry.remaining = remaining;
        if (remaining <= 0) {
            counts.one(Count.FILLED);
            leave(entry, batch.nowMillis());
        }
    }

    private void rest(OpenOrder rested) {
        String order = where + "rested order " + rested.orderId();
        LedgerEntry entry = open.get(rested.orderId());
        if (entry == null || !entry.isNew || entry.hasRested) {
            findings.add(order, rested, "nothing");
            return;
        }
        Fields.compare(order, rested, entry.now(), findings);
        entry.hasRested = true;
    }

    private void endBatch(PublishedBatch batch) {
        for (LedgerEntry entry : placed) {
            if (entry.order.timeInForce() == TimeInForce.IOC && isOpen(entry)) {
                findings.add(where + "order " + entry.order.orderId(), "open behind its batch", "UNFILLED");
            } else if (!entry.hasRested && isOpen(entry)) {
                findings.add(where + "rested order " + entry.order.orderId(), "nothing", entry.now());
            }
            entry.isNew = false;
        }
        placed.clear();
        cancelled.clear();
        rejected.clear();
        previousNowMillis = batch.nowMillis();
        previousTimeoutMillis = batch.timeoutMillis();
    }

    /** Orders that are open though their time would be over at a moment; none before the first batch says how long that is. */
    List<UUID> dueAt(long nowMillis) {
        return previousTimeoutMillis == 0
                ? List.of()
                : open.values().stream().filter(entry -> entry.isDue(nowMillis, previousTimeoutMillis))
                        .map(entry -> entry.order.orderId()).toList();
    }

    private boolean isOpen(LedgerEntry entry) {
        LedgerEntry known = open.get(entry.order.orderId());
        return known != null && known.order.offset() == entry.order.offset();
    }

    /** It should not have lived to see this batch. */
    private void requireNotOverdue(String name, LedgerEntry entry) {
        if (!entry.isNew && entry.isDue(previousNowMillis, previousTimeoutMillis)) {
            findings.add(name, "open after its timeout", "EXPIRED in the batch before");
        }
    }

    private void enter(LedgerEntry entry) {
        open.put(entry.order.orderId(), entry);
        turns.enter(entry);
        openCounts.enter(entry.order);
    }

    private void leave(LedgerEntry entry, long nowMillis) {
        turns.leave(entry);
        if (open.remove(entry.order.orderId(), entry)) {
            openCounts.leave(entry.order);
        }
        (OrderId.clientMade(entry.order.orderId()) ? done : doneOnce).add(entry.order.orderId(), nowMillis);
    }

    private void compare(String name, Object found, Object expected) {
        if (!found.equals(expected)) {
            findings.add(name, found, expected);
        }
    }
}
