package trading.system;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trading.command.Bounds;
import trading.local.PortPlan;
import trading.local.StackOptions;
import trading.system.faults.Chaos;
import trading.system.faults.ChaosSettings;
import trading.system.faults.Kind;

/** {@code chaos}: faults under load, and the proof that nothing was lost or doubled. */
@Command(name = "chaos", mixinStandardHelpOptions = true, description = {
    "Starts a stack of its own with fresh data in .pipeline-chaos, keeps it under load, and breaks it at random moments.",
    "Every fault must show that it bit; after every round the audit and the memory of every client must agree."})
final class ChaosCommand implements Callable<Integer> {

    private static final int DEFAULT_PORT_BASE = 9080;
    private static final int INSTANCES = 2;
    private static final int MAX_SEED = 1_000_000;
    private static final int ORDERS_PER_SECOND = 200;
    private static final int PRODUCTS = 60;
    private static final int ASKED = 10_000;

    /** However many faults there are: a minute and a half for each, with start, audit and comparison. */
    private static final Duration START_LIMIT = Duration.ofMinutes(8);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(5);
    private static final Duration FAULT_LIMIT = Duration.ofMinutes(5);

    @Mixin
    private Invocation invocation = new Invocation();

    @Option(names = "--seed", paramLabel = "N", description = "Repeats a run: the same faults in the same order, the same orders.")
    private long seed = ThreadLocalRandom.current().nextInt(MAX_SEED);

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--minutes", paramLabel = "N", defaultValue = "5", description = "After which no further round begins. Default: ${DEFAULT-VALUE}.")
    private int minutes = 5;

    @Option(names = "--kinds", paramLabel = "KIND", split = ",", description = "Only these; --list says what each does.")
    private List<String> kinds = List.of();

    @Option(names = "--all-kinds", description = "Every kind once, however long that takes.")
    private boolean allKinds;

    @Option(names = "--list", description = "Says what kinds there are, and ends.")
    private boolean list;

    @Option(names = "--brokers", paramLabel = "N", defaultValue = "1", description = "1, or 3 that keep everything three times. Default: ${DEFAULT-VALUE}.")
    private int brokers = 1;

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--orders", paramLabel = "N", defaultValue = ""
            + ORDERS_PER_SECOND, description = "New orders a second. Default: ${DEFAULT-VALUE}.")
    private int ordersPerSecond = ORDERS_PER_SECOND;

    @Bounds(min = ChaosSettings.MIN_PRODUCTS, max = 1_000)
    @Option(names = "--products", paramLabel = "N", defaultValue = ""
            + PRODUCTS, description = "Default: ${DEFAULT-VALUE}, in all partitions.")
    private int products = PRODUCTS;

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", paramLabel = "N", defaultValue = ""
            + DEFAULT_PORT_BASE, description = "The gateway's port; all others are counted from it. Default: ${DEFAULT-VALUE}.")
    private int portBase = DEFAULT_PORT_BASE;

    @Option(names = "--environment", paramLabel = "KEY=VALUE", description = "Given to every service; may be repeated.")
    private Map<String, String> environment = new HashMap<>();

    private volatile @Nullable Chaos running;
    private volatile boolean stopping;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (list) {
            Arrays.stream(Kind.values())
                    .forEach(kind -> invocation.say("%-30s %s".formatted(kind.label(), kind.does())));
            return 0;
        }
        check();
        ChaosSettings settings = settings();
        invocation.say("chaos, seed " + seed + ": "
                + settings.kinds().stream().map(Kind::label).collect(Collectors.joining(", ")));
        endAfter(START_LIMIT.plusMinutes(2L * minutes).plus(FAULT_LIMIT.multipliedBy(settings.kinds().size())));
        Thread stop = new Thread(this::stop, "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        List<String> findings;
        try (Chaos chaos = Chaos.start(settings, invocation::say)) {
            running = chaos;
            findings = chaos.run();
        } catch (IOException | RuntimeException e) {
            if (stopping) {
                // Stopped from outside; what failed by that is no news.
                Thread.sleep(STOP_LIMIT);
            }
            if (running != null) {
                invocation.say("1 finding: " + e + "; to repeat: " + repeat());
            }
            throw e;
        }
        running = null;
        invocation
                .say((findings.isEmpty() ? "all is well" : findings.size() + " findings") + "; to repeat: " + repeat());
        return findings.isEmpty() ? 0 : 1;
    }

    /** Before a stack is started for a run that could not be made. */
    private void check() {
        if (brokers != 1 && brokers != PortPlan.MAX_BROKERS) {
            throw invocation.invalid("--brokers: " + brokers + " (expected: 1 or " + PortPlan.MAX_BROKERS + ")");
        }
    }

    private ChaosSettings settings() {
        Path checkout = Main.checkout();
        List<Kind> wanted = wanted();
        Map<String, String> all = ChaosSettings.environment(wanted);
        all.putAll(environment);
        StackOptions stack = StackOptions.of(checkout, checkout.resolve(".pipeline-chaos"), new PortPlan(portBase),
                INSTANCES, INSTANCES).withEnvironment(all).withBrokers(brokers).endingWithParent();
        return new ChaosSettings(seed, stack, wanted, allKinds, Duration.ofMinutes(minutes), ordersPerSecond, ASKED,
                products);
    }

    private List<Kind> wanted() {
        try {
            return kinds.isEmpty()
                    ? Arrays.stream(Kind.values()).filter(kind -> kind.brokers() <= brokers).toList()
                    : kinds.stream().map(this::possible).toList();
        } catch (IllegalArgumentException e) {
            throw invocation.invalid(String.valueOf(e.getMessage()));
        }
    }

    private Kind possible(String label) {
        Kind kind = Kind.of(label);
        if (kind.brokers() > brokers) {
            throw invocation.invalid("--kinds: %s with --brokers %d (expected: with --brokers %d)".formatted(label,
                    brokers, kind.brokers()));
        }
        return kind;
    }

    private String repeat() {
        return "./pipeline chaos --seed " + seed + " --orders " + ordersPerSecond + " --products " + products
                + (brokers == 1 ? "" : " --brokers " + brokers)
                + (allKinds ? " --all-kinds" : " --minutes " + minutes)
                + (kinds.isEmpty() ? "" : " --kinds " + String.join(",", kinds))
                + environment.entrySet().stream()
                        .map(entry -> " --environment " + entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining());
    }

    /** Whatever hangs, the run ends. */
    private void endAfter(Duration limit) {
        Thread.ofPlatform().daemon().name("deadline").start(() -> {
            try {
                Thread.sleep(limit);
                invocation.say("1 finding: the run does not end (expected: within " + limit.toMinutes()
                        + " minutes); to repeat: "
                        + repeat());
                Thread.getAllStackTraces().forEach((thread, frames) -> {
                    if (thread.getName().equals("main")) {
                        Arrays.stream(frames).forEach(frame -> invocation.say("  at " + frame));
                    }
                });
                Runtime.getRuntime().halt(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void stop() {
        Chaos chaos = running;
        if (chaos != null) {
            stopping = true;
            invocation.say("stopping; to repeat: " + repeat());
            chaos.close();
        }
    }
}
