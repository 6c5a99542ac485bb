package trading.gateway.results;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;
import trading.gateway.ResultProperties;
import trading.gateway.events.Events;
import trading.gateway.idempotency.FirstOrders;
import trading.gateway.idempotency.OrderTerms;
import trading.gateway.logs.BrokerNames;
import trading.gateway.logs.LogConsumer;
import trading.gateway.logs.LogReader;
import trading.gateway.logs.LogReading;
import trading.gateway.logs.LogStart;
import trading.wire.Batches;
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
@DependsOn(BrokerNames.BEAN)
public final class ResultListener implements LogReading, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ResultListener.class);

    private final Results results;
    private final FirstOrders firstOrders;
    private final Events events;
    private final Duration warmUp;
    private final Consumer<byte[], byte[]> consumer;
    private final CountDownLatch warm = new CountDownLatch(1);
    private final Thread thread = Thread.ofPlatform().name("results").unstarted(this::run);
    private final LogReader reader;
    private final Timer delays;
    private final KafkaClientMetrics kafkaMetrics;

    /** Results that are older are read only where nothing came since. */
    private long sinceMillis;

    /** Partitions that go on where Kafka now begins, which is not asked yet. */
    private final Set<TopicPartition> deletedIn = new HashSet<>();

    ResultListener(KafkaProperties kafka, ResultProperties properties, Results results,
            FirstOrders firstOrders, Events events, MeterRegistry meters) {
        this.results = results;
        this.firstOrders = firstOrders;
        this.events = events;
        this.warmUp = properties.warmUp();
        this.delays = Timer.builder("trading.results.delay")
                .description("From the moment of a batch to this gateway's reading of its result").register(meters);
        this.consumer = new KafkaConsumer<>(LogConsumer.configuration(kafka, "gateway-results"));
        this.kafkaMetrics = new KafkaClientMetrics(consumer);
        kafkaMetrics.bindTo(meters);
        this.reader = new LogReader("Results", consumer, this, Counter.builder("trading.results.unreadable")
                .description("Records of the results topic that are no results").register(meters));
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
            reader.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The warm-up begins as long ago in every partition. Where nothing came since, the last result says up to when the database has
     * everything: a partition in which nothing happened looks like one of which nobody writes.
     */
    @Override
    public LogStart begin() {
        sinceMillis = System.currentTimeMillis() - warmUp.toMillis();
        LinkedHashMap<TopicPartition, Long> since = new LinkedHashMap<>();
        LogReader.partitions(Topics.RESULTS).forEach(partition -> since.put(partition, sinceMillis));
        return new LogStart(since, true, this::startsAt);
    }

    private void startsAt(TopicPartition partition, long offset, long beginning) {
        events.comesFrom(partition.partition(), offset);
        if (offset == 0 && beginning == 0) {
            results.listensFromTheBeginning(partition.partition());
        }
    }

    @Override
    public void missed(Set<TopicPartition> partitions) {
        partitions.forEach(partition -> results.missed(partition.partition()));
        deletedIn.addAll(partitions);
    }

    @Override
    public void beforePoll() {
        deletedIn.forEach(partition -> events.comesFrom(partition.partition(), consumer.position(partition)));
        deletedIn.clear();
    }

    @Override
    public void caughtUp() {
        log.info("Results of the last {} s are read: {} orders", warmUp.toSeconds(), results.size());
        events.caughtUp();
        warm.countDown();
    }

    @Override
    public void read(ConsumerRecord<byte[], byte[]> polled) {
        Batch batch = Batches.read(polled.value());
        Results.Arrival arrival = results.add(polled.partition(), batch);
        if (warm.getCount() > 0 && polled.timestamp() < sinceMillis) {
            // It may be a repeat of one that others had followed: what became of its orders is for the database to tell.
            results.missed(polled.partition());
        }
        if (arrival == Results.Arrival.NEWS && warm.getCount() == 0) {
            // The engine's clock may be ahead of this one.
            delays.record(Duration.ofMillis(Math.max(0, System.currentTimeMillis() - batch.getNow())));
        }
        batch.getRestedList().forEach(rested -> learn(rested, batch));
        batch.getClosedList().forEach(closed -> learn(closed.getOrder(), batch));
        batch.getSalesList().forEach(sale -> learn(sale, batch));
        events.came(polled.partition(), polled.offset(),
                arrival == Results.Arrival.REPEATED ? null : batch);
    }

    /** The database tells what the cache then lacks. */
    @Override
    public void skipped(ConsumerRecord<byte[], byte[]> polled) {
        results.missed(polled.partition());
        events.came(polled.partition(), polled.offset(), null);
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
            firstOrders.filled(orderId, batch.getNow(), terms -> mayHaveHad(orderId, terms));
        }
    }

    private boolean mayHaveHad(UUID orderId, OrderTerms terms) {
        OrderResult result = results.find(orderId, System.currentTimeMillis()).result();
        return result == null || (result.terms().side() == terms.side() && result.filled() == terms.quantity());
    }

    /** Ends the listening. */
    @Override
    public void close() {
        reader.close();
    }
}
