package trading.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import trading.client.orders.Latencies;
import trading.client.orders.Outcomes;
import trading.client.report.Sample;
import trading.client.stack.Backlog;
import trading.client.stack.Processes;
import trading.client.stack.Stack;

/** Looks at a run from all sides, once a second. For one thread. */
final class Observer {

    /** Paces are those of so many looks. */
    private static final int PACE_LOOKS = 5;

    /** Slower than so many records a second is standing still: what is behind then is a few markers. */
    private static final double LEAST_PACE = 50;

    private final Stack stack;
    private final Settings settings;
    private final Outcomes outcomes;
    private final SalesCount sales;
    private final @Nullable Backlog backlog;
    private final long startNanos = System.nanoTime();
    private final List<Look> looks = new ArrayList<>();
    private String phase = "warm-up";

    /** A sample, when it was taken, and what Kafka said then. */
    record Look(long nanos, Sample sample, Backlog.Reading reading) {}

    /** @param backlog {@code null} where there is no Kafka */
    Observer(Stack stack, Settings settings, Outcomes outcomes, SalesCount sales, @Nullable Backlog backlog) {
        this.stack = stack;
        this.settings = settings;
        this.outcomes = outcomes;
        this.sales = sales;
        this.backlog = backlog;
    }

    /** Names what is looked at from now on. */
    void phase(String name) {
        phase = name;
    }

    /** Looks. */
    Look look() throws InterruptedException {
        Backlog.Reading reading = backlog == null ? new Backlog.Reading(-1, -1, 0, 0) : backlog.read();
        if (settings.untilSales() && backlog != null) {
            // Nobody writes them, or nobody cares.
            reading = new Backlog.Reading(reading.orders(), 0, reading.traded(), reading.written());
        }
        long salesNow = sales.soFar();
        long nowNanos = System.nanoTime();
        Look before = looks.isEmpty() ? null : looks.get(Math.max(0, looks.size() - PACE_LOOKS));
        double seconds = before == null ? 0 : (nowNanos - before.nanos()) / 1e9;
        double traded = before == null ? 0 : (reading.traded() - before.reading().traded()) / seconds;
        double written = before == null ? 0 : (reading.written() - before.reading().written()) / seconds;
        Latencies latencies = outcomes.accepting();
        Map<String, Double> cpu = new LinkedHashMap<>();
        Processes.cpuTimes(stack).forEach((process, time) -> cpu.put(process, time.toNanos() / 1e9));
        Look look = new Look(nowNanos,
                new Sample((nowNanos - startNanos) / 1e9, phase, outcomes.accepted(), outcomes.refused(),
                        outcomes.unknown(), outcomes.unsent(), salesNow, reading.orders(), reading.batches(),
                        behind(reading.orders(), traded), behind(reading.batches(), written), latencies.median(),
                        latencies.p99(), cpu, Network.bytes()),
                reading);
        looks.add(look);
        return look;
    }

    /** All samples so far. */
    List<Sample> samples() {
        return looks.stream().map(Look::sample).toList();
    }

    /** Whether everything that was accepted has become sales within a time; {@code true} where that cannot be known. */
    boolean awaitDrained(Duration limit) throws InterruptedException {
        return backlog == null || settings.untilSales() || backlog.awaitDrained(limit);
    }

    private static double behind(long records, double pace) {
        return records <= 0 ? 0 : records / Math.max(pace, LEAST_PACE);
    }
}
