package trading.client.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.TimeOption;
import trading.client.orders.GatewayAddress;
import trading.client.orders.RandomOrders;
import trading.client.stack.CpuTimes;
import trading.client.stack.Stack;
import trading.client.stack.StackOptions;
import trading.command.Bounds;

/**
 * Sends random orders into a running stack as fast as it takes them, and tells what came of them. Exit status 1 when the
 * stack could not be measured, or did not catch up in time.
 */
@Command(name = "demo", mixinStandardHelpOptions = true, showDefaultValues = true, description = "Random orders into a running stack, a line of figures a second, and a summary.")
public final class DemoCommand implements Callable<Integer> {

    /** Random seeds stay short enough to be typed again. */
    private static final long SEEDS = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stackOptions = new StackOptions();

    @Option(names = "--url", paramLabel = "URL", description = "The gateway's URL instead of the running stack's.")
    private @Nullable String url;

    @Option(names = "--seed", paramLabel = "N", description = "Makes the same orders again (default: random).")
    private @Nullable Long seed;

    @Bounds(min = 1, max = 1000)
    @Option(names = "--products", paramLabel = "N", description = "Number of products.")
    private int products = 100;

    @Bounds(min = 1, max = 86_400)
    @Option(names = "--seconds", paramLabel = "N", description = "How long to send and measure.")
    private int seconds = 30;

    @Option(names = "--warm-up", paramLabel = "TIME", description = "How long to send before that, at least; 0s: not at all.")
    private String warmUp = "10s";

    @Option(names = "--warm-up-max", paramLabel = "TIME", description = "How long at most, while sales come ever faster.")
    private String warmUpMax = "60s";

    @Bounds(min = 0, max = 10_000_000)
    @Option(names = "--rate", paramLabel = "N", description = "Orders a second; 0: as many as the pipeline takes.")
    private int rate = 0;

    @Bounds(min = 1, max = 256)
    @Option(names = "--under-way", paramLabel = "N", description = "Requests that may wait for answers at once.")
    private int underWay = 4;

    @Bounds(min = 2, max = 10_000)
    @Option(names = "--chunk", paramLabel = "N", description = "Orders in a request, an even number; fewer at a low rate.")
    private int chunk = 500;

    @Option(names = "--max-behind", paramLabel = "TIME", description = "Sending waits while orders wait longer for an engine, or sales for the database.")
    private String maxBehind = "1s";

    @Option(names = "--catch-up", paramLabel = "TIME", description = "How long the end may take to be in the database.")
    private String catchUp = "60s";

    @Option(names = "--check", hidden = true, description = "Holds the other options against what the command takes, and runs nothing.")
    private boolean isCheck = false;

    @Override
    public Integer call() throws InterruptedException {
        if (chunk % 2 != 0) {
            throw new ParameterException(spec.commandLine(), "--chunk: " + chunk + " (expected: an even number)");
        }
        if (url != null && !GatewayAddress.isUrl(url)) {
            throw new ParameterException(spec.commandLine(),
                    "--url: " + url + " (expected: " + GatewayAddress.EXPECTED + ")");
        }
        Duration warmUpFor = TimeOption.within(spec, "--warm-up", warmUp, "0s", "1440m");
        Duration warmUpForMost = TimeOption.within(spec, "--warm-up-max", warmUpMax, "0s", "1440m");
        Duration mayBeBehind = TimeOption.within(spec, "--max-behind", maxBehind, "1ms", "60m");
        Duration mayTake = TimeOption.within(spec, "--catch-up", catchUp, "1s", "1440m");
        if (isCheck) {
            return 0;
        }
        Stack stack = stack();
        long usedSeed = seed != null ? seed : ThreadLocalRandom.current().nextLong(SEEDS);
        PrintWriter out = spec.commandLine().getOut();
        out.println("seed " + usedSeed + ", " + products + " products, orders to " + stack.gateway());
        Load load = new Load(underWay, chunk, rate, mayBeBehind);
        try (Measurement measurement = new Measurement(new CpuTimes(this::stack), new RandomOrders(usedSeed, products),
                load, mayTake, out)) {
            measurement.warmUp(warmUpFor, warmUpForMost);
            measurement.measure(Duration.ofSeconds(seconds)).print(out);
            return 0;
        }
    }

    private Stack stack() {
        Stack stack = stackOptions.stack();
        return url == null ? stack : stack.withGateway(url);
    }
}
