package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;

/** Counts what this process does, for Prometheus and as a line in the log every few seconds. Safe for use by any thread. */
@Component
final class Figures implements SchedulingConfigurer {

    private static final Logger log = LoggerFactory.getLogger(Figures.class);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Counter saleRows;
    private final Counter closedOrderRows;
    private final Timer delays;
    private final LongAdder repeated = new LongAdder();
    private final LongAdder sales = new LongAdder();
    private final LongAdder batches = new LongAdder();
    private final DatabaseConnections connections;
    private final StoppedPartitions stopped;
    private final Interruptions interruptions;
    private final KafkaListenerEndpointRegistry listeners;
    private final Duration interval;

    private long lastNanos = System.nanoTime();
    private long lastSales;
    private long lastBatches;
    private long lastStatements;

    Figures(DatabaseConnections connections, StoppedPartitions stopped, Interruptions interruptions,
            KafkaListenerEndpointRegistry listeners, PersisterProperties properties, MeterRegistry meters) {
        this.connections = connections;
        this.stopped = stopped;
        this.interruptions = interruptions;
        this.listeners = listeners;
        this.interval = properties.figuresInterval();
        saleRows = rows("sales", meters);
        closedOrderRows = rows("closed_orders", meters);
        delays = Timer.builder("trading.persister.delay")
                .description("from the moment of a batch to its rows in the table").register(meters);
        FunctionCounter.builder("trading.persister.rows.repeated", repeated, LongAdder::sum)
                .description("rows that were in the table already").register(meters);
        FunctionCounter.builder("trading.persister.sales", sales, LongAdder::sum)
                .description("sales whose rows are in the table, new or not").register(meters);
        FunctionCounter.builder("trading.persister.batches", batches, LongAdder::sum)
                .description("records of the sales topic that are written and published").register(meters);
        Gauge.builder("trading.persister.partitions", this, Figures::partitions)
                .description("partitions that this persister writes").register(meters);
        Gauge.builder("trading.persister.interrupted", this, Figures::interruptedSeconds).baseUnit("seconds")
                .description("how long writing has not got through, 0 while it does").register(meters);
        FunctionCounter.builder("trading.persister.failures", interruptions, Interruptions::total)
                .description("calls of which nothing counts as done, and all came again").register(meters);
    }

    private static Counter rows(String table, MeterRegistry meters) {
        return Counter.builder("trading.persister.rows").tag("table", table).description("new rows").register(meters);
    }

    /**
     * Rows are in the table.
     *
     * @param newRows those that were not there before
     * @param allRows how many there are, new or not
     * @param salesDone sales among all of them, new or not
     */
    void written(SalesTable.NewRows newRows, int allRows, int salesDone) {
        saleRows.increment(newRows.sales());
        closedOrderRows.increment(newRows.closedOrders());
        repeated.add(allRows - newRows.total());
        sales.add(salesDone);
    }

    /**
     * A batch is in the tables.
     *
     * @param nowMillis its moment
     */
    void delayed(long nowMillis) {
        // The engine's clock may be ahead of this one.
        delays.record(Duration.ofMillis(Math.max(0, System.currentTimeMillis() - nowMillis)));
    }

    /**
     * A delivery is done.
     *
     * @param written records of it that are written and published
     */
    void done(int written) {
        batches.add(written);
        interruptions.over();
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedRateTask(this::log, interval);
    }

    private void log() {
        long now = System.nanoTime();
        double seconds = (now - lastNanos) / NANOS_PER_SECOND;
        long salesNow = sales.sum();
        long batchesNow = batches.sum();
        long statementsNow = connections.statements();
        log.info(String.format(Locale.ROOT,
                "sales/s %.0f, batches/s %.0f, statements/s %.1f, rows %.0f, lag %.0f, partitions %d, stopped %d, %s",
                (salesNow - lastSales) / seconds, (batchesNow - lastBatches) / seconds,
                (statementsNow - lastStatements) / seconds, rows(), lag(listeners.getListenerContainer("sales")),
                partitions(),
                stopped.count(), state()));
        lastNanos = now;
        lastSales = salesNow;
        lastBatches = batchesNow;
        lastStatements = statementsNow;
    }

    private String state() {
        Interruptions.Interruption interruption = interruptions.longest();
        return interruption == null
                ? "running"
                : "waiting since " + interruption.since() + " (" + interruption.cause() + ")";
    }

    private double rows() {
        return saleRows.count() + closedOrderRows.count();
    }

    private double interruptedSeconds() {
        Interruptions.Interruption interruption = interruptions.longest();
        return interruption == null
                ? 0
                : Math.max(0, Duration.between(interruption.since(), Instant.now()).toMillis() / MILLIS_PER_SECOND);
    }

    private int partitions() {
        MessageListenerContainer container = listeners.getListenerContainer("sales");
        var assigned = container == null ? null : container.getAssignedPartitions();
        return assigned == null ? 0 : assigned.size();
    }

    /** Records that the consumers have not polled yet, as of their last fetches. */
    private static double lag(@Nullable MessageListenerContainer container) {
        return container == null
                ? 0
                : container.metrics().values().stream().flatMap(metrics -> metrics.entrySet().stream())
                        .filter(metric -> metric.getKey().name().equals("records-lag"))
                        .mapToDouble(metric -> value(metric.getValue())).filter(Double::isFinite).sum();
    }

    private static double value(Metric metric) {
        return metric.metricValue() instanceof Double value ? value : 0;
    }
}
