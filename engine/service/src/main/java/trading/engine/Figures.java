package trading.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;

/** A line of figures every few seconds. */
@Component
final class Figures implements SchedulingConfigurer {

    private static final Logger log = LoggerFactory.getLogger(Figures.class);

    private final Engine engine;
    private final EngineMetrics metrics;
    private final Partitions partitions;
    private final Duration interval;
    private long nanos = System.nanoTime();
    private long commands;
    private long sales;
    private long batches;

    Figures(Engine engine, EngineMetrics metrics, Partitions partitions, EngineProperties properties) {
        this.engine = engine;
        this.metrics = metrics;
        this.partitions = partitions;
        this.interval = properties.figuresInterval();
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedRateTask(this::write, interval);
    }

    private synchronized void write() {
        KafkaStreams streams = engine.streams();
        if (streams == null) {
            return;
        }
        double seconds = (System.nanoTime() - nanos) / (double) TimeUnit.SECONDS.toNanos(1);
        long newCommands = metrics.commands() - commands;
        long newSales = metrics.sales() - sales;
        long newBatches = metrics.batches() - batches;
        log.info(
                "commands/s {} sales/s {} batches/s {} commands/batch {} partitions {} restoring {} standby {} state {}",
                Math.round(newCommands / seconds), Math.round(newSales / seconds), Math.round(newBatches / seconds),
                newBatches == 0 ? 0 : newCommands / newBatches, partitions.count(Partitions.State.TRADING),
                partitions.count(Partitions.State.RESTORING),
                partitions.count(Partitions.State.STANDBY), streams.state());
        nanos = System.nanoTime();
        commands += newCommands;
        sales += newSales;
        batches += newBatches;
    }
}
