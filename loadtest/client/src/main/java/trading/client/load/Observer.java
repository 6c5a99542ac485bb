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

    private final Stack stack;
    private final Settings settings;
    private final Outcomes outcomes;
    private final SalesCount sales;
    private final @Nullable Backlog backlog;
    private final long startNanos = System.nanoTime();
    private final List<Sample> samples = new ArrayList<>();
    private final OldestWait orders = new OldestWait();
    private final OldestWait batches = new OldestWait();
    private String phase = "warm-up";

    /** A sample, and when it was taken. */
    record Look(long nanos, Sample sample) {}

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
        double ordersBehind = orders.seconds(nowNanos, reading.traded(), reading.traded() + reading.orders());
        double batchesBehind = batches.seconds(nowNanos, reading.written(), reading.written() + reading.batches());
        Latencies latencies = outcomes.accepting();
        Map<String, Double> cpu = new LinkedHashMap<>();
        Processes.cpuTimes(stack).forEach((process, time) -> cpu.put(process, time.toNanos() / 1e9));
        Sample sample = new Sample((nowNanos - startNanos) / 1e9, phase, outcomes.accepted(), outcomes.refused(),
                outcomes.unknown(), outcomes.unsent(), salesNow, reading.orders(), reading.batches(), ordersBehind,
                batchesBehind, latencies.median(), latencies.p99(), cpu, Network.bytes());
        samples.add(sample);
        return new Look(nowNanos, sample);
    }

    /** All samples so far. */
    List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** Whether everything that was accepted has become sales within a time; {@code true} where that cannot be known. */
    boolean awaitDrained(Duration limit) throws InterruptedException {
        return backlog == null || settings.untilSales() || backlog.awaitDrained(limit);
    }
}
