package trading.client.audit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import trading.market.Sale;
import trading.market.Side;

/**
 * Who goes to whom, without the market's code: the open orders of each product by price and by arrival, held against every sale.
 *
 * <p>In a session each buyer, in order of arrival, goes once to the cheapest seller, the oldest among equals. So when a sale is
 * made, nobody sells cheaper, and no buyer who pays as much was passed over: none between the buyer of the sale before and this one; or, if
 * this one came earlier and a new session has begun, none behind the former and none before the latter. What the batch closes as a self-trade
 * may have left by then, and counts for neither.
 *
 * <p>For one thread.
 */
final class Turns {

    private static final Comparator<LedgerEntry> CHEAPEST_FIRST = Comparator
            .comparingLong((LedgerEntry entry) -> entry.order.price()).thenComparingLong(entry -> entry.order.offset());
    private static final Comparator<LedgerEntry> HIGHEST_LIMIT_FIRST = Comparator
            .comparingLong((LedgerEntry entry) -> -entry.order.price())
            .thenComparingLong(entry -> entry.order.offset());

    private final Findings.Place findings;
    private final Map<String, Queues> products = new HashMap<>();

    /** Products of which something came or was sold in the batch. */
    private final Set<String> touched = new HashSet<>();

    /** The open orders of a product. */
    private static final class Queues {

        private final TreeSet<LedgerEntry> sellers = new TreeSet<>(CHEAPEST_FIRST);
        private final TreeSet<LedgerEntry> buyers = new TreeSet<>(HIGHEST_LIMIT_FIRST);
        private final TreeMap<Long, LedgerEntry> arrivals = new TreeMap<>();

        /** Of the batch's last sale, {@code null} before its first one. */
        private @Nullable Long lastBuyer;
    }

    Turns(Findings.Place findings) {
        this.findings = findings;
    }

    /** An order is open from now on. */
    void enter(LedgerEntry entry) {
        Queues queues = products.computeIfAbsent(entry.order.productId(), _ -> new Queues());
        touched.add(entry.order.productId());
        if (entry.order.side() == Side.SELL) {
            queues.sellers.add(entry);
        } else {
            queues.buyers.add(entry);
            queues.arrivals.put(entry.order.offset(), entry);
        }
    }

    /** An order that was open is not any more. */
    void leave(LedgerEntry entry) {
        Queues queues = products.get(entry.order.productId());
        if (queues != null) {
            queues.sellers.remove(entry);
            queues.buyers.remove(entry);
            queues.arrivals.remove(entry.order.offset(), entry);
        }
    }

    /**
     * A sale between two open orders, about to be taken from both.
     *
     * @param name of the sale
     * @param selfTraded offsets of the orders that its batch closes as self-trades
     */
    void sold(String name, Sale sale, LedgerEntry purchaseOrder, LedgerEntry salesOrder, Set<Long> selfTraded) {
        Queues queues = products.get(sale.productId());
        if (queues == null) {
            return;
        }
        touched.add(sale.productId());
        for (LedgerEntry seller : queues.sellers.headSet(salesOrder)) {
            if (!selfTraded.contains(seller.order.offset())) {
                findings.add(name + ", sales order " + sale.salesOrderId(), "sold",
                        seller.order.orderId() + ", which is cheaper, or older at the same price");
                break;
            }
        }
        LedgerEntry passedOver = passedOver(queues, purchaseOrder.order.offset(), sale.price(), selfTraded);
        if (passedOver != null) {
            findings.add(name + ", purchase order " + sale.purchaseOrderId(), "bought",
                    passedOver.order.orderId() + ", whose turn it was");
        }
        queues.lastBuyer = purchaseOrder.order.offset();
    }

    /** The batch has made all its sales, and what it closes has left. */
    void endBatch(String where) {
        for (String productId : touched) {
            Queues queues = products.get(productId);
            if (queues == null) {
                continue;
            }
            queues.lastBuyer = null;
            if (queues.buyers.isEmpty() && queues.sellers.isEmpty()) {
                products.remove(productId);
            } else if (!queues.buyers.isEmpty() && !queues.sellers.isEmpty()
                    && queues.buyers.getFirst().order.price() >= queues.sellers.getFirst().order.price()) {
                findings.add(where + "purchase order " + queues.buyers.getFirst().order.orderId() + " and sales order "
                        + queues.sellers.getFirst().order.orderId(), "both open", "a sale: their prices meet");
            }
        }
        touched.clear();
    }

    private static @Nullable LedgerEntry passedOver(Queues queues, long buyer, long price, Set<Long> selfTraded) {
        Long before = queues.lastBuyer;
        if (before == null) {
            return first(queues, queues.arrivals.headMap(buyer, false), price, selfTraded);
        }
        if (before < buyer) {
            return first(queues, queues.arrivals.subMap(before, false, buyer, false), price, selfTraded);
        }
        LedgerEntry behind = first(queues, queues.arrivals.tailMap(before, false), price, selfTraded);
        return behind != null
                ? behind
                : first(queues, queues.arrivals.headMap(buyer, false), price, selfTraded);
    }

    /**
     * Who of these buyers pays so much, {@code null} if nobody. Looks at them by arrival and at all buyers by limit at once, and is done when
     * either comes to its end: few are between two turns, or few pay as much.
     */
    private static @Nullable LedgerEntry first(Queues queues, NavigableMap<Long, LedgerEntry> buyers, long price,
            Set<Long> selfTraded) {
        Iterator<LedgerEntry> byArrival = buyers.values().iterator();
        Iterator<LedgerEntry> byLimit = queues.buyers.iterator();
        while (byArrival.hasNext() && byLimit.hasNext()) {
            LedgerEntry next = byArrival.next();
            if (next.order.price() >= price && !selfTraded.contains(next.order.offset())) {
                return next;
            }
            next = byLimit.next();
            if (next.order.price() < price) {
                return null;
            }
            if (buyers.containsKey(next.order.offset()) && !selfTraded.contains(next.order.offset())) {
                return next;
            }
        }
        return null;
    }
}
