package trading.system.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import trading.client.CommandFailed;
import trading.client.Main;
import trading.client.stack.Backlog;
import trading.local.Stack;
import trading.local.StackOptions;
import trading.system.faults.Kind.Pause;
import trading.system.links.Links;
import trading.system.load.ClientOrder;
import trading.system.load.Load;
import trading.system.load.MemoryCheck;
import trading.system.watch.Logs;
import trading.system.watch.Logs.Moment;
import trading.system.watch.Services;
import trading.system.watch.Timeline;
import trading.system.watch.Timeline.Wait;
import trading.system.watch.Watch;

/**
 * Faults at random moments into a stack under load, in rounds. After each fault there must be evidence that it bit; after
 * each round the load pauses, everything must get through, and the audit, the orders log, the candles and every client's
 * memory must agree.
 *
 * <p>One thread runs it; {@link #close} may come from any other.
 */
public final class Chaos implements AutoCloseable {

    private static final int MAX_FINDINGS = 20;
    private static final int LONGEST_TOLD = 5;
    private static final Duration STEADY = Duration.ofSeconds(3);
    private static final Duration STEADY_LIMIT = Duration.ofMinutes(5);
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);
    private static final Duration WHOLE_LIMIT = Duration.ofMinutes(5);
    private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(5);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

    private final ChaosSettings settings;
    private final Consumer<String> say;
    private final SplittableRandom random;
    private final Pauses pausesAfterKill = new Pauses();
    private final Stack stack;
    private final Links links;
    private final Load load;
    private final Watch watch;
    private final Services services;
    private final Logs logs;
    private final Scene scene;
    private final long startNanos = System.nanoTime();
    private final List<String> findings = new ArrayList<>();

    private Chaos(ChaosSettings settings, Stack stack, Links links, Consumer<String> say) {
        this.settings = settings;
        this.say = say;
        this.stack = stack;
        this.links = links;
        this.random = new SplittableRandom(settings.seed());
        this.load = new Load(stack.gatewayUrl(), settings.ordersPerSecond(), settings.products(), settings.seed(),
                "c" + settings.seed());
        this.watch = new Watch(stack.kafka());
        this.services = new Services(stack);
        this.logs = new Logs(stack.kafka());
        this.scene = new Scene(stack, links, watch, services, logs, load.figures(), random.split());
    }

    /**
     * Starts the stack, with fresh data.
     *
     * @param say hears what happens, line by line
     * @throws IOException if it does not start; nothing of it runs then
     */
    public static Chaos start(ChaosSettings settings, Consumer<String> say) throws IOException, InterruptedException {
        Stack.deleteData(settings.stack());
        Links links = Links.open(settings.stack().ports(), settings.stack().brokers());
        try {
            StackOptions options = settings.stack().withDetours(links.detours());
            return new Chaos(settings, Stack.start(options, message -> say.accept(firstLine(message))), links, say);
        } catch (IOException | InterruptedException e) {
            links.close();
            throw e;
        }
    }

    /**
     * Runs all rounds.
     *
     * @return what was wrong; nothing if all was well
     */
    public List<String> run() throws IOException, InterruptedException {
        // Its own random numbers: how many others are drawn depends on how many orders there are.
        Rounds rounds = new Rounds(settings.kinds(), settings.each(), settings.length(), random.split());
        List<Kind> kinds = rounds.next(passed());
        for (int round = 1; !kinds.isEmpty(); round++) {
            round(round, kinds);
            kinds = rounds.next(passed());
        }
        pausesAfterKill.summary().ifPresent(summary -> say
                .accept("from the end of an engine to the next batch of its partitions, in all: " + summary));
        return List.copyOf(findings);
    }

    /** Stops the load and the stack. */
    @Override
    public void close() {
        load.close();
        watch.close();
        services.close();
        logs.close();
        links.heal();
        stack.close();
        links.close();
    }

    private void round(int number, List<Kind> kinds) throws IOException, InterruptedException {
        say.accept("round %d at %.0f s: %s".formatted(number, seconds(),
                kinds.stream().map(Kind::label).collect(Collectors.joining(", "))));
        Moment start = logs.now();
        load.begin();
        awaitSteady(number);
        for (Kind kind : kinds) {
            fault(kind);
        }
        load.pause();
        verify(number, start);
    }

    /** Until the load goes through without a refusal: services that have just started are slow. */
    private void awaitSteady(int round) throws InterruptedException {
        long deadline = System.nanoTime() + STEADY_LIMIT.toNanos();
        long refused = -1;
        long now = refused();
        while (now != refused) {
            if (System.nanoTime() > deadline) {
                found("round %d: orders are refused after %d s without a fault, %s (expected: --orders that this machine can take)"
                        .formatted(round, STEADY_LIMIT.toSeconds(), load.figures().refusedByType()));
                return;
            }
            Thread.sleep(STEADY);
            refused = now;
            now = refused();
        }
    }

    private long refused() {
        return load.figures().now().getOrDefault("refused", 0L);
    }

    private void fault(Kind kind) throws IOException, InterruptedException {
        watch.mark();
        Thread.sleep(Duration.ofMillis(random.nextLong(SHORTEST_WAIT.toMillis(), LONGEST_WAIT.toMillis())));
        // What else the last fault has killed may still be starting: faults overlap. And partitions leave an owner some time
        // before they have the next: what moves then would not be seen as moved.
        if (!Scene.await(WHOLE_LIMIT,
                () -> stack.isWhole("gateway") && stack.isWhole(kind.service()) && watch.now().isWhole())) {
            found("before " + kind.label() + ": " + kind.service() + " not up, or partitions without an owner, after "
                    + WHOLE_LIMIT.toSeconds() + " s: " + watch.now());
        }
        Observation observation = new Observation(scene);
        double began = seconds();
        say.accept("  %s at %.1f s: %s".formatted(kind.label(), began, kind.does()));
        try {
            kind.action().run(scene);
        } finally {
            links.heal();
        }
        double healed = seconds();
        boolean caughtUp = awaitDrained();
        say.accept("    over after %.1f s, caught up %.1f s later".formatted(healed - began, seconds() - healed));
        if (!caughtUp) {
            found(kind.label() + ": not caught up after " + DRAIN_LIMIT.toSeconds() + " s");
            return;
        }
        Timeline timeline = observation.timeline();
        evidence(kind, observation.counts(timeline));
        scene.stepsInVain().forEach(step -> found(kind.label() + ": " + step));
        pauses(kind, timeline);
    }

    private void evidence(Kind kind, Map<Evidence, Long> counts) {
        say.accept("    evidence: " + counts.entrySet().stream()
                .map(count -> "%s %,d".formatted(count.getKey().text(), count.getValue()))
                .collect(Collectors.joining(", ")));
        kind.mustBeSeen().stream().filter(evidence -> !counts.containsKey(evidence))
                .forEach(evidence -> found(
                        kind.label() + ": " + evidence.text() + ": none (expected: some, or it did not bite)"));
    }

    private void found(String finding) {
        findings.add(finding);
        say.accept("!! " + finding);
    }

    private void pauses(Kind kind, Timeline timeline) {
        Pauses pauses = new Pauses();
        List<Wait> waits = timeline.longestWaits();
        pauses.add(waits.stream().map(Wait::millis).toList());
        String over = kind.pause() != Pause.NONE && pauses.maxMillis() > kind.pause().limitMillis()
                ? ", OVER THE LIMIT of " + kind.pause().limitMillis() / 1000 + " s"
                : "";
        pauses.summary().ifPresent(summary -> say.accept("    pause of a partition: " + summary + over));
        if (!over.isEmpty()) {
            waits.stream().skip(Math.max(0, waits.size() - LONGEST_TOLD)).forEach(wait -> say.accept(
                    "      partition %d: %,d ms until %s".formatted(wait.partition(), wait.millis(),
                            Instant.ofEpochMilli(wait.untilMillis()))));
        }
        if (!scene.partitionsOfKilled().isEmpty()) {
            Pauses elsewhere = new Pauses();
            elsewhere.add(timeline.firstBatchAfterMillis(scene.partitionsOfKilled(), scene.killedAtMillis()));
            pausesAfterKill.add(elsewhere.millis());
            elsewhere.summary()
                    .ifPresent(summary -> say.accept("    from the end of the engine to the next batch: " + summary));
        }
    }

    private void verify(int round, Moment start) throws IOException, InterruptedException {
        int before = findings.size();
        if (!load.awaitAnswers(ANSWER_LIMIT)) {
            findings.add("round " + round + ": clients without an answer " + ANSWER_LIMIT.toSeconds()
                    + " s after the last fault");
        }
        if (!awaitDrained()) {
            findings.add("round " + round + ": not drained after " + DRAIN_LIMIT.toSeconds() + " s");
        }
        List<ClientOrder> memory = load.recall();
        findings.addAll(load.figures().complaints());
        findings.addAll(MemoryCheck.requireAccepted(memory));
        findings.addAll(OrdersLogCheck.compare(memory, logs, start, MAX_FINDINGS));
        List<ClientOrder> asked = sample(memory);
        findings.addAll(new MemoryCheck(stack.gatewayUrl(), MAX_FINDINGS).compare(asked));
        memory.stream().filter(ClientOrder::isUnanswered).limit(MAX_FINDINGS)
                .forEach(order -> findings.add(order + ": never answered"));
        audit(memory);
        findings.addAll(SoldOnceCheck.compare(memory, stack.database(), MAX_FINDINGS));
        findings.addAll(CandleCheck.compare(stack.gatewayUrl(), stack.database(), MAX_FINDINGS));
        say.accept("round %d at %.0f s: %s; %,d of %,d orders asked for their results%s".formatted(round, seconds(),
                load.figures().summary(), asked.size(), memory.size(),
                findings.size() == before ? ", all agree" : ""));
        findings.subList(before, findings.size()).forEach(finding -> say.accept("!! " + finding));
    }

    /** All orders, or as many as can be asked for in a reasonable time: first those with which something happened. */
    private List<ClientOrder> sample(List<ClientOrder> memory) {
        if (memory.size() <= settings.asked()) {
            return memory;
        }
        List<ClientOrder> sample = new ArrayList<>(memory);
        Collections.shuffle(sample, Random.from(random));
        sample.sort(Comparator.comparing(ClientOrder::isPlain));
        return sample.subList(0, settings.asked());
    }

    private void audit(List<ClientOrder> memory) throws IOException {
        Path accepted = settings.stack().home().resolve("accepted.txt");
        Files.write(accepted,
                memory.stream().filter(ClientOrder::isAccepted).map(order -> order.id().toString()).toList());
        StringWriter output = new StringWriter();
        int status = Main.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(output, true))
                .execute("audit", "--stack", stack.file().toString(), "--accepted", accepted.toString());
        output.toString().lines().forEach(line -> say.accept("  | " + line));
        if (status != 0) {
            findings.add("audit: exit status " + status + " (expected: 0)");
        }
    }

    /** Until everything that is in the orders log now is traded and in the database; Kafka may be away meanwhile. */
    private boolean awaitDrained() throws InterruptedException {
        long deadline = System.nanoTime() + DRAIN_LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            try (Backlog backlog = new Backlog(stack.kafka())) {
                return backlog.awaitDrained(Duration.ofNanos(deadline - System.nanoTime()));
            } catch (CommandFailed e) {
                Thread.sleep(RETRY_PAUSE);
            }
        }
        return false;
    }

    private double seconds() {
        return passed().toMillis() / 1000.0;
    }

    private Duration passed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return String.format(Locale.ROOT, "  %s", end < 0 ? message : message.substring(0, end).strip());
    }
}
