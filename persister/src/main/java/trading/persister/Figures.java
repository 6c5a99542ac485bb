package trading.persister;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Counts what this process does, for Prometheus and as a line in the log every few seconds. Safe for use by any thread. */
@Component
class Figures {

    private static final Logger log = LoggerFactory.getLogger(Figures.class);
    private static final double NANOS_PER_SECOND = 1e9;

    private final LongAdder rows = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder sales = new LongAdder();
    private final LongAdder batches = new LongAdder();
    private final DatabaseConnections connections;
    private final StoppedPartitions stopped;
    private final Interruptions interruptions;
    private final KafkaListenerEndpointRegistry listeners;

    private long lastNanos = System.nanoTime();
    private long lastSales;
    private long lastBatches;
    private long lastStatements;

    Figures(DatabaseConnections connections, StoppedPartitions stopped, Interruptions interruptions,
            KafkaListenerEndpointRegistry listeners, MeterRegistry meters) {
        this.connections = connections;
        this.stopped = stopped;
        this.interruptions = interruptions;
        this.listeners = listeners;
        FunctionCounter.builder("trading.persister.rows", rows, LongAdder::sum).register(meters);
        FunctionCounter.builder("trading.persister.rows.repeated", repeated, LongAdder::sum)
                .description("rows that were in the table already").register(meters);
        FunctionCounter.builder("trading.persister.sales", sales, LongAdder::sum).register(meters);
        FunctionCounter.builder("trading.persister.batches", batches, LongAdder::sum).register(meters);
        FunctionCounter.builder("trading.persister.statements", connections, DatabaseConnections::statements)
                .register(meters);
    }

    /**
     * Rows are in the table.
     *
     * @param newRows how many were not there before
     * @param allRows how many there are, new or not
     * @param salesDone sales among all of them, new or not
     */
    void written(int newRows, int allRows, int salesDone) {
        rows.add(newRows);
        repeated.add(allRows - newRows);
        sales.add(salesDone);
    }

    /** A delivery is written and published. */
    void done(int records) {
        batches.add(records);
        interruptions.over();
    }

    @Scheduled(fixedRateString = "${trading.persister.figures-interval:5s}")
    void log() {
        long now = System.nanoTime();
        double seconds = (now - lastNanos) / NANOS_PER_SECOND;
        long salesNow = sales.sum();
        long batchesNow = batches.sum();
        long statementsNow = connections.statements();
        MessageListenerContainer container = listeners.getListenerContainer("sales");
        log.info(String.format(Locale.ROOT,
                "sales/s %.0f, batches/s %.0f, statements/s %.1f, rows %d, lag %.0f, partitions %d, stopped %d, %s",
                (salesNow - lastSales) / seconds, (batchesNow - lastBatches) / seconds,
                (statementsNow - lastStatements) / seconds, rows.sum(), lag(container), partitions(container),
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

    private static int partitions(@Nullable MessageListenerContainer container) {
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
