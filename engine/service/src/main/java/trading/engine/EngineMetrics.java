package trading.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;
import trading.market.Outcome;

/** Counts what the engine does. Safe for use by any thread. */
@Component
class EngineMetrics {

    private final Counter commands;
    private final Counter sales;
    private final Counter closed;
    private final Counter rested;
    private final Counter deadLetters;
    private final DistributionSummary batches;

    EngineMetrics(MeterRegistry registry) {
        commands = Counter.builder("trading.engine.commands").description("records of the orders log that were traded")
                .register(registry);
        sales = Counter.builder("trading.engine.sales").description("sales made").register(registry);
        closed = Counter.builder("trading.engine.closed").description("orders closed with something left")
                .register(registry);
        rested = Counter.builder("trading.engine.rested").description("orders that outlived their batch")
                .register(registry);
        deadLetters = Counter.builder("trading.engine.dead.letters")
                .description("records of the orders log that are no command").register(registry);
        batches = DistributionSummary.builder("trading.engine.batch").description("commands in a batch")
                .baseUnit("commands").publishPercentileHistogram(false).register(registry);
    }

    /** Counts a batch of {@code taken} records. */
    void traded(int taken, Outcome outcome) {
        commands.increment(taken);
        sales.increment(outcome.sales().size());
        closed.increment(outcome.closed().size());
        rested.increment(outcome.rested().size());
        batches.record(taken);
    }

    /** Counts a record that could not be read. */
    void deadLetter() {
        deadLetters.increment();
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
