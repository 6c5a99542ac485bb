package trading.system.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trading.local.BaselineSettings;
import trading.local.BaselineStack;
import trading.local.Detours;
import trading.local.PortPlan;
import trading.local.Stack;
import trading.local.StackOptions;
import trading.system.links.Link;

/** A system that is to be measured, with fresh data. One thread starts it; {@link #close} may come from any other. */
public final class Subject implements AutoCloseable {

    private final Path file;
    private final Start start;
    private final Runnable stop;
    private final List<Link> links;
    private boolean isClosed;

    @FunctionalInterface
    private interface Start {
        void start() throws IOException, InterruptedException;
    }

    private Subject(Path file, Start start, Runnable stop, List<Link> links) {
        this.file = file;
        this.start = start;
        this.stop = stop;
        this.links = links;
    }

    /**
     * The pipeline.
     *
     * @param options must not end with this JVM: such stacks are compiled for a short life, and slower
     * @param databaseDelay of each piece of up to 16 KB on its way to the database and back
     * @param say hears what people should know
     */
    public static Subject pipeline(StackOptions options, Duration databaseDelay, Consumer<String> say)
            throws IOException {
        requireLongLife(options);
        Stack.deleteData(options);
        Detours detours = detours(options.ports(), databaseDelay, "gateway", "persister");
        Stack stack = Stack.prepare(options.withDetours(detours), say);
        return new Subject(stack.file(), stack::start, stack::close, links(options.ports(), detours, databaseDelay));
    }

    /**
     * A baseline.
     *
     * @param options as of the pipeline
     */
    public static Subject baseline(StackOptions options, BaselineSettings settings, Duration databaseDelay,
            Consumer<String> say) throws IOException {
        requireLongLife(options);
        Stack.deleteData(options);
        Detours detours = detours(options.ports(), databaseDelay, BaselineStack.SERVICE);
        BaselineStack stack = BaselineStack.prepare(options.withDetours(detours), settings, say);
        return new Subject(stack.file(), stack::start, stack::close, links(options.ports(), detours, databaseDelay));
    }

    /**
     * Starts it, and returns when it takes orders.
     *
     * @throws IOException if it does not start
     */
    void start() throws IOException, InterruptedException {
        start.start();
    }

    /** Describes it while it runs. */
    public Path file() {
        return file;
    }

    /** Stops it; returns when it is stopped, whoever else stops it, too. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            stop.run();
            links.forEach(Link::close);
        }
    }

    private static void requireLongLife(StackOptions options) {
        if (options.endsWithParent()) {
            throw new IllegalArgumentException("endsWithParent: true (expected: false, as its code is compiled then)");
        }
    }

    private static Detours detours(PortPlan ports, Duration delay, String... services) {
        Map<String, Integer> database = new HashMap<>();
        if (delay.isPositive()) {
            for (int number = 1; number <= services.length; number++) {
                database.put(services[number - 1], ports.detour(number));
            }
        }
        return new Detours(Map.of(), database);
    }

    private static List<Link> links(PortPlan ports, Detours detours, Duration delay) throws IOException {
        List<Link> links = new ArrayList<>();
        for (Map.Entry<String, Integer> detour : detours.database().entrySet()) {
            Link link = new Link(detour.getKey() + "-database", Map.of(detour.getValue(), ports.database()));
            link.slow(delay);
            links.add(link);
        }
        return links;
    }
}
