package trading.client.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import trading.client.load.Observer.Look;
import trading.client.orders.Outcomes;
import trading.client.report.Lag;
import trading.client.report.Percentiles;
import trading.client.report.Sample;
import trading.client.report.Spread;
import trading.client.report.Window;
import trading.client.stack.Backlog;
import trading.client.stack.CpuTimes;
import trading.client.stack.ProcessSize;

/** Measures windows of a run: what became of the orders that are planned in such a time, and what all did meanwhile. For one thread. */
final class Measuring {

    /** So long after engines were asked what they sold, everybody has made up for that. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /** Orders are asked for for 60 s, then once more, and the last question may take 10. */
    private static final Duration LAST_RESULTS = Duration.ofSeconds(80);

    private final CpuTimes cpuTimes;
    private final Settings settings;
    private final Outcomes outcomes;
    private final @Nullable ResultSamples results;
    private final @Nullable Backlog backlog;
    private final Looks looks;
    private final RunEnd end;

    /**
     * @param results {@code null} if nobody asks for results
     * @param backlog {@code null} where there is no Kafka
     */
    Measuring(CpuTimes cpuTimes, Settings settings, Outcomes outcomes, @Nullable ResultSamples results,
            @Nullable Backlog backlog, Looks looks, RunEnd end) {
        this.cpuTimes = cpuTimes;
        this.settings = settings;
        this.outcomes = outcomes;
        this.results = results;
        this.backlog = backlog;
        this.looks = looks;
        this.end = end;
    }

    /** Asks what is asked before a window: the first time, that takes this client half a second of a processor. */
    void rehearse() throws InterruptedException {
        var _ = end.answer(() -> Shares.from(cpuTimes.stack(), backlog));
    }

    /**
     * Measures for a while, or until there is nothing more to find out, then stops to send; latencies are those of all orders
     * that were planned meanwhile.
     *
     * @throws trading.client.CommandFailed if Kafka or the database were away before anything could be measured
     */
    Window window(String phase, Recording recording, Sending sending, Duration time, BooleanSupplier isDecided)
            throws InterruptedException {
        Shares shares = Shares.from(cpuTimes.stack(), backlog);
        end.interruption().await(System.nanoTime() + QUIET.toNanos());
        int firstSample = looks.count();
        Look first = looks.begin(phase);
        long refusedBefore = outcomes.refused();
        long invalidBefore = outcomes.invalid();
        long unsentBefore = outcomes.notSent();
        long unknownBefore = outcomes.unknown();
        if (results != null) {
            results.reset();
        }
        cpuTimes.changed();
        long endNanos = first.nanos() + time.toNanos();
        recording.measure(new Recording.Span(first.nanos(), endNanos));
        Look last = looks.during(time, first, isDecided);
        if (last.equals(first)) {
            end.requireNoFailure();
        }
        recording.measure(new Recording.Span(first.nanos(), Math.min(last.nanos(), endNanos)));
        Map<String, ProcessSize> sizes = ProcessSize.all(cpuTimes.stack());
        List<String> changed = List.copyOf(cpuTimes.changed());
        Spread spread = shares == null || end.failure() != null
                ? null
                : end.answer(() -> shares.soFar(cpuTimes.stack()));
        sending.stop(end.interruption());
        if (results != null && !end.hasCome()) {
            end.interruption().await(LAST_RESULTS, results::await);
        }
        return window(looks.samplesFrom(firstSample), outcomes.refused() - refusedBefore,
                outcomes.invalid() - invalidBefore, outcomes.notSent() - unsentBefore,
                outcomes.unknown() - unknownBefore, recording.toAccepted(), sizes,
                spread, changed);
    }

    private Window window(List<Sample> samples, long refused, long invalid, long notSent, long unknown,
            Histogram toAccepted,
            Map<String, ProcessSize> sizes, @Nullable Spread spread, List<String> changed) {
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        Map<String, Double> cpu = new LinkedHashMap<>();
        last.cpuSeconds().forEach(
                (process, seconds) -> cpu.put(process, seconds - first.cpuSeconds().getOrDefault(process, 0.0)));
        Map<String, Long> network = new LinkedHashMap<>();
        last.networkBytes()
                .forEach((kind, bytes) -> network.put(kind, bytes - first.networkBytes().getOrDefault(kind, 0L)));
        Percentiles seen = Percentiles.of(toAccepted);
        return new Window(last.second() - first.second(), last.accepted() - first.accepted(),
                refused, unknown, invalid, notSent, last.sales() - first.sales(),
                settings.isOpenLoop() ? seen : Percentiles.of(withOmitted(toAccepted, settings.pause())),
                settings.isOpenLoop() ? null : seen,
                results == null ? Percentiles.NONE : Percentiles.of(results.toResult()),
                results == null ? 0 : results.without(), results == null ? 0 : results.withoutPlace(),
                backlog == null ? null : Lag.of(samples.subList(1, samples.size())), cpu, network, sizes, spread,
                changed);
    }

    /** A client that waits for an answer does not send: its orders are added that an answer at the usual time would have let it send. */
    static Histogram withOmitted(Histogram seen, Duration wait) {
        long usualMicros = wait.toNanos() / 1_000 + seen.getValueAtPercentile(50);
        return usualMicros == 0 ? seen : seen.copyCorrectedForCoordinatedOmission(usualMicros);
    }
}
