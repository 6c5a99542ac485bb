package trading.gateway.results;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;
import trading.gateway.events.Events;
import trading.gateway.idempotency.FirstOrders;
import trading.gateway.idempotency.OrderTerms;
import trading.gateway.logs.LogConsumer;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;

/**
 * Reads all partitions of the results topic into {@link Results}, from the warm-up on, without a consumer group: every
 * gateway knows every result. One thread, from {@link #start} to {@link #close}.
 */
@Component
public final class ResultListener implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ResultListener.class);

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final Results results;
    private final FirstOrders firstOrders;
    private final Events events;
    private final Duration warmUp;
    private final Consumer<byte[], byte[]> consumer;
    private final CountDownLatch warm = new CountDownLatch(1);
    private final Thread thread = Thread.ofPlatform().name("results").unstarted(this::run);
    private final Counter unreadable;
    private final Timer delays;
    private final KafkaClientMetrics kafkaMetrics;

    /** Partitions in which something was skipped. */
    private final Set<Integer> skippedIn = new HashSet<>();
    /** Partitions that go on where Kafka now begins, which is not asked yet. */
    private final Set<TopicPartition> deletedIn = new HashSet<>();
    private volatile boolean closed;

    ResultListener(KafkaProperties kafka, GatewayProperties properties, Results results,
            FirstOrders firstOrders, Events events, MeterRegistry meters) {
        this.results = results;
        this.firstOrders = firstOrders;
        this.events = events;
        this.warmUp = properties.warmUp();
        this.unreadable = Counter.builder("trading.results.unreadable")
                .description("Records of the results topic that are no results").register(meters);
        this.delays = Timer.builder("trading.results.delay")
                .description("From the moment of a batch to this gateway's reading of its result").register(meters);
        this.consumer = new KafkaConsumer<>(LogConsumer.configuration(kafka, "gateway-results"));
        this.kafkaMetrics = new KafkaClientMetrics(consumer);
        kafkaMetrics.bindTo(meters);
    }

    /** Begins to listen. */
    public void start() {
        thread.start();
    }

    /** Waits until the results of the warm-up have been read; {@code false} if that took longer than this. */
    public boolean awaitWarm(Duration atMost) throws InterruptedException {
        return warm.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run() {
        try (consumer; kafkaMetrics) {
            Map<TopicPartition, Long> warmAt = seekBack();
            while (!closed) {
                if (poll(warmAt)) {
                    log.info("Results of the last {} s are read: {} orders", warmUp.toSeconds(), results.size());
                    events.caughtUp();
                    warm.countDown();
                }
            }
        } catch (WakeupException e) {
            log.debug("Listening for results ends", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Goes to where the warm-up begins in every partition; the result says where it ends. */
    private Map<TopicPartition, Long> seekBack() throws InterruptedException {
        List<TopicPartition> partitions = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(Topics.RESULTS, partition)).toList();
        while (true) {
            try {
                consumer.assign(partitions);
                Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
                Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
                Map<TopicPartition, Long> times = new HashMap<>();
                partitions.forEach(partition -> times.put(partition, System.currentTimeMillis() - warmUp.toMillis()));
                Map<TopicPartition, OffsetAndTimestamp> since = consumer.offsetsForTimes(times);
                for (TopicPartition partition : partitions) {
                    OffsetAndTimestamp from = since.get(partition);
                    seek(partition, from != null ? from.offset() : offset(ends, partition),
                            offset(beginnings, partition));
                }
                return ends;
            } catch (WakeupException e) {
                throw e;
            } catch (KafkaException e) {
                log.warn("Results cannot be read yet: {}", e.toString());
                Thread.sleep(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private void seek(TopicPartition partition, long offset, long beginning) {
        consumer.seek(partition, offset);
        events.comesFrom(partition.partition(), offset);
        if (offset == 0 && beginning == 0) {
            results.listensFromTheBeginning(partition.partition());
        }
    }

    /** Whether the warm-up has now been read. */
    private boolean poll(Map<TopicPartition, Long> warmAt) throws InterruptedException {
        try {
            deletedIn.forEach(partition -> events.comesFrom(partition.partition(), consumer.position(partition)));
            deletedIn.clear();
            for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL)) {
                add(polled);
            }
            return warm.getCount() > 0 && isWarm(warmAt);
        } catch (WakeupException e) {
            throw e;
        } catch (OffsetOutOfRangeException e) {
            log.error("Results were deleted before they were read: {}", e.partitions());
            e.partitions().forEach(partition -> results.missed(partition.partition()));
            consumer.seekToBeginning(e.partitions());
            deletedIn.addAll(e.partitions());
        } catch (KafkaException e) {
            log.warn("Results cannot be read: {}", e.toString());
            Thread.sleep(PAUSE_AFTER_FAILURE);
        }
        return false;
    }

    private void add(ConsumerRecord<byte[], byte[]> polled) {
        try {
            Batch batch = Batches.read(polled.value());
            boolean isNews = results.add(polled.partition(), batch);
            if (isNews && warm.getCount() == 0) {
                // The engine's clock may be ahead of this one.
                delays.record(Duration.ofMillis(Math.max(0, System.currentTimeMillis() - batch.getNow())));
            }
            batch.getRestedList().forEach(rested -> learn(rested, batch));
            batch.getClosedList().forEach(closed -> learn(closed.getOrder(), batch));
            batch.getSalesList().forEach(sale -> learn(sale, batch));
            events.came(polled.partition(), polled.offset(), isNews ? batch : null);
        } catch (RuntimeException e) {
            skip(polled, e);
        }
    }

    /** What no persister can have written must not end the listening; the database tells what the cache then lacks. */
    private void skip(ConsumerRecord<byte[], byte[]> polled, RuntimeException why) {
        unreadable.increment();
        results.missed(polled.partition());
        events.came(polled.partition(), polled.offset(), null);
        if (skippedIn.add(polled.partition())) {
            log.error("{}-{}, offset {}: skipped, and so will others be that are like it, without further lines: {}",
                    polled.topic(), polled.partition(), polled.offset(), why.getMessage(),
                    why instanceof InvalidField ? null : why);
        }
    }

    private void learn(OpenOrder order, Batch batch) {
        UUID orderId = new UUID(order.getOrderIdHigh(), order.getOrderIdLow());
        if (OrderId.clientMade(orderId)) {
            firstOrders.learn(orderId, OrderTerms.of(order), batch.getNow());
        }
    }

    private void learn(Sale sale, Batch batch) {
        if (sale.getPurchaseOrderRemaining() == 0) {
            filled(new UUID(sale.getPurchaseOrderIdHigh(), sale.getPurchaseOrderIdLow()), batch);
        }
        if (sale.getSalesOrderRemaining() == 0) {
            filled(new UUID(sale.getSalesOrderIdHigh(), sale.getSalesOrderIdLow()), batch);
        }
    }

    private void filled(UUID orderId, Batch batch) {
        if (OrderId.clientMade(orderId)) {
            firstOrders.filled(orderId, batch.getNow());
        }
    }

    private boolean isWarm(Map<TopicPartition, Long> warmAt) {
        return warmAt.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalStateException("Kafka gave no offset of " + partition);
        }
        return offset;
    }

    /** Ends the listening. */
    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
    }
}
