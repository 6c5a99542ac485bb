package trading.gateway.operation;

import java.time.Duration;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;
import trading.gateway.OrderProperties;
import trading.gateway.RequestProperties;
import trading.gateway.ResultProperties;
import trading.gateway.market.MarketProperties;
import trading.wire.StartupChecks;

/** Settings that would lose orders, or that do not fit together. */
final class SettingsCheck {

    private static final String SHUTDOWN = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration SPRINGS_SHUTDOWN = Duration.ofSeconds(30);

    private static final DataSize SMALLEST_ORDER = DataSize.ofKilobytes(1);
    private static final DataSize LARGEST_ORDER = DataSize.ofMegabytes(1);

    private SettingsCheck() {}

    /**
     * What is wrong with the settings of a gateway.
     *
     * @param heap the most memory that it may take for objects
     */
    static StartupChecks of(RequestProperties requests, OrderProperties orders, ResultProperties results,
            MarketProperties market, KafkaProperties kafka, Environment environment, DataSize heap) {
        StartupChecks checks = new StartupChecks();
        String isolation = String.valueOf(kafka.buildConsumerProperties().get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
        checks.require(isolation.equals("read_committed"), "spring.kafka.consumer.isolation-level", isolation,
                "read_committed; what was aborted is no result");
        Duration shutdown = Binder.get(environment).bind(SHUTDOWN, Duration.class).orElse(SPRINGS_SHUTDOWN);
        Duration stop = requests.drain().plus(orders.ackTimeout());
        checks.requireAtLeast(stop, SHUTDOWN, shutdown, "at least drain and ack-timeout of trading.gateway together, "
                + StartupChecks.text(stop) + "; a stop would cut off answers that are due");
        checks.requireAtLeast(orders.maxAckWait(), "trading.gateway.ack-timeout", orders.ackTimeout(),
                "at least trading.gateway.max-ack-wait, " + StartupChecks.text(orders.maxAckWait())
                        + "; nobody would know what became of orders that should have been refused");
        checks.requireAtLeast(orders.backlogInterval(), "trading.gateway.max-backlog", orders.maxBacklog(),
                "at least trading.gateway.backlog-interval, " + StartupChecks.text(orders.backlogInterval())
                        + "; it is not measured more finely");
        checks.requireAtLeast(orders.backlogInterval(), "trading.gateway.max-unpersisted-backlog",
                orders.maxUnpersistedBacklog(), "at least trading.gateway.backlog-interval, "
                        + StartupChecks.text(orders.backlogInterval()) + "; it is not measured more finely");
        requireWithin(checks, "max-body-size", requests.maxBodySize(), SMALLEST_ORDER, LARGEST_ORDER);
        requireWithin(checks, "max-line-size", requests.maxLineSize(), SMALLEST_ORDER, LARGEST_ORDER);
        requireWithin(checks, "max-in-flight-bytes", orders.maxInFlightBytes(), DataSize.ofBytes(1), heap);
        requireWithin(checks, "results-cache-size", results.resultsCacheSize(), DataSize.ofBytes(0), heap);
        requireWithin(checks, "idempotency-cache", orders.idempotencyCache(), DataSize.ofBytes(0), heap);
        checkMemory(checks, orders, results, market, kafka, heap);
        return checks;
    }

    private static void requireWithin(StartupChecks checks, String name, DataSize size, DataSize least,
            DataSize most) {
        checks.require(size.compareTo(least) >= 0 && size.compareTo(most) <= 0, "trading.gateway." + name, size,
                least + " to " + most);
    }

    private static void checkMemory(StartupChecks checks, OrderProperties orders, ResultProperties results,
            MarketProperties market, KafkaProperties kafka, DataSize heap) {
        DataSize inFlight = orders.maxInFlightBytes();
        Object buffer = kafka.buildProducerProperties().get(ProducerConfig.BUFFER_MEMORY_CONFIG);
        checks.require(buffer == null || Long.parseLong(buffer.toString()) > inFlight.toBytes(),
                "spring.kafka.producer.buffer-memory", String.valueOf(buffer),
                "more than trading.gateway.max-in-flight-bytes, " + inFlight.toBytes()
                        + "; orders would be refused for want of memory");
        long limits = inFlight.toBytes() + results.resultsCacheSize().toBytes()
                + orders.idempotencyCache().toBytes() + market.memory().toBytes();
        long most = heap.toBytes() / 4 * 3;
        checks.require(limits <= most,
                "max-in-flight-bytes, results-cache-size, idempotency-cache and market of trading.gateway",
                megabytes(limits),
                "at most three quarters of the heap, " + megabytes(most) + "; lower them, or raise -Xmx");
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%d MB", bytes >> 20);
    }
}
