package trading.local;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/** A stack that lives as long as this process: until Ctrl-C, SIGTERM, or the end of what is done with it. */
final class ForegroundStack {

    private static final Duration STATUS_INTERVAL = Duration.ofSeconds(5);

    /** Longer than a stop takes, which ends this process. */
    private static final Duration STOPPED_MEANWHILE = Duration.ofMinutes(5);

    private final StackOptions options;
    private final PrintStream out;

    ForegroundStack(StackOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** What is done with a stack once it is up. */
    @FunctionalInterface
    interface Use {

        /** Uses it, and says whether the stack stays up after that. */
        boolean staysUpAfter(Stack stack) throws IOException, InterruptedException;
    }

    /**
     * Starts the stack, uses it, and then says every few seconds how it is doing, or returns when it is not to stay.
     * Ctrl-C ends the process.
     *
     * @param endUse ends the use from another thread, before the stack is stopped
     */
    void run(Use use, Runnable endUse) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Stack stack = Stack.prepare(options, out::println);
        Thread stop = new Thread(() -> stop(stack, endUse), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            stack.start();
            Control.start(stack, options.ports().control());
            out.printf("%nup after %.1f s: orders to %s, logs in %s; Ctrl-C stops%n%n",
                    (System.nanoTime() - startNanos) / 1e9, stack.gatewayUrl(), options.log("x").getParent());
            if (use.staysUpAfter(stack)) {
                report(stack);
            }
        } catch (IOException e) {
            if (stack.isClosed()) {
                // Stopped from outside, in the middle of the start; what failed by that is no news.
                Thread.sleep(STOPPED_MEANWHILE);
            }
            throw e;
        }
    }

    private void report(Stack stack) throws InterruptedException {
        StatusLine status = new StatusLine(stack);
        while (!stack.isClosed()) {
            String line = status.next();
            if (!stack.isClosed()) {
                out.println(line);
            }
            Thread.sleep(STATUS_INTERVAL);
        }
    }

    private void stop(Stack stack, Runnable endUse) {
        out.println("stopping: gateway, engines, persisters, broker, database");
        endUse.run();
        stack.close();
        out.println("stopped");
    }
}
