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
import trading.client.stack.CpuTimes;

/** Looks at a run from all sides, once a second. For one thread. */
final class Observer {

    private final CpuTimes cpuTimes;
    private final Settings settings;
    private final Outcomes outcomes;
    private final SalesCount sales;
    private final @Nullable Backlog backlog;
    private final long startNanos = System.nanoTime();
    private final List<Sample> samples = new ArrayList<>();
    private final OldestWait orders = new OldestWait();
    private final OldestWait batches = new OldestWait();
    private final SlowestPartition slowest = new SlowestPartition();
    private String phase = "warm-up";

    /** A sample, and when it was taken. */
    record Look(long nanos, Sample sample) {}

    /** @param backlog {@code null} where there is no Kafka */
    Observer(CpuTimes cpuTimes, Settings settings, Outcomes outcomes, SalesCount sales, @Nullable Backlog backlog) {
        this.cpuTimes = cpuTimes;
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
        Backlog.@Nullable Reading reading = backlog == null ? null : backlog.read();
        if (settings.untilSales() && reading != null) {
            // Nobody writes them, or nobody cares.
            reading = new Backlog.Reading(reading.ordersLog(), List.of());
        }
        long salesNow = sales.soFar();
        long nowNanos = System.nanoTime();
        Latencies latencies = outcomes.accepting();
        Map<String, Double> cpu = new LinkedHashMap<>();
        cpuTimes.look().forEach((process, time) -> cpu.put(process, time.toNanos() / 1e9));
        Backlog.Reading behind = reading == null ? Backlog.Reading.NOTHING : reading;
        Sample sample = new Sample((nowNanos - startNanos) / 1e9, phase, outcomes.accepted(), outcomes.refused(),
                outcomes.unknown(), outcomes.notSent(), salesNow, reading == null ? -1 : behind.orders(),
                reading == null ? -1 : behind.batches(),
                orders.seconds(nowNanos, behind.traded(), behind.traded() + behind.orders()),
                batches.seconds(nowNanos, behind.written(), behind.written() + behind.batches()), latencies.median(),
                latencies.p99(), cpu, Network.bytes(),
                reading == null ? null : slowest.seconds(nowNanos, behind));
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
