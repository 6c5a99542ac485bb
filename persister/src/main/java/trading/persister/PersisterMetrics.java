package trading.persister;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;

/** Counts what the persister does. Safe for use by any thread. */
@Component
final class PersisterMetrics {

    private static final double MILLIS_PER_SECOND = 1e3;

    private final Counter saleRows;
    private final Counter closedOrderRows;
    private final Timer delays;
    private final LongAdder repeated = new LongAdder();
    private final LongAdder sales = new LongAdder();
    private final LongAdder batches = new LongAdder();

    PersisterMetrics(SalesConsumers consumers, Interruptions interruptions, MeterRegistry meters) {
        saleRows = rows("sales", meters);
        closedOrderRows = rows("closed_orders", meters);
        delays = Timer.builder("trading.persister.delay")
                .description("from the moment of a batch to its rows in the table").register(meters);
        FunctionCounter.builder("trading.persister.rows.repeated", repeated, LongAdder::sum)
                .description("rows that were in the table already").register(meters);
        FunctionCounter.builder("trading.persister.sales", sales, LongAdder::sum)
                .description("sales whose rows are in the table, new or not").register(meters);
        FunctionCounter.builder("trading.persister.batches", batches, LongAdder::sum)
                .description("records of the sales topic that are written and published").register(meters);
        Gauge.builder("trading.persister.partitions", consumers, SalesConsumers::partitions)
                .description("partitions that this persister writes").register(meters);
        Gauge.builder("trading.persister.interrupted", interruptions, PersisterMetrics::interruptedSeconds)
                .baseUnit("seconds").description("how long writing has not got through, 0 while it does")
                .register(meters);
        FunctionCounter.builder("trading.persister.failures", interruptions, Interruptions::total)
                .description("calls of which nothing counts as done, and all came again").register(meters);
    }

    private static Counter rows(String table, MeterRegistry meters) {
        return Counter.builder("trading.persister.rows").tag("table", table).description("new rows").register(meters);
    }

    private static double interruptedSeconds(Interruptions interruptions) {
        Interruptions.Interruption interruption = interruptions.longest();
        return interruption == null
                ? 0
                : Math.max(0, Duration.between(interruption.since(), Instant.now()).toMillis() / MILLIS_PER_SECOND);
    }

    /**
     * Rows are in the table.
     *
     * @param newRows those that were not there before
     * @param allRows how many there are, new or not
     * @param salesDone sales among all of them, new or not
     */
    void written(SalesTable.NewRows newRows, int allRows, int salesDone) {
        saleRows.increment(newRows.sales());
        closedOrderRows.increment(newRows.closedOrders());
        repeated.add(allRows - newRows.total());
        sales.add(salesDone);
    }

    /**
     * A batch is in the tables.
     *
     * @param nowMillis its moment
     */
    void delayed(long nowMillis) {
        // The engine's clock may be ahead of this one.
        delays.record(Duration.ofMillis(Math.max(0, System.currentTimeMillis() - nowMillis)));
    }

    /** So many records of the sales topic are written and published. */
    void published(int records) {
        batches.add(records);
    }

    /** New rows so far. */
    double rows() {
        return saleRows.count() + closedOrderRows.count();
    }

    /** Sales so far whose rows are in the table, new or not. */
    long sales() {
        return sales.sum();
    }

    /** Records of the sales topic written and published so far. */
    long batches() {
        return batches.sum();
    }
}
