package trading.client.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;
import trading.client.TimeOption;
import trading.client.audit.Audit;
import trading.client.audit.AuditReport;
import trading.client.audit.Count;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;
import trading.client.stack.Backlog;
import trading.client.stack.Stack;
import trading.client.stack.StackOptions;
import trading.client.stack.Throttle;
import trading.command.Bounds;

/**
 * Sends recorded order flow into a running stack and then proves that SALES holds exactly the sales that the rules give.
 * Exit status 1 on any difference.
 */
@Command(name = "replay", mixinStandardHelpOptions = true, showDefaultValues = true, description = "Order flow into a running stack, in file order; then SALES is checked against the rules.")
public final class ReplayCommand implements Callable<Integer> {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final int NAMED_FINDINGS = 100;
    private static final Duration MAX_BEHIND = Duration.ofSeconds(1);
    private static final int RADIX = 36;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stackOptions = new StackOptions();

    @Parameters(paramLabel = "FILE", description = "Order flow: " + OrderFlow.HEADER + "; plain or .gz.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--url", paramLabel = "URL", description = "The gateway's URL instead of the running stack's.")
    private @Nullable String url;

    @Bounds(min = 1, max = 10_000)
    @Option(names = "--chunk", paramLabel = "N", description = "Rows on one request.")
    private int chunkRows = 500;

    @Option(names = "--patience", paramLabel = "TIME", description = "For how long the gateway may refuse a row before the replay ends.")
    private String patience = "120s";

    @Option(names = "--catch-up", paramLabel = "TIME", description = "How long the end may take to be in the database.")
    private String catchUp = "120s";

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!OrderFlow.canRead(file)) {
            throw new ParameterException(spec.commandLine(),
                    file + ": cannot be read (expected: a file of order flow)");
        }
        if (url != null && !GatewayAddress.isUrl(url)) {
            throw new ParameterException(spec.commandLine(),
                    "--url: " + url + " (expected: " + GatewayAddress.EXPECTED + ")");
        }
        Duration refusedFor = TimeOption.within(spec, "--patience", patience, "1s", "1440m");
        Duration mayTake = TimeOption.within(spec, "--catch-up", catchUp, "1s", "1440m");
        PrintWriter out = spec.commandLine().getOut();
        Stack stack = stackOptions.stack();
        if (url != null) {
            stack = stack.withGateway(url);
        }
        String run = Long.toString(System.currentTimeMillis(), RADIX);
        out.println("replay " + run + " of " + file + " to " + stack.gateway());
        ReplayTotals totals = send(stack, new ReplayOrders(run), refusedFor, out);
        if (totals.products().isEmpty()) {
            throw new CommandFailed("no order was accepted");
        }
        AuditReport report = Audit.ofProducts(stack, totals.products(), totals.acceptedOrders(),
                mayTake, NAMED_FINDINGS);
        report.print(out);
        out.printf(Locale.ROOT, "replay: %,d sales with orders of this run: %s%n",
                report.counts().get(Count.SALES_OF_ACCEPTED),
                report.isClean() ? "SALES holds exactly these sales" : "SALES is not proved to be exact");
        out.flush();
        return report.isClean() ? 0 : 1;
    }

    private ReplayTotals send(Stack stack, ReplayOrders orders, Duration refusedFor, PrintWriter out)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (OrderFlow flow = OrderFlow.open(file);
                OrdersEndpoint endpoint = new OrdersEndpoint(GatewayAddress.open(stack.gateway()), ANSWER_TIMEOUT);
                Throttle throttle = new Throttle(stack.kafka(), MAX_BEHIND)) {
            ReplaySender sender = new ReplaySender(endpoint, throttle::await, orders, chunkRows,
                    refusedFor);
            sender.send(flow, new LiveLine(out, sender.totals(), throttle));
            sender.totals().print(out, (System.nanoTime() - start) / 1e9);
            return sender.totals();
        }
    }

    /** Prints a line when a second has passed since the last one. */
    private static final class LiveLine implements Runnable {

        private final PrintWriter out;
        private final ReplayTotals totals;
        private final Throttle throttle;
        private final long startNanos = System.nanoTime();
        private long seconds;

        LiveLine(PrintWriter out, ReplayTotals totals, Throttle throttle) {
            this.out = out;
            this.totals = totals;
            this.throttle = throttle;
        }

        @Override
        public void run() {
            long now = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
            if (now > seconds) {
                Backlog.Reading backlog = throttle.latest();
                out.printf(Locale.ROOT,
                        "replay   %3d s  %,9d rows sent  behind: %,7d orders to trade, %,6d batches to write%n", now,
                        totals.rows(), backlog.orders(), backlog.batches());
                out.flush();
                seconds = now;
            }
        }
    }
}
