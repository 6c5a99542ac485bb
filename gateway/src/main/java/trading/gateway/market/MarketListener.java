package trading.gateway.market;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import trading.gateway.logs.LogConsumer;
import trading.wire.Batches;
import trading.wire.RequiredTopics;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Checkpoint;

/**
 * Reads all partitions of the sales topic into {@link Markets}, from a day back on, without a consumer group: every gateway
 * knows every market. Where a checkpoint is older than that, from there. One thread, from {@link #start} to {@link #close};
 * any thread may ask how far it is.
 */
@Component
@WhenMarketDataIsOn
final class MarketListener implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(MarketListener.class);

    /** The longest window of figures. */
    private static final Duration READ_BACK = Duration.ofDays(1);
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration TOPICS_TIMEOUT = Duration.ofSeconds(10);
    private static final long LOOK_INTERVAL_NANOS = Duration.ofMillis(500).toNanos();
    /** Of an answer of a broker: a day's batches must not fill the memory while they are read. */
    private static final int FETCH_BYTES = 4 * 1024 * 1024;
    /** Batches come every few milliseconds; nobody looks at market data that often. */
    private static final int FETCH_WAIT_MILLIS = 50;
    private static final int FETCH_AT_LEAST_BYTES = 64 * 1024;

    private final KafkaProperties kafka;
    private final Markets markets;
    private final Consumer<byte[], byte[]> consumer;
    private final Counter unreadable;
    private final Thread thread = Thread.ofPlatform().name("market-data").daemon().unstarted(this::run);
    private final Set<Integer> skippedIn = new HashSet<>();

    private volatile boolean closed;
    private volatile boolean caughtUp;
    private volatile long newestBatchMillis;
    private volatile long lagRecords;
    private long lookedNanos;
    private long sales;
    private long busyNanos;

    MarketListener(KafkaProperties kafka, Markets markets, MeterRegistry meters) {
        this.kafka = kafka;
        this.markets = markets;
        this.consumer = new KafkaConsumer<>(configuration(kafka));
        this.unreadable = Counter.builder("trading.market.unreadable")
                .description("Records of the sales topic that are no batches").register(meters);
        Gauge.builder("trading.market.lag.records", this, listener -> listener.lagRecords)
                .description("Records of the sales topic that are still to be read").register(meters);
        Gauge.builder("trading.market.lag.seconds", this, MarketListener::lagSeconds)
                .description("How old the newest batch is that was read, while others wait").register(meters);
    }

    /** Whether everything was read that there was at the start. */
    boolean isCaughtUp() {
        return caughtUp;
    }

    private double lagSeconds() {
        return lagRecords == 0 || newestBatchMillis == 0
                ? 0
                : Math.max(0, System.currentTimeMillis() - newestBatchMillis) / 1e3;
    }

    /** Begins to listen, when orders are taken already: no order waits for market data. */
    @EventListener(ApplicationReadyEvent.class)
    void start() {
        thread.start();
    }

    private static Map<String, Object> configuration(KafkaProperties kafka) {
        Map<String, Object> config = LogConsumer.configuration(kafka, "gateway-market");
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, FETCH_AT_LEAST_BYTES);
        return config;
    }

    private void run() {
        long beganNanos = System.nanoTime();
        try (consumer) {
            Map<TopicPartition, Long> ends = seekBack();
            while (!closed) {
                if (poll(ends)) {
                    markets.left().tellsFromNow();
                    caughtUp = true;
                    log.info("Market data: {} sales were read back in {} ms, of which {} ms to take them in", sales,
                            (System.nanoTime() - beganNanos) / NANOS_OF_MILLI, busyNanos / NANOS_OF_MILLI);
                }
            }
        } catch (WakeupException e) {
            log.debug("Listening for market data ends", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Restores books, and goes to where figures begin in every partition; the result says where the past ends. */
    private Map<TopicPartition, Long> seekBack() throws InterruptedException {
        while (true) {
            try {
                RequiredTopics.await(kafka.buildAdminProperties(), TOPICS_TIMEOUT, READ_BACK, Topics.SALES,
                        Topics.CHECKPOINTS);
                return seekBack(new NewestCheckpoints(consumer, partitions(Topics.CHECKPOINTS)).find());
            } catch (WakeupException e) {
                throw e;
            } catch (KafkaException | IllegalStateException e) {
                if (closed) {
                    throw new WakeupException();
                }
                log.warn("Market data cannot be read yet: {}", e.toString());
                Thread.sleep(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private Map<TopicPartition, Long> seekBack(Map<Integer, List<Checkpoint>> checkpoints) {
        List<TopicPartition> partitions = partitions(Topics.SALES);
        long sinceMillis = System.currentTimeMillis() - READ_BACK.toMillis();
        Map<TopicPartition, Long> times = new HashMap<>();
        for (TopicPartition partition : partitions) {
            List<Checkpoint> checkpoint = checkpoints.getOrDefault(partition.partition(), List.of());
            // Without one, a partition has traded for a few minutes only, or not since its log was last deleted.
            times.put(partition, checkpoint.isEmpty() ? 0 : Math.min(sinceMillis, checkpoint.getFirst().getNow()));
        }
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        Map<TopicPartition, OffsetAndTimestamp> since = consumer.offsetsForTimes(times);
        for (TopicPartition partition : partitions) {
            OffsetAndTimestamp first = since.get(partition);
            long offset = first != null ? first.offset() : offset(ends, partition);
            consumer.seek(partition, offset);
            PartitionMarket market = markets.partition(partition.partition());
            if (offset(beginnings, partition) > 0) {
                market.toldFrom(sinceMillis);
            } else {
                market.toldFrom(offset == 0 ? Long.MIN_VALUE : offset(times, partition));
            }
            checkpoints.getOrDefault(partition.partition(), List.of()).forEach(market::restore);
        }
        return ends;
    }

    private boolean isPast(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Whether the past has now been read. */
    private boolean poll(Map<TopicPartition, Long> ends) throws InterruptedException {
        try {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
            long beganNanos = System.nanoTime();
            polled.forEach(this::add);
            busyNanos += System.nanoTime() - beganNanos;
            lookAround();
            return !caughtUp && isPast(ends);
        } catch (WakeupException e) {
            throw e;
        } catch (OffsetOutOfRangeException e) {
            log.error("Sales were deleted before they were read: {}", e.partitions());
            e.partitions().forEach(
                    partition -> markets.partition(partition.partition()).missed(System.currentTimeMillis()));
            consumer.seekToBeginning(e.partitions());
        } catch (KafkaException e) {
            log.warn("Market data cannot be read: {}", e.toString());
            Thread.sleep(PAUSE_AFTER_FAILURE);
        }
        return false;
    }

    private void add(ConsumerRecord<byte[], byte[]> polled) {
        try {
            Batch batch = Batches.read(polled.value());
            markets.partition(polled.partition()).add(batch);
            newestBatchMillis = batch.getNow();
            sales += batch.getSalesCount();
        } catch (RuntimeException e) {
            skip(polled, e);
        }
    }

    /** What no engine can have written must not end the listening. */
    private void skip(ConsumerRecord<byte[], byte[]> polled, RuntimeException why) {
        unreadable.increment();
        if (skippedIn.add(polled.partition())) {
            log.error("{}-{}, offset {}: skipped, and so will others be that are like it, without further lines: {}",
                    polled.topic(), polled.partition(), polled.offset(), why.toString());
        }
    }

    private void lookAround() {
        long nowNanos = System.nanoTime();
        if (nowNanos - lookedNanos >= LOOK_INTERVAL_NANOS) {
            lookedNanos = nowNanos;
            lagRecords = consumer.assignment().stream().mapToLong(each -> consumer.currentLag(each).orElse(0)).sum();
            markets.makeRoom(System.currentTimeMillis() - READ_BACK.toMillis());
        }
    }

    private static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, Topics.PARTITIONS).mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalStateException("Kafka gave no offset or time of " + partition);
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
