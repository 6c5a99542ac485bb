package trading.gateway.orders;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.wire.Topics;

/**
 * How far the engine of each partition is behind, from what it has committed. Kafka acknowledges orders faster than they
 * are traded: past a limit they are refused, because they would only expire. A thread of its own reads the offsets; any
 * thread may ask.
 */
@Component
public final class Backlog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Backlog.class);
    private static final int READ_TIMEOUT_MILLIS = 2_000;
    private static final List<TopicPartition> PARTITIONS = IntStream.range(0, Topics.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(Topics.ORDERS, partition)).toList();

    private final Admin admin;
    private final long maxBacklogMillis;
    private final List<PartitionBacklog> partitions = PARTITIONS.stream().map(_ -> new PartitionBacklog()).toList();
    private final ScheduledExecutorService reader = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("backlog").daemon().factory());

    /** Never changed, only replaced. When the offsets cannot be read, what was known last still counts. */
    private volatile long[] behindMillis = new long[Topics.PARTITIONS];

    Backlog(KafkaProperties kafka, GatewayProperties properties, MeterRegistry meters) {
        this.admin = Admin.create(kafka.buildAdminProperties());
        this.maxBacklogMillis = properties.maxBacklog().toMillis();
        Gauge.builder("trading.orders.backlog.seconds", this, backlog -> backlog.largest().toMillis() / 1e3)
                .description("How far the slowest engine is behind").register(meters);
        long intervalMillis = properties.backlogInterval().toMillis();
        var _ = reader.scheduleWithFixedDelay(this::read, intervalMillis, intervalMillis, MILLISECONDS);
    }

    /** Whether orders of this partition would wait too long. */
    boolean isTooLarge(int partition) {
        return behindMillis[partition] > maxBacklogMillis;
    }

    /** How far the engine of the slowest partition is behind. */
    public Duration largest() {
        long largest = 0;
        for (long millis : behindMillis) {
            largest = Math.max(largest, millis);
        }
        return Duration.ofMillis(largest);
    }

    private void read() {
        try {
            Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(OffsetSpec.latest());
            Map<TopicPartition, ListOffsetsResultInfo> beginnings = offsets(OffsetSpec.earliest());
            Map<TopicPartition, OffsetAndMetadata> committed = admin
                    .listConsumerGroupOffsets(Topics.ENGINE_GROUP,
                            new ListConsumerGroupOffsetsOptions().timeoutMs(READ_TIMEOUT_MILLIS))
                    .partitionsToOffsetAndMetadata().get();
            long nowMillis = System.nanoTime() / 1_000_000;
            long[] behind = new long[Topics.PARTITIONS];
            for (TopicPartition partition : PARTITIONS) {
                OffsetAndMetadata commit = committed.get(partition);
                long traded = commit == null ? offset(beginnings, partition) : commit.offset();
                behind[partition.partition()] = partitions.get(partition.partition())
                        .behindMillis(offset(ends, partition), traded, nowMillis);
            }
            behindMillis = behind;
        } catch (ExecutionException e) {
            log.debug("The backlog cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(OffsetSpec which)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(PARTITIONS.stream().collect(Collectors.toMap(Function.identity(), _ -> which)),
                new ListOffsetsOptions().timeoutMs(READ_TIMEOUT_MILLIS)).all().get();
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> offsets, TopicPartition partition) {
        @Nullable
        ListOffsetsResultInfo info = offsets.get(partition);
        return info == null ? 0 : info.offset();
    }

    /** Stops reading. */
    @Override
    public void close() {
        reader.shutdownNow();
        admin.close(Duration.ofMillis(READ_TIMEOUT_MILLIS));
    }
}
