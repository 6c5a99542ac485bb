package trading.client.audit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.client.audit.AuditReport.PartitionReport;
import trading.client.audit.Bounds.Range;
import trading.client.audit.Rows.TradeIds;
import trading.client.stack.Stack;
import trading.wire.OrderId;
import trading.wire.Topics;

/**
 * Checks a stack from end to end: what its partitions' logs say is traded again, and events, rows, results, dead letters
 * and checkpoints are held against it. The stack may be under load: what is newer than the audit is not judged.
 */
public final class Audit {

    private final Logs logs;
    private final Supplier<Rows> rows;
    private final Options options;
    private final long startMillis;

    /**
     * What to audit, and how.
     *
     * @param partitions of all topics
     * @param products rows that no log explains count for products that pass; all others may have been there before
     * @param from where to begin, {@code null} for as early as possible
     * @param patience how long what is in the log may take to be traded and persisted
     * @param parallel partitions at a time
     * @param keptFindings how many findings are kept word for word
     * @param accepted ids of orders that must be in the log
     */
    record Options(Set<Integer> partitions, Predicate<String> products, Start.@Nullable From from, Duration patience,
            int parallel, int keptFindings, Set<UUID> accepted) {

        static final Set<Integer> ALL = IntStream.range(0, Topics.PARTITIONS).boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * @param rows opens the tables, for one thread each time
     * @param clock says when the audit begins: orders whose time was over by then should have been closed
     */
    Audit(Logs logs, Supplier<Rows> rows, Options options, InstantSource clock) {
        this.logs = logs;
        this.rows = rows;
        this.options = options;
        this.startMillis = clock.millis();
    }

    /**
     * Waits until all orders of some products are traded and all their sales written, and audits their partitions. Nobody
     * else may sell these products meanwhile.
     *
     * @param accepted ids of orders that a gateway accepted; they must be in the log
     * @param catchUpLimit how long to wait
     * @throws CommandFailed if a log or the database could not be read
     */
    public static AuditReport ofProducts(Stack stack, Set<String> products, Set<UUID> accepted, Duration catchUpLimit,
            int keptFindings) throws InterruptedException {
        Set<Integer> partitions = products.stream().map(Topics::partition).collect(Collectors.toSet());
        return of(stack,
                new Options(partitions, products::contains, null, catchUpLimit, 1, keptFindings, accepted));
    }

    /** Audits a running stack. */
    static AuditReport of(Stack stack, Options options) throws InterruptedException {
        try (KafkaLogs logs = new KafkaLogs(stack.kafka())) {
            return new Audit(logs, () -> new DatabaseRows(stack.database()), options, InstantSource.system()).run();
        }
    }

    /**
     * Audits.
     *
     * @throws CommandFailed if a log or the database could not be read
     */
    AuditReport run() throws InterruptedException {
        long startNanos = System.nanoTime();
        CatchUp catchUp = new CatchUp(logs, options.partitions());
        Map<Integer, String> behind = catchUp.await(options.patience());
        Plan plan = plan(behind);
        List<PartitionReport> partitions = audit(plan);
        return new AuditReport(partitions, options.keptFindings(), plan.newOrders(catchUp.ordersEnds()),
                Duration.ofNanos(System.nanoTime() - startNanos));
    }

    /** What is to be judged, and how it looked before the first partition was read. */
    private record Plan(Map<Integer, Bounds> bounds, Map<Integer, Start> starts, Map<Integer, String> unjudged,
            Map<String, TradeIds> products, Map<String, Long> closedOrders) {

        long newOrders(Map<Integer, Long> ordersEnds) {
            return bounds.entrySet().stream().mapToLong(
                    entry -> Math.max(0, entry.getValue().orders().end() - ordersEnds.getOrDefault(entry.getKey(), 0L)))
                    .sum();
        }
    }

    /**
     * The order matters: what a thing is made from is taken down after it, so that nothing is there without its origin.
     * Results and rows come from sales, sales from orders, dead letters from orders, checkpoints are of sales.
     */
    private Plan plan(Map<Integer, String> behind) {
        Map<Integer, Long> persisted = logs.committed(Topics.PERSISTER_GROUP, Topics.SALES);
        Map<Integer, Range> checkpoints = logs.ranges(Topics.CHECKPOINTS);
        Map<Integer, Range> results = logs.ranges(Topics.RESULTS);
        Map<Integer, Range> deadLetters = logs.ranges(Topics.DEAD_LETTERS);
        Map<Integer, Bounds> first = bounds(logs.ranges(Topics.SALES), logs.ranges(Topics.ORDERS), results, deadLetters,
                checkpoints, persisted);
        Map<Integer, String> unjudged = new TreeMap<>(behind);
        Map<Integer, Start> starts = starts(first, unjudged);
        Map<String, TradeIds> products = new TreeMap<>();
        Map<String, Long> closedOrders = new TreeMap<>();
        try (Rows tables = rows.get()) {
            products.putAll(tables.products());
            closedOrders.putAll(tables.closedOrdersByProduct(closedBefore(starts)));
        }
        products.keySet().removeIf(options.products().negate());
        closedOrders.keySet().removeIf(options.products().negate());
        Map<Integer, Range> sales = logs.ranges(Topics.SALES);
        Map<Integer, Bounds> last = bounds(sales, logs.ranges(Topics.ORDERS), results, deadLetters, checkpoints,
                persisted);
        last.replaceAll((partition, bounds) -> bounds.beginningAs(first.getOrDefault(partition, bounds)));
        return new Plan(last, starts, unjudged, products, closedOrders);
    }

    private Map<Integer, Bounds> bounds(Map<Integer, Range> sales, Map<Integer, Range> orders,
            Map<Integer, Range> results, Map<Integer, Range> deadLetters, Map<Integer, Range> checkpoints,
            Map<Integer, Long> persisted) {
        Map<Integer, Bounds> bounds = new TreeMap<>();
        for (int partition : options.partitions()) {
            bounds.put(partition, new Bounds(range(orders, partition), range(sales, partition),
                    range(results, partition), range(deadLetters, partition), range(checkpoints, partition),
                    persisted.getOrDefault(partition, 0L)));
        }
        return bounds;
    }

    private Map<Integer, Start> starts(Map<Integer, Bounds> bounds, Map<Integer, String> unjudged) {
        Map<Integer, Start> starts = new TreeMap<>();
        bounds.forEach((partition, before) -> {
            try {
                starts.put(partition, new Starts(logs).choose(partition, options.from(), before));
            } catch (CannotJudge e) {
                unjudged.merge(partition, e.getMessage() + "", (one, other) -> one + "; " + other);
            }
        });
        return starts;
    }

    private static Map<Integer, Long> closedBefore(Map<Integer, Start> starts) {
        Map<Integer, Long> closedBefore = new HashMap<>();
        starts.forEach((partition, start) -> {
            if (start.checkpoint() != null) {
                closedBefore.put(partition, start.closedBeforeMillis());
            }
        });
        return closedBefore;
    }

    private List<PartitionReport> audit(Plan plan) throws InterruptedException {
        Queue<Integer> partitions = new ConcurrentLinkedQueue<>(new TreeSet<>(options.partitions()));
        List<PartitionReport> reports = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(options.parallel())) {
            List<Future<List<PartitionReport>>> workers = new ArrayList<>();
            for (int i = 0; i < options.parallel(); i++) {
                workers.add(threads.submit(() -> audit(partitions, plan)));
            }
            for (Future<List<PartitionReport>> worker : workers) {
                reports.addAll(worker.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CommandFailed failed) {
                throw new CommandFailed(String.valueOf(failed.getMessage()), e);
            }
            // A bug of the audit is nothing that a partition could not be judged for.
            throw new IllegalStateException("the audit failed", e.getCause());
        }
        reports.sort(Comparator.comparingInt(PartitionReport::partition));
        return reports;
    }

    /** One partition after another, as long as there are any. */
    private List<PartitionReport> audit(Queue<Integer> partitions, Plan plan) {
        List<PartitionReport> reports = new ArrayList<>();
        try (Rows tables = rows.get()) {
            for (Integer partition = partitions.poll(); partition != null; partition = partitions.poll()) {
                reports.add(audit(partition, tables, plan));
            }
        }
        return reports;
    }

    private PartitionReport audit(int partition, Rows rows, Plan plan) {
        String unjudged = plan.unjudged().get(partition);
        Bounds bounds = plan.bounds().get(partition);
        Start start = plan.starts().get(partition);
        if (bounds == null || start == null) {
            return new PartitionReport(partition, null, unjudged, new Counts(), new Findings(0));
        }
        PartitionAudit audit = new PartitionAudit(partition, logs, bounds, start,
                new PartitionAudit.Tables(rows, in(partition, plan.products()), in(partition, plan.closedOrders())),
                options.accepted().stream().filter(orderId -> OrderId.partition(orderId) == partition)
                        .collect(Collectors.toSet()),
                startMillis, options.keptFindings());
        try {
            audit.run();
        } catch (CannotJudge | CommandFailed | KafkaException e) {
            // What was found elsewhere, or here until then, is not to be lost.
            unjudged = unjudged == null ? e.getMessage() : unjudged + "; " + e.getMessage();
        }
        if (unjudged != null && audit.firstUntraded() != null) {
            unjudged += ", beginning with " + audit.firstUntraded();
        }
        return new PartitionReport(partition, start.name(), unjudged, audit.counts(), audit.findings());
    }

    private static <T> Map<String, T> in(int partition, Map<String, T> products) {
        return products.entrySet().stream().filter(product -> Topics.partition(product.getKey()) == partition)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Range range(Map<Integer, Range> ranges, int partition) {
        return ranges.getOrDefault(partition, new Range(0, 0));
    }
}
