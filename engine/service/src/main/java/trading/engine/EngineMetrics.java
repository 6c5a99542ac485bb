package trading.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import trading.market.ClosedOrder.Reason;
import trading.market.Market;
import trading.market.Outcome;
import trading.wire.Topics;

/** Counts what the engine does. Safe for use by any thread. */
@Component
class EngineMetrics {

    private static final double[] BATCH_SIZES = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000};

    private final Counter commands;
    private final Counter sales;
    private final Map<Reason, Counter> closed = new EnumMap<>(Reason.class);
    private final Counter rested;
    private final Counter deadLetters;
    private final Counter leftOut;
    private final Counter missed;
    private final Counter repeated;
    private final Counter conflicting;
    private final AtomicLongArray openOrders = new AtomicLongArray(Topics.PARTITIONS);
    private final AtomicLongArray knownProducts = new AtomicLongArray(Topics.PARTITIONS);
    private final AtomicLongArray rememberedIds = new AtomicLongArray(Topics.PARTITIONS);
    private final DistributionSummary batches;
    private final Timer durations;
    private final Timer waits;
    private final ProductMetrics products;

    EngineMetrics(MeterRegistry registry, EngineProperties properties) {
        products = new ProductMetrics(properties.meteredProducts(), registry);
        commands = Counter.builder("trading.engine.commands").description("records of the orders log that were traded")
                .register(registry);
        sales = Counter.builder("trading.engine.sales").description("sales made").register(registry);
        for (Reason reason : Reason.values()) {
            closed.put(reason, Counter.builder("trading.engine.closed").description("orders closed with something left")
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT)).register(registry));
        }
        rested = Counter.builder("trading.engine.rested").description("orders that outlived their batch")
                .register(registry);
        deadLetters = Counter.builder("trading.engine.dead.letters")
                .description("records of the orders log that are no command").register(registry);
        leftOut = Counter.builder("trading.engine.left.out")
                .description("records of the orders log that came again though they were traded").register(registry);
        missed = Counter.builder("trading.engine.missed")
                .description("records of the orders log that were not there to be traded, or were passed over")
                .register(registry);
        repeated = Counter.builder("trading.engine.repeated")
                .description("orders ignored because their id was known").register(registry);
        conflicting = Counter.builder("trading.engine.conflicting")
                .description("repeated orders that differ from the open order with their id").register(registry);
        sum("trading.engine.open.orders", openOrders).description("orders that are open").register(registry);
        sum("trading.engine.products", knownProducts)
                .description("products that have an open order or were ever sold").register(registry);
        sum("trading.engine.remembered.ids", rememberedIds)
                .description("ids made by clients that are remembered after their orders closed").register(registry);
        batches = DistributionSummary.builder("trading.engine.batch").description("commands in a batch")
                .baseUnit("commands").serviceLevelObjectives(BATCH_SIZES).register(registry);
        durations = Timer.builder("trading.engine.batch.duration")
                .description("time to trade a batch and to hand over what it did").register(registry);
        waits = Timer.builder("trading.engine.wait")
                .description("from the moment when Kafka took the oldest order of a batch to the batch's moment")
                .register(registry);
    }

    private static Gauge.Builder<AtomicLongArray> sum(String name, AtomicLongArray partitions) {
        return Gauge.builder(name, partitions,
                all -> IntStream.range(0, all.length()).mapToLong(all::get).sum());
    }

    /**
     * Counts a batch of {@code taken} records, and how the market stands after it.
     *
     * @param duration what the batch took
     */
    void traded(int partition, int taken, Duration duration, Outcome outcome, Market market) {
        durations.record(duration);
        commands.increment(taken);
        sales.increment(outcome.sales().size());
        products.traded(outcome.sales());
        outcome.closed().forEach(one -> Objects.requireNonNull(closed.get(one.reason())).increment());
        rested.increment(outcome.rested().size());
        repeated.increment(outcome.repeated());
        conflicting.increment(outcome.conflicting());
        batches.record(taken);
        standing(partition, market);
    }

    /** Notes how long the oldest order of a batch waited for it. */
    void waited(Duration wait) {
        waits.record(wait);
    }

    /** A market was given up: another engine tells how it stands. */
    void closed(int partition) {
        openOrders.lazySet(partition, 0);
        knownProducts.lazySet(partition, 0);
        rememberedIds.lazySet(partition, 0);
    }

    /** Notes how a market stands. */
    void standing(int partition, Market market) {
        openOrders.lazySet(partition, market.openOrders());
        knownProducts.lazySet(partition, market.products());
        rememberedIds.lazySet(partition, market.rememberedIds());
    }

    /** Counts a record that could not be read. */
    void deadLetter() {
        deadLetters.increment();
    }

    /** Counts a record that was traded before. */
    void leftOut() {
        leftOut.increment();
    }

    /** Counts records that nobody will trade. */
    void missed(long records) {
        missed.increment((double) records);
    }

    /** Records of the orders log traded so far. */
    long commands() {
        return (long) commands.count();
    }

    /** Sales made so far. */
    long sales() {
        return (long) sales.count();
    }

    /** Batches traded so far. */
    long batches() {
        return batches.count();
    }
}
