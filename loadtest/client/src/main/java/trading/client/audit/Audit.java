package trading.client.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import trading.client.CommandFailed;
import trading.client.stack.Backlog;
import trading.client.stack.Stack;
import trading.market.Batch;
import trading.market.CancelOrder;
import trading.market.ClosedOrder;
import trading.market.Command;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.wire.Topics;

/**
 * Checks some products of a running stack from end to end: their partitions of the orders log are traded again by the
 * published batches, and SALES must hold exactly the sales that come out. Nobody else may trade these products meanwhile.
 * For one thread.
 */
public final class Audit {

    private final Stack stack;
    private final Differences differences;
    private final SortedMap<String, List<SalesRow>> sales = new TreeMap<>();
    private final Set<UUID> accepted;
    private final Set<UUID> missing;
    private long partitions;
    private long batches;
    private long orders;
    private long cancels;
    private long unreadable;
    private long expired;
    private long cancelled;
    private long salesOfAccepted;

    /**
     * @param accepted ids of orders that a gateway accepted; they must be in the log
     */
    public Audit(Stack stack, Set<UUID> accepted, Differences differences) {
        this.stack = stack;
        this.accepted = accepted;
        this.missing = new HashSet<>(accepted);
        this.differences = differences;
    }

    /**
     * Waits until all orders are traded and all sales written, and compares.
     *
     * @param catchUpLimit how long that may take
     * @throws CommandFailed if it took longer, or a log or the database could not be read
     */
    public Findings run(Set<String> products, Duration catchUpLimit) throws InterruptedException {
        products.forEach(product -> sales.put(product, new ArrayList<>()));
        SortedMap<Integer, Long> ends = new TreeMap<>();
        try (Backlog backlog = new Backlog(stack.kafka())) {
            for (String product : products) {
                int partition = Topics.partition(product);
                ends.put(partition, backlog.ordersEnd(partition));
            }
            if (!backlog.awaitDrained(catchUpLimit)) {
                throw new CommandFailed("not everything was in the database after " + catchUpLimit.toSeconds() + " s: "
                        + backlog.read());
            }
        }
        ends.forEach(this::tradeAgain);
        missing.forEach(orderId -> differences.add("order " + orderId, "accepted, but not in the log", "in the log"));
        return new Findings(partitions, batches, orders, cancels, unreadable, expectedSales(), salesOfAccepted,
                compareRows(), expired,
                cancelled, differences);
    }

    private void tradeAgain(int partition, long ordersEnd) {
        try (PartitionLog ordersRecords = new PartitionLog(stack.kafka(), Topics.ORDERS, partition);
                PartitionLog salesRecords = new PartitionLog(stack.kafka(), Topics.SALES, partition)) {
            OrdersLog ordersLog = new OrdersLog(partition, ordersRecords);
            new Retrade(partition, ordersLog, new SalesLog(partition, salesRecords, differences), differences)
                    .run(ordersEnd, this::count);
            unreadable += ordersLog.unreadable();
            partitions++;
        }
    }

    private void count(Batch batch, Outcome outcome) {
        batches++;
        batch.commands().forEach(this::count);
        outcome.sales().forEach(sale -> {
            if (accepted.contains(sale.purchaseOrderId()) || accepted.contains(sale.salesOrderId())) {
                salesOfAccepted++;
            }
            List<SalesRow> rows = sales.get(sale.productId());
            if (rows != null) {
                rows.add(SalesRow.of(sale, batch.nowMillis()));
            }
        });
        for (ClosedOrder closed : outcome.closed()) {
            if (sales.containsKey(closed.order().productId())) {
                switch (closed.reason()) {
                    case EXPIRED -> expired++;
                    case CANCELLED -> cancelled++;
                }
            }
        }
    }

    private void count(Command command) {
        switch (command) {
            case PlaceOrder order -> {
                orders++;
                missing.remove(order.orderId());
            }
            case CancelOrder cancel -> cancels++;
        }
    }

    private long expectedSales() {
        return sales.values().stream().mapToLong(List::size).sum();
    }

    private long compareRows() {
        try (SalesRows table = new SalesRows(stack.database())) {
            return sales.entrySet().stream()
                    .mapToLong(product -> table.compare(product.getKey(), product.getValue(), differences)).sum();
        }
    }
}
