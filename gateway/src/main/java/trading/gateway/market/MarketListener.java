package trading.gateway.market;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import trading.gateway.logs.BrokerNames;
import trading.gateway.logs.LogConsumer;
import trading.gateway.logs.LogReader;
import trading.gateway.logs.LogReading;
import trading.gateway.logs.LogStart;
import trading.wire.Batches;
import trading.wire.proto.Batch;

/**
 * Reads all partitions of the sales topic into {@link Markets}, from a day back on, without a consumer group: every gateway
 * knows every market. Where a checkpoint is older than that, from there. One thread, from {@link #start} to {@link #close};
 * any thread may ask how far it is.
 */
@Component
@DependsOn(BrokerNames.BEAN)
@WhenMarketDataIsOn
final class MarketListener implements LogReading, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(MarketListener.class);

    /** The longest window of figures. */
    private static final Duration READ_BACK = Duration.ofDays(1);
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final long LOOK_INTERVAL_NANOS = Duration.ofMillis(500).toNanos();
    /** Of an answer of a broker: a day's batches must not fill the memory while they are read. */
    private static final int FETCH_BYTES = 4 * 1024 * 1024;
    /** Batches come every few milliseconds; nobody looks at market data that often. */
    private static final int FETCH_WAIT_MILLIS = 50;
    private static final int FETCH_AT_LEAST_BYTES = 64 * 1024;

    private final KafkaProperties kafka;
    private final Markets markets;
    private final Consumer<byte[], byte[]> consumer;
    private final MarketLag lag;
    private final LogReader reader;
    private final Thread thread = Thread.ofPlatform().name("market-data").daemon().unstarted(this::run);

    private volatile boolean caughtUp;
    private long beganNanos;
    private long lookedNanos;
    private long sales;
    private long busyNanos;

    MarketListener(KafkaProperties kafka, Markets markets, MeterRegistry meters) {
        this.kafka = kafka;
        this.markets = markets;
        this.consumer = new KafkaConsumer<>(configuration(kafka));
        this.lag = new MarketLag(meters);
        this.reader = new LogReader("Market data", consumer, this, Counter.builder("trading.market.unreadable")
                .description("Records of the sales topic that are no batches").register(meters));
    }

    /** Whether everything was read that there was at the start. */
    boolean isCaughtUp() {
        return caughtUp;
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
        beganNanos = System.nanoTime();
        try (consumer) {
            reader.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public LogStart begin() throws InterruptedException {
        return new MarketStart(kafka, consumer, markets, READ_BACK).find();
    }

    @Override
    public void read(ConsumerRecord<byte[], byte[]> polled) {
        long cameNanos = System.nanoTime();
        Batch batch = Batches.read(polled.value());
        markets.partition(polled.partition()).add(batch);
        lag.read(batch.getNow());
        sales += batch.getSalesCount();
        busyNanos += System.nanoTime() - cameNanos;
    }

    @Override
    public void missed(Set<TopicPartition> partitions) {
        partitions.forEach(
                partition -> markets.partition(partition.partition()).missed(System.currentTimeMillis()));
    }

    @Override
    public void afterPoll() {
        long nowNanos = System.nanoTime();
        if (nowNanos - lookedNanos >= LOOK_INTERVAL_NANOS) {
            lookedNanos = nowNanos;
            lag.look(consumer);
            markets.makeRoom(System.currentTimeMillis() - READ_BACK.toMillis());
        }
    }

    @Override
    public void caughtUp() {
        markets.left().tellsFromNow();
        caughtUp = true;
        log.info("Market data: {} sales were read back in {} ms, of which {} ms to take them in", sales,
                (System.nanoTime() - beganNanos) / NANOS_OF_MILLI, busyNanos / NANOS_OF_MILLI);
    }

    /** Ends the listening. */
    @Override
    public void close() {
        reader.close();
    }
}
