package trading.gateway.pipeline;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import trading.gateway.market.PipelineState;
import trading.gateway.orders.Backlog;
import trading.wire.Topics;

/**
 * Asks Kafka once a second how many orders came and who has which partitions, for all who want to know, and only while
 * somebody does. A thread of its own asks; any thread may read.
 */
@Component
final class PipelineReader implements PipelineState, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PipelineReader.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final long WANTED_NANOS = Duration.ofSeconds(3).toNanos();
    private static final int READ_TIMEOUT_MILLIS = 2_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final long STEP_MILLIS = 100;
    private static final Map<TopicPartition, OffsetSpec> ENDS = IntStream.range(0, Topics.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(Topics.ORDERS, partition))
            .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest()));

    private final KafkaProperties kafka;
    private final Backlog backlog;
    private final OrderRate rate = new OrderRate();
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("pipeline").daemon().factory());
    private @Nullable Admin admin;

    private volatile long wantedNanos = System.nanoTime() - WANTED_NANOS;
    private volatile Known known = Known.NOTHING;

    private record Known(@Nullable Long ordersPerSecond, @Nullable List<Member> engines,
            @Nullable List<Member> persisters) {

        static final Known NOTHING = new Known(null, null, null);
    }

    PipelineReader(KafkaProperties kafka, Backlog backlog) {
        this.kafka = kafka;
        this.backlog = backlog;
        var _ = clock.scheduleWithFixedDelay(this::read, INTERVAL.toMillis(), INTERVAL.toMillis(), MILLISECONDS);
    }

    @Override
    public Figures now() {
        wantedNanos = System.nanoTime();
        Known latest = known;
        return new Figures(latest.ordersPerSecond(), new Group(steps(backlog.engines()), latest.engines()),
                new Group(steps(backlog.persisters()), latest.persisters()));
    }

    private static long steps(Duration behind) {
        return behind.toMillis() / STEP_MILLIS * STEP_MILLIS;
    }

    private synchronized void read() {
        if (System.nanoTime() - wantedNanos >= WANTED_NANOS) {
            rate.forget();
            known = Known.NOTHING;
            return;
        }
        try {
            Admin reader = admin == null ? Admin.create(kafka.buildAdminProperties()) : admin;
            admin = reader;
            Long orders = rate.after(orders(reader), System.nanoTime());
            Map<String, KafkaFuture<ConsumerGroupDescription>> groups = reader
                    .describeConsumerGroups(List.of(Topics.ENGINE_GROUP, Topics.PERSISTER_GROUP),
                            new DescribeConsumerGroupsOptions().timeoutMs(READ_TIMEOUT_MILLIS))
                    .describedGroups();
            known = new Known(orders, members(groups.get(Topics.ENGINE_GROUP), Topics.ORDERS),
                    members(groups.get(Topics.PERSISTER_GROUP), Topics.SALES));
        } catch (ExecutionException | KafkaException e) {
            log.debug("The pipeline's state cannot be read", e);
            known = Known.NOTHING;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // What is thrown out of here would end the schedule.
            log.warn("The pipeline's state cannot be read", e);
            known = Known.NOTHING;
        }
    }

    private static long orders(Admin reader) throws ExecutionException, InterruptedException {
        return reader.listOffsets(ENDS, new ListOffsetsOptions().timeoutMs(READ_TIMEOUT_MILLIS)).all().get().values()
                .stream().mapToLong(end -> end.offset()).sum();
    }

    /** None where Kafka knows the group not at all, or as one of another kind. */
    private static @Nullable List<Member> members(@Nullable KafkaFuture<ConsumerGroupDescription> group, String topic)
            throws InterruptedException {
        try {
            return group == null ? null : Members.of(group.get(), topic);
        } catch (ExecutionException e) {
            log.debug("A group cannot be described", e);
            return null;
        }
    }

    /** Asks no more. */
    @Override
    public void close() {
        clock.shutdownNow();
        closeAdmin();
    }

    private synchronized void closeAdmin() {
        if (admin != null) {
            admin.close(CLOSE_TIMEOUT);
        }
    }
}
