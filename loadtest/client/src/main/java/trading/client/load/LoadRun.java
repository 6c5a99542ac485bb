package trading.client.load;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.client.load.Observer.Look;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.RandomOrders;
import trading.client.orders.RandomRequests;
import trading.client.orders.SingleOrders;
import trading.client.report.Lag;
import trading.client.report.LoadReport;
import trading.client.report.LoadReport.Capacity;
import trading.client.report.LoadReport.Trial;
import trading.client.report.LoadReport.WarmUp;
import trading.client.report.Machine;
import trading.client.report.Percentiles;
import trading.client.report.Sample;
import trading.client.report.Spread;
import trading.client.report.Window;
import trading.client.stack.Backlog;
import trading.client.stack.CpuTimes;
import trading.client.stack.ProcessSize;
import trading.client.stack.Stack;
import trading.client.stack.Throttle;

/** A run of the load test: it sends, looks once a second, and sums up. For one thread. */
final class LoadRun implements AutoCloseable {

    /** Whom nobody answers, or whose orders are wrong, need not wait for the end of the warm-up. */
    private static final long NONE_ACCEPTED_NANOS = Duration.ofSeconds(15).toNanos();
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LAST_ANSWERS = ANSWER_TIMEOUT.plusSeconds(5);
    private static final Duration LAST_ANSWERS_INTERRUPTED = Duration.ofSeconds(2);
    /** Orders are asked for for 60 s, then once more, and the last question may take 10. */
    private static final Duration LAST_RESULTS = Duration.ofSeconds(80);
    private static final Duration SETTLING = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    /** Before a search, as many as the pipeline takes, for it to be warm. */
    private static final int WARM_UP_CLIENTS = 16;

