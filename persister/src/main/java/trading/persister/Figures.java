package trading.persister;

import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;

/** A line of figures every few seconds. */
@Component
final class Figures implements SchedulingConfigurer {

    private static final Logger log = LoggerFactory.getLogger(Figures.class);
    private static final double NANOS_PER_SECOND = 1e9;

    private final PersisterMetrics metrics;
    private final SalesConsumers consumers;
    private final DatabaseConnections connections;
    private final StoppedPartitions stopped;
    private final Interruptions interruptions;
    private final Duration interval;

    private long lastNanos = System.nanoTime();
    private long lastSales;
    private long lastBatches;
    private long lastStatements;

    Figures(PersisterMetrics metrics, SalesConsumers consumers, DatabaseConnections connections,
            StoppedPartitions stopped, Interruptions interruptions, PersisterProperties properties) {
        this.metrics = metrics;
        this.consumers = consumers;
        this.connections = connections;
        this.stopped = stopped;
        this.interruptions = interruptions;
        this.interval = properties.figuresInterval();
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedRateTask(this::write, interval);
    }

    private void write() {
        long now = System.nanoTime();
        double seconds = (now - lastNanos) / NANOS_PER_SECOND;
        long salesNow = metrics.sales();
        long batchesNow = metrics.batches();
        long statementsNow = connections.statements();
        log.info(String.format(Locale.ROOT,
                "sales/s %.0f, batches/s %.0f, statements/s %.1f, rows %.0f, lag %.0f, partitions %d, stopped %d, %s",
                (salesNow - lastSales) / seconds, (batchesNow - lastBatches) / seconds,
                (statementsNow - lastStatements) / seconds, metrics.rows(), consumers.lag(), consumers.partitions(),
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
}
