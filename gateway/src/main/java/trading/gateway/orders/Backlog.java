package trading.gateway.orders;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;
import trading.gateway.OrderProperties;
import trading.gateway.logs.BrokerNames;
import trading.wire.Topics;

/**
 * How far engines and persisters are behind. Kafka acknowledges orders faster than they are traded and written: past a limit
 * they are refused, because they would only expire, or their results come ever later. A thread of its own reads; any thread
 * may ask.
 */
@Component
@DependsOn(BrokerNames.BEAN)
public final class Backlog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Backlog.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Admin admin;
    private final GroupBacklog engines;
    private final GroupBacklog persisters;
    private final long maxBacklogMillis;
    private final long maxUnpersistedMillis;
    private final ScheduledExecutorService reader = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("backlog").daemon().factory());

    Backlog(KafkaProperties kafka, OrderProperties properties, MeterRegistry meters) {
        this.admin = Admin.create(kafka.buildAdminProperties());
        this.maxBacklogMillis = properties.maxBacklog().toMillis();
        this.maxUnpersistedMillis = properties.maxUnpersistedBacklog().toMillis();
        UnreadRecords unread = new UnreadRecords(kafka);
        this.engines = new GroupBacklog(admin, Topics.ORDERS, Topics.ENGINE_GROUP, 0, unread, maxBacklogMillis);
        this.persisters = new GroupBacklog(admin, Topics.SALES, Topics.PERSISTER_GROUP, 1, unread,
                maxUnpersistedMillis);
        gauges("trading.orders.backlog", engines, "engines", meters);
        gauges("trading.orders.unpersisted", persisters, "persisters", meters);
        long intervalMillis = properties.backlogInterval().toMillis();
        var _ = reader.scheduleWithFixedDelay(this::read, intervalMillis, intervalMillis, MILLISECONDS);
    }

    private static void gauges(String name, GroupBacklog group, String who, MeterRegistry meters) {
        Gauge.builder(name + ".seconds", group,
                backlog -> backlog.isUnreadable() ? Double.NaN : backlog.largestMillis() / 1e3)
                .description("How far " + who + " are behind in the slowest partition").register(meters);
        Gauge.builder(name + ".records", group,
                backlog -> backlog.isUnreadable() ? Double.NaN : backlog.records())
                .description("Offsets that " + who + " have not committed, in all partitions").register(meters);
    }

    /** Why orders of this partition are refused now, {@code null} if they are not. */
    @Nullable
    Refusal refusal(int partition) {
        if (engines.behindMillis(partition) > maxBacklogMillis) {
            return Refusal.BACKLOG;
        }
        return persisters.behindMillis(partition) > maxUnpersistedMillis ? Refusal.UNPERSISTED : null;
    }

    /** How far the engine of the slowest partition is behind. */
    public Duration engines() {
        return Duration.ofMillis(engines.largestMillis());
    }

    /** How far the persister of the slowest partition is behind. */
    public Duration persisters() {
        return Duration.ofMillis(persisters.largestMillis());
    }

    private void read() {
        // One that cannot be read keeps nothing from being known of the other.
        read(engines);
        read(persisters);
    }

    private void read(GroupBacklog group) {
        boolean wasUnreadable = group.isUnreadable();
        try {
            group.read();
        } catch (ExecutionException | KafkaException e) {
            // One line for each time that it begins, since a broker that is away is asked again and again; none at the end.
            log.atLevel(wasUnreadable || reader.isShutdown() ? Level.DEBUG : Level.WARN).log(
                    "How far group {} is cannot be read, and is taken to be as it was: {}",
                    group.group(),
                    e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // What is thrown out of here would end the schedule.
            log.warn("The backlog cannot be read", e);
        }
    }

    /** Stops reading. */
    @Override
    public void close() {
        reader.shutdownNow();
        admin.close(CLOSE_TIMEOUT);
    }
}
