package trading.client.overload;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;
import trading.client.TimeOption;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OpenLoop.WhenFull;
import trading.client.orders.OpenLoop;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.RandomOrders;
import trading.client.orders.RandomRequests;
import trading.client.orders.SingleOrders;
import trading.client.stack.Backlog;
import trading.client.stack.Stack;
import trading.client.stack.StackOptions;
import trading.command.Bounds;

/**
 * Sends more than a running stack can take, at planned times, and tells what came of it. Exit status 1 when it did not come
 * through: nothing was accepted for a while, nobody knows of an order whether it was, refusals went on after the load had
 * fallen, something did not arrive, or it could not be watched to the end.
 */
@Command(name = "overload", mixinStandardHelpOptions = true, showDefaultValues = true, description = "More orders than a running stack can take, and how it bears them; the audit comes afterwards.")
public final class OverloadCommand implements Callable<Integer> {

    private static final long SEEDS = 1_000_000;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    /** More than two windows: one is judged whole even if the first begins late. */
    private static final double LEAST_MINUTES = 0.4;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stackOptions = new StackOptions();

    @Bounds(min = 1, max = 100)
    @Option(names = "--factor", paramLabel = "N", description = "How many times the capacity is sent; with more than 1, something must be refused.")
    private double factor = 3;

    @Bounds(min = LEAST_MINUTES, max = 10_000)
    @Option(names = "--minutes", paramLabel = "N", description = "For how long.")
    private double minutes = 10;

    @Bounds(min = 0, max = 10_000_000)
    @Option(names = "--capacity", paramLabel = "N", description = "Orders a second that the stack can take; 0: finds out first.")
    private int capacity = 0;

    @Bounds(min = 10, max = 3_600)
    @Option(names = "--find-capacity", paramLabel = "N", description = "Seconds to find out, at most: until it grows no more.")
    private int findCapacity = 300;

    @Option(names = "--recovery", paramLabel = "TIME", description = "For how long half of the capacity is sent afterwards.")
    private String recovery = "60s";

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--singles", paramLabel = "N", description = "Orders a second in requests of their own, beside the chunks.")
    private int singles = 100;

    @Bounds(min = 2, max = 10_000)
    @Option(names = "--chunk", paramLabel = "N", description = "Orders in a request, an even number.")
    private int chunk = 200;

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--under-way", paramLabel = "N", description = "Requests that may wait for answers at once, of chunks and of single orders each; more are not sent.")
    private int underWay = 128;

    @Bounds(min = 1, max = 1_000)
    @Option(names = "--products", paramLabel = "N", description = "Number of products.")
    private int products = 100;

    @Option(names = "--seed", paramLabel = "N", description = "Makes the same orders again (default: random).")
    private @Nullable Long seed;

    @Option(names = "--catch-up", paramLabel = "TIME", description = "How long the end may take to be in the database.")
    private String catchUp = "120s";

    @Override
    public Integer call() throws InterruptedException {
        if (chunk % 2 != 0) {
            throw invalid("--chunk: " + chunk + " (expected: an even number)");
        }
        Duration halfFor = TimeOption.within(spec, "--recovery", recovery, "10s", "60m");
        Duration mayTake = TimeOption.within(spec, "--catch-up", catchUp, "1s", "1440m");
        Stack stack = stackOptions.stack();
        long usedSeed = seed != null ? seed : ThreadLocalRandom.current().nextLong(SEEDS);
        PrintWriter out = spec.commandLine().getOut();
        out.println("seed " + usedSeed + ", " + products + " products, orders to " + stack.gateway());
        try (OrdersEndpoint chunks = new OrdersEndpoint(GatewayAddress.open(stack.gateway()), ANSWER_TIMEOUT);
                SingleOrders single = new SingleOrders(GatewayAddress.open(stack.gateway()));
                Backlog backlog = new Backlog(stack.kafka())) {
            return overload(stack, new RandomRequests(chunks, single, new RandomOrders(usedSeed, products),
                    new RandomOrders(usedSeed + 1, products), chunk), backlog, halfFor, mayTake, out);
        }
    }

    private int overload(Stack stack, RandomRequests orders, Backlog backlog, Duration halfFor, Duration mayTake,
            PrintWriter out) throws InterruptedException {
        long next = 0;
        double perSecond = capacity;
        if (capacity == 0) {
            Capacity finder = new Capacity(stack.kafka(), orders.wholeChunks(), chunk, next);
            perSecond = finder.find(Duration.ofSeconds(findCapacity));
            next = finder.nextNumber();
            if (perSecond == 0) {
                throw new CommandFailed("no order was accepted in the %d s to find out the capacity".formatted(
                        findCapacity));
            }
            backlog.awaitDrained(mayTake);
        }
        out.println(
                String.format(Locale.ROOT, "capacity: %,.0f orders a second; sending %,.0f for %s minutes, then %,.0f",
                        perSecond, factor * perSecond, minutes, perSecond / 2));
        Outcomes ofChunks = new Outcomes();
        Outcomes ofSingles = new Outcomes();
        OpenLoop chunkLoop = new OpenLoop(orders.wholeChunks(), ofChunks, chunk, underWay, WhenFull.LEAVE_OUT);
        OpenLoop singleLoop = new OpenLoop(orders.singles(), ofSingles, 1, underWay, WhenFull.LEAVE_OUT);
        // What was placed before, to find out the capacity, is not among the accepted.
        try (Windows windows = new Windows(out, stack, ofChunks, ofSingles, WINDOW);
                ExpiredOrders expired = new ExpiredOrders(stack.database(), System.currentTimeMillis())) {
            windows.phase("overload");
            windows.start();
            Duration time = Duration.ofMillis((long) (minutes * 60_000));
            Thread singleSender = Thread.ofPlatform().daemon().name("singles")
                    .start(() -> singleLoop.send(singles, time.plus(halfFor), 0));
            next = chunkLoop.send(factor * perSecond, time, next);
            OptionalLong worst = windows.worstAcceptedPerSecond();
            windows.phase("recovery");
            long fellNanos = System.nanoTime();
            chunkLoop.send(perSecond / 2, halfFor, next);
            long endNanos = System.nanoTime();
            singleSender.join();
            windows.phase("catch-up");
            boolean drained = backlog.awaitDrained(mayTake);
            long lastRefused = Math.max(ofChunks.lastRefusedNanos(), ofSingles.lastRefusedNanos());
            Summary summary = new Summary(ofChunks, ofSingles, factor > 1, worst,
                    Math.max(0, (lastRefused - fellNanos) / 1e9),
                    endNanos - lastRefused > Math.min(WINDOW.toNanos(), halfFor.toNanos() / 2), drained,
                    expired.count(),
                    windows.mostMegabytes(), windows.failure());
            summary.print(out);
            return summary.cameThrough() ? 0 : 1;
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