    private final CpuTimes cpuTimes;
    private final Stack stack;
    private final Settings settings;
    private final Interruption interruption;
    private final PrintWriter out;
    private final OrdersEndpoint chunks;
    private final SingleOrders singles;
    private final RandomRequests orders;
    private final @Nullable Backlog backlog;
    private final @Nullable Throttle throttle;
    private final SalesCount sales;
    private final @Nullable ResultSamples results;
    private final Outcomes outcomes = new Outcomes();
    private final Observer observer;
    private final LiveLine live;
    private final Machine machine;
    private final Map<String, String> versions;
    private final String startedAt = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS)
            .toString();
    private long nextNumber;

    /** What ended the run before its time: Kafka or the database were away for too long. */
    private @Nullable CommandFailed failure;

    /** Something for which Kafka and the database are asked. */
    @FunctionalInterface
    private interface Asked<T> {
        @Nullable
        T answer() throws InterruptedException;
    }

    /**
     * Measures the machine, and finds out what is there; takes some seconds.
     *
     * @param cpuTimes of the stack that is measured
     */
    LoadRun(CpuTimes cpuTimes, GatewayAddress gateway, Settings settings, Interruption interruption, PrintWriter out)
            throws InterruptedException {
        this.cpuTimes = cpuTimes;
        this.stack = cpuTimes.stack();
        this.settings = settings;
        this.interruption = interruption;
        this.out = out;
        this.machine = Machine.here();
        out.println(String.format(Locale.ROOT,
                "machine: %d cores, %s, %.1f ns a random read of 64 MB, %.2f ns a step of xorshift", machine.cores(),
                machine.cpu(), machine.memoryNanos(), machine.stepNanos()));
        this.chunks = new OrdersEndpoint(gateway, ANSWER_TIMEOUT);
        this.singles = new SingleOrders(gateway);
        RandomOrders random = new RandomOrders(settings.seed(), settings.products(), settings.skew(),
                settings.clientOrderIds() ? Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) : "");
        this.orders = new RandomRequests(chunks, singles, random, random, settings.ordersInRequest());
        this.backlog = stack.hasKafka() ? new Backlog(stack.kafka()) : null;
        this.throttle = settings.maxBehind() == null ? null : new Throttle(stack.kafka(), settings.maxBehind());
        this.sales = settings.untilSales()
                ? new SalesTopic(stack.kafka())
                : new SalesRows(stack.database(), settings.away());
        this.results = settings.results() == 0 ? null : new ResultSamples(gateway, settings.results());
        this.observer = new Observer(cpuTimes, settings, outcomes, sales, backlog);
        this.live = new LiveLine(out);
        this.versions = Versions.of(stack, !settings.untilSales());
    }

    /**
     * Sends until the pipeline is warm, and then measures; not to its end when Kafka or the database are away for too long.
     *
     * @throws CommandFailed if no order was accepted
     */
    LoadReport measure(String command) throws InterruptedException {
        Recording recording = new Recording(outcomes, results);
        Sending sending = new Sending(settings, settings.rate(), orders, recording, nextNumber, this::isHeldBack);
        WarmUp warmUp = warmUp();
        Window window = isOver()
                ? null
                : orEnd(() -> window("measured", recording, sending, settings.seconds(), () -> false));
        stop(sending);
        live.end();
        if (outcomes.accepted() == 0 && !isOver()) {
            throw noneAccepted();
        }
        return report(command, warmUp, window, null);
    }

    /** Looks for the highest rate of an open loop at which lag and latency stay flat for a while. */
    LoadReport findCapacity(double firstRate, Duration flat, String command) throws InterruptedException {
        Recording warming = new Recording(outcomes, null);
        Sending closedLoop = new Sending(settings.withClients(WARM_UP_CLIENTS), 0, orders, warming, nextNumber,
                this::isHeldBack);
        WarmUp warmUp = warmUp();
        stop(closedLoop);
        orEnd(this::awaitDrained);
        Window[] longest = new Window[1];
        Capacity capacity = new CapacitySearch((rate, time) -> {
            Trial trial = orEnd(() -> trial(rate, time, longest));
            return trial == null ? new Trial(rate, 0, false, "Kafka or the database were away", 0) : trial;
        }, this::isOver).find(firstRate, flat);
        return report(command, warmUp, longest[0], capacity);
    }

    /** @throws CommandFailed if the run ended before its time */
    void requireNotFailed() {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        if (results != null) {
            results.close();
        }
        sales.close();
        if (throttle != null) {
            throttle.close();
        }
        if (backlog != null) {
            backlog.close();
        }
        singles.close();
        chunks.close();
    }

    private Trial trial(double rate, Duration time, Window[] longest) throws InterruptedException {
        Recording recording = new Recording(outcomes, results);
        Sending sending = new Sending(settings, rate, orders, recording, nextNumber, this::isHeldBack);
        String phase = String.format(Locale.ROOT, "%.0f/s", rate);
        int firstSample;
        Window window;
        try {
            looksUntil(System.nanoTime() + SETTLING.toNanos(), SETTLING, "settling", observer.look(), () -> false);
            firstSample = observer.samples().size();
            long notTakenBefore = outcomes.notTaken();
            window = window(phase, recording, sending, time,
                    () -> Flatness.isLost(outcomes.notTaken() - notTakenBefore, rate, time));
        } finally {
            stop(sending);
        }
        String flaw = Flatness.flaw(window, window.lag(),
                observer.samples().subList(firstSample + 1, observer.samples().size()));
        if (!awaitDrained() && flaw.isEmpty() && !isOver()) {
            flaw = "not in the database " + settings.catchUp().toSeconds() + " s later";
        }
        live.end();
        out.println(String.format(Locale.ROOT, "%,.0f orders/s for %.0f s: %s", rate, window.seconds(),
                flaw.isEmpty() ? "flat" : flaw));
        if (flaw.isEmpty() && !isOver()) {
            longest[0] = window;
        }
        return new Trial(rate, window.seconds(), flaw.isEmpty() && !isOver(),
                flaw.isEmpty() && isOver() ? "ended before its time" : flaw, window.toAccepted().p99());
    }

    private boolean isHeldBack() {
        return throttle != null && throttle.holdsBack();
    }

    private Look look() throws InterruptedException {
        if (throttle != null) {
            throttle.requireKnown();
        }
        return observer.look();
    }

    /** Whether nothing more is to be sent or measured. */
    private boolean isOver() {
        return interruption.hasCome() || failure != null;
    }

    /** What is asked for; {@code null} if Kafka or the database do not answer, which ends the run. */
    private <T> @Nullable T orEnd(Asked<T> asked) throws InterruptedException {
        try {
            return asked.answer();
        } catch (CommandFailed e) {
            failure = e;
            return null;
        }
    }

    /** Another look; the one before if there is none to be had, which ends the run. */
    private Look next(Look before) throws InterruptedException {
        Look look = orEnd(this::look);
        return look == null ? before : look;
    }

    private WarmUp warmUp() throws InterruptedException {
        observer.phase("warm-up");
        Look look = observer.look();
        live.from(look.sample());
        Stability stability = new Stability(look.nanos(), look.sample().sales());
        long beganNanos = look.nanos();
        long limitNanos = beganNanos + settings.warmMax().toNanos();
        while (!isWarm(stability, look) && look.nanos() < limitNanos && !isOver()) {
            if (interruption.await(look.nanos() + LOOK_NANOS)) {
                break;
            }
            look = next(look);
            if (outcomes.accepted() + outcomes.refused() == 0 && look.nanos() - beganNanos > NONE_ACCEPTED_NANOS) {
                throw noneAccepted();
            }
            stability.add(look.nanos(), look.sample().sales());
            live.show(look.sample(), settings.warmSales() == 0
                    ? 1
                    : (double) stability.since(look.sample().sales()) / settings.warmSales());
        }
        return new WarmUp(stability.nanosSince(look.nanos()) / 1e9, stability.since(look.sample().sales()),
                isWarm(stability, look));
    }

    private CommandFailed noneAccepted() {
        String why = outcomes.firstProblem();
        return new CommandFailed("no order was accepted: " + outcomes.unknown() + " unanswered, " + outcomes.refused()
                + " refused, " + outcomes.invalid() + " invalid" + (why == null ? "" : "; the first: " + why));
    }

    private boolean isWarm(Stability stability, Look look) {
        return stability.since(look.sample().sales()) >= settings.warmSales() && stability.isStable();
    }

    /**
     * Measures for a while, or until there is nothing more to find out, then stops to send; latencies are those of all orders
     * that were planned meanwhile.
     */
    private Window window(String phase, Recording recording, Sending sending, Duration time, BooleanSupplier isDecided)
            throws InterruptedException {
        // Before it is measured: what is asked of the engines takes this client half a second of a processor.
        Shares shares = Shares.from(cpuTimes.stack(), backlog);
        observer.phase(phase);
        int firstSample = observer.samples().size();
        Look first = observer.look();
        live.from(first.sample());
        long invalidBefore = outcomes.invalid();
        long unsentBefore = outcomes.notSent();
        long unknownBefore = outcomes.unknown();
        if (results != null) {
            results.reset();
        }
        cpuTimes.changed();
        recording.measure(new Recording.Span(first.nanos(), first.nanos() + time.toNanos()));
        Look last = looksUntil(first.nanos() + time.toNanos(), time, phase, first, isDecided);
        if (failure != null && last.equals(first)) {
            throw failure;
        }
        recording.measure(new Recording.Span(first.nanos(), Math.min(last.nanos(), first.nanos() + time.toNanos())));
        Map<String, ProcessSize> sizes = ProcessSize.all(cpuTimes.stack());
        List<String> changed = List.copyOf(cpuTimes.changed());
        Spread spread = shares == null || failure != null ? null : orEnd(() -> shares.soFar(cpuTimes.stack()));
        stop(sending);
        if (results != null && !isOver()) {
            interruption.await(LAST_RESULTS, results::await);
        }
        List<Sample> samples = observer.samples().subList(firstSample, observer.samples().size());
        return window(samples, outcomes.invalid() - invalidBefore, outcomes.notSent() - unsentBefore,
                outcomes.unknown() - unknownBefore,
                recording.toAccepted(), sizes, spread, changed);
    }

    /** Sends nothing more, and waits for what is not answered yet. */
    private void stop(Sending sending) throws InterruptedException {
        if (!interruption.await(LAST_ANSWERS, sending::stop) && interruption.hasCome()) {
            sending.stop(LAST_ANSWERS_INTERRUPTED);
        }
        nextNumber = sending.next();
    }

    private boolean awaitDrained() throws InterruptedException {
        return interruption.await(settings.catchUp(), observer::awaitDrained);
    }

    /** A look a second, the last when the time is over, when the run is, or when that is decided; {@code before} is the one before. */
    private Look looksUntil(long endNanos, Duration time, String phase, Look before, BooleanSupplier isDecided)
            throws InterruptedException {
        observer.phase(phase);
        long startNanos = endNanos - time.toNanos();
        Look look = before;
        for (long number = 1;; number++) {
            long nextNanos = Math.min(endNanos, startNanos + number * LOOK_NANOS);
            boolean interrupted = interruption.await(nextNanos);
            look = next(look);
            live.show(look.sample(), (look.nanos() - startNanos) / (double) time.toNanos());
            if (interrupted || isOver() || nextNanos == endNanos || isDecided.getAsBoolean()) {
                return look;
            }
        }
    }

    private Window window(List<Sample> samples, long invalid, long notSent, long unknown, Histogram toAccepted,
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
                last.refused() - first.refused(), unknown, invalid,
                notSent, last.sales() - first.sales(),
                settings.isOpenLoop() ? seen : Percentiles.of(withOmitted(toAccepted, settings.pause())),
                settings.isOpenLoop() ? null : seen,
                results == null ? Percentiles.NONE : Percentiles.of(results.toResult()),
                results == null ? 0 : results.without(), results == null ? 0 : results.withoutPlace(),
                backlog == null ? null : Lag.of(samples.subList(1, samples.size())), cpu, network,
                sizes, spread, changed);
    }

    /** A client that waits for an answer does not send: its orders are added that an answer at the usual time would have let it send. */
    static Histogram withOmitted(Histogram seen, Duration wait) {
        long usualMicros = wait.toNanos() / 1_000 + seen.getValueAtPercentile(50);
        return usualMicros == 0 ? seen : seen.copyCorrectedForCoordinatedOmission(usualMicros);
    }

    private String counted() throws InterruptedException {
        boolean drained = !isOver() && awaitDrained();
        if (interruption.hasCome()) {
            return "interrupted: what was not in the database then is not counted";
        }
        return drained
                ? sales.check()
                : "not everything was in the database " + settings.catchUp().toSeconds() + " s after the last order";
    }

    private LoadReport report(String command, WarmUp warmUp, @Nullable Window window, @Nullable Capacity capacity)
            throws InterruptedException {
        String counted = orEnd(this::counted);
        if (failure != null || counted == null) {
            counted = "ended before its time" + (failure == null ? "" : ": " + failure.getMessage());
        }
        Map<String, String> words = new LinkedHashMap<>(settings.inWords(stack.gateway()));
        // By name: they start in any order, and runs of the same settings must read alike.
        Map<String, Integer> services = new TreeMap<>();
        stack.processes().forEach(process -> services.merge(process.service(), 1, Integer::sum));
        if (capacity != null) {
            words.put("measured", "the longest trial that was flat");
        }
        words.put("processes", services.isEmpty() ? "not known" : services.toString().replaceAll("[{}]", ""));
        return new LoadReport(LoadReport.FORMAT, startedAt, command, Commit.name(), isOver(), words,
                machine, versions, warmUp, counted, window, capacity, observer.samples());
    }
}
