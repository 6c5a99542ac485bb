package trading.client.load;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.RandomOrders;
import trading.client.orders.RandomRequests;
import trading.client.orders.SingleOrders;
import trading.client.report.LoadReport;
import trading.client.report.LoadReport.Capacity;
import trading.client.report.LoadReport.Trial;
import trading.client.report.LoadReport.WarmUp;
import trading.client.report.Machine;
import trading.client.report.Window;
import trading.client.stack.Backlog;
import trading.client.stack.CpuTimes;
import trading.client.stack.Stack;
import trading.client.stack.Throttle;

/** A run of the load test: it sends, has it measured, and sums up. For one thread. */
final class LoadRun implements AutoCloseable {

    private static final Duration SETTLING = Duration.ofSeconds(5);

    /** Each check counts the whole table. */
    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

    /** Before a search, as many as the pipeline takes, for it to be warm. */
    private static final int WARM_UP_CLIENTS = 16;

    private final Stack stack;
    private final Settings settings;
    private final PrintWriter out;
    private final OrdersEndpoint chunks;
    private final SingleOrders singles;
    private final RandomRequests orders;
    private final @Nullable Backlog backlog;
    private final @Nullable Throttle throttle;
    private final SalesCount sales;
    private final @Nullable ResultSamples results;
    private final Outcomes outcomes = new Outcomes();
    private final RunEnd end;
    private final Observer observer;
    private final LiveLine live;
    private final Looks looks;
    private final WarmingUp warmingUp;
    private final Measuring measuring;
    private final Machine machine;
    private final Map<String, String> versions;
    private final String startedAt = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS)
            .toString();
    private SalesCount.@Nullable Check check;
    private long nextNumber;

    /**
     * Measures the machine, and finds out what is there; takes some seconds.
     *
     * @param cpuTimes of the stack that is measured
     */
    LoadRun(CpuTimes cpuTimes, GatewayAddress gateway, Settings settings, Interruption interruption, PrintWriter out)
            throws InterruptedException {
        this.stack = cpuTimes.stack();
        this.settings = settings;
        this.out = out;
        this.machine = Machine.here();
        out.println(String.format(Locale.ROOT,
                "machine: %d cores, %s, %.1f ns a random read of 64 MB, %.2f ns a step of xorshift", machine.cores(),
                machine.cpu(), machine.memoryNanos(), machine.stepNanos()));
        this.chunks = new OrdersEndpoint(gateway, Sending.ANSWER_TIMEOUT);
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
        this.end = new RunEnd(interruption);
        this.observer = new Observer(cpuTimes, settings, outcomes, sales, backlog);
        this.live = new LiveLine(out);
        this.looks = new Looks(observer, live, end, throttle);
        this.warmingUp = new WarmingUp(settings, outcomes, looks, end);
        this.measuring = new Measuring(cpuTimes, settings, outcomes, results, backlog, looks, end);
        this.versions = Versions.of(stack, !settings.untilSales());
    }

    /**
     * Sends until the pipeline is warm, and then measures; not to its end when Kafka or the database are away for too long.
     *
     * @throws CommandFailed if no order was accepted
     */
    LoadReport measure(String command) throws InterruptedException {
        Recording recording = new Recording(outcomes, results);
        Sending sending = sending(settings, settings.rate(), recording);
        measuring.rehearse();
        WarmUp warmUp = warmingUp.await();
        Window window = end.hasCome()
                ? null
                : end.answer(() -> measuring.window("measured", recording, sending, settings.seconds(), () -> false));
        stop(sending);
        live.end();
        if (outcomes.accepted() == 0 && !end.hasCome()) {
            throw warmingUp.noneAccepted();
        }
        return report(command, warmUp, window, null);
    }

    /** Looks for the highest rate of an open loop at which lag and latency stay flat for a while. */
    LoadReport findCapacity(double firstRate, Duration flat, String command) throws InterruptedException {
        Sending closedLoop = sending(settings.withClients(WARM_UP_CLIENTS), 0, new Recording(outcomes, null));
        measuring.rehearse();
        WarmUp warmUp = warmingUp.await();
        stop(closedLoop);
        end.answer(this::awaitDrained);
        Window[] longest = new Window[1];
        Capacity capacity = new CapacitySearch((rate, time) -> {
            Trial trial = end.answer(() -> trial(rate, time, longest));
            CommandFailed failure = end.failure();
            return trial == null
                    ? new Trial(rate, 0, false, failure == null ? "" : String.valueOf(failure.getMessage()), 0)
                    : trial;
        }, end::hasCome).find(firstRate, flat);
        return report(command, warmUp, longest[0], capacity);
    }

    /**
     * Once all is told.
     *
     * @throws CommandFailed if Kafka or the database were away for too long, which ended the run before its time, or SALES
     *         lacks rows
     */
    void requireNotFailed() {
        end.requireNoFailure();
        if (check != null && !check.agrees()) {
            throw new CommandFailed(check.words());
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
        Sending sending = sending(settings, rate, recording);
        int firstSample;
        Window window;
        try {
            looks.during(SETTLING, looks.begin("settling"), () -> false);
            firstSample = looks.count();
            long notTakenBefore = outcomes.notTaken();
            window = measuring.window(String.format(Locale.ROOT, "%.0f/s", rate), recording, sending, time,
                    () -> Flatness.isLost(outcomes.notTaken() - notTakenBefore, rate, time));
        } finally {
            stop(sending);
        }
        String flaw = Flatness.flaw(window, window.lag(), looks.samplesFrom(firstSample + 1));
        if (!awaitDrained() && flaw.isEmpty() && !end.hasCome()) {
            flaw = "not in the database " + settings.catchUp().toSeconds() + " s later";
        }
        live.end();
        out.println(String.format(Locale.ROOT, "%,.0f orders/s for %.0f s: %s", rate, window.seconds(),
                flaw.isEmpty() ? "flat" : flaw));
        boolean flat = flaw.isEmpty() && !end.hasCome();
        if (flat) {
            longest[0] = window;
        }
        return new Trial(rate, window.seconds(), flat, flaw.isEmpty() && !flat ? "ended before its time" : flaw,
                window.toAccepted().p99());
    }

    private Sending sending(Settings settings, double rate, Recording recording) {
        return new Sending(settings, rate, orders, recording, nextNumber,
                () -> throttle != null && throttle.holdsBack());
    }

    private void stop(Sending sending) throws InterruptedException {
        sending.stop(end.interruption());
        nextNumber = sending.next();
    }

    private boolean awaitDrained() throws InterruptedException {
        return end.interruption().await(settings.catchUp(), observer::awaitDrained);
    }

    private LoadReport report(String command, WarmUp warmUp, @Nullable Window window, @Nullable Capacity capacity)
            throws InterruptedException {
        String counted = end.answer(this::counted);
        CommandFailed failure = end.failure();
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
        return new LoadReport(LoadReport.FORMAT, startedAt, command, Commit.name(), end.hasCome(), words,
                machine, versions, warmUp, counted, window, capacity, observer.samples());
    }

    private String counted() throws InterruptedException {
        boolean drained = !end.hasCome() && awaitDrained();
        SalesCount.Check last = drained && !end.interruption().hasCome() ? lastCheck() : null;
        if (end.interruption().hasCome()) {
            return "interrupted: what was not in the database then is not counted";
        }
        check = last;
        return last != null
                ? last.words()
                : "not everything was in the database " + settings.catchUp().toSeconds() + " s after the last order";
    }

    /** Without Kafka nobody knows whether all is written: rows may be missing now that are on their way. */
    private SalesCount.Check lastCheck() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + settings.catchUp().toNanos();
        SalesCount.Check last = sales.check();
        while (backlog == null && !last.agrees() && System.nanoTime() - deadlineNanos < 0
                && !end.interruption().await(System.nanoTime() + BETWEEN_CHECKS.toNanos())) {
            last = sales.check();
        }
        return last;
    }
}
