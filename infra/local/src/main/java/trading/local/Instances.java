package trading.local;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import trading.wire.Topics;

/** The instances of the gateway, the engine and the persister; the latter are numbered from one. Any thread may call any method. */
final class Instances {

    private static final Duration MOVE_LIMIT = Duration.ofSeconds(20);
    private static final Duration MOVE_POLL = Duration.ofMillis(100);

    private final Servers servers;
    private final RunningServers running;
    private final Consumer<String> say;

    /** @param say hears where each serves */
    Instances(Servers servers, RunningServers running, Consumer<String> say) {
        this.servers = servers;
        this.running = running;
        this.say = say;
    }

    /** @throws IllegalArgumentException if there can never be so many of it */
    static void requireScalable(String service, int count) {
        if (!service.equals("engine") && !service.equals("persister")) {
            throw new IllegalArgumentException("SERVICE: " + service + " (expected: engine or persister)");
        }
        StackOptions.requireInstances(service, count);
    }

    /**
     * Starts the gateway, and waits until it serves.
     *
     * @throws IOException if it does not; it is gone then
     */
    void startGateway(DatabaseAddress database) throws IOException, InterruptedException {
        start("gateway", 1, 1, _ -> servers.gateway(database));
    }

    /**
     * Starts those from the first number to the last, all at once, and waits until they serve.
     *
     * @throws IOException if one does not; none of these is left then
     */
    void startEngines(int first, int last) throws IOException, InterruptedException {
        start("engine", first, last, servers::engine);
    }

    /**
     * As with engines.
     *
     * @throws IOException if one does not serve; none of these is left then
     */
    void startPersisters(int first, int last, DatabaseAddress database) throws IOException, InterruptedException {
        start("persister", first, last, number -> servers.persister(number, database));
    }

    private void start(String service, int first, int last, IntFunction<JarService> server)
            throws IOException, InterruptedException {
        List<Supervised> started = new ArrayList<>();
        try {
            for (JarService instance : IntStream.rangeClosed(first, last).mapToObj(server).toList()) {
                started.add(running.start(service, instance.port(), instance));
            }
            for (Supervised instance : started) {
                instance.awaitUp();
                say.accept("%-9s http://127.0.0.1:%d".formatted(instance.name(), instance.port()));
            }
        } catch (IOException | InterruptedException e) {
            running.stop(started);
            throw e;
        }
    }

    /**
     * Starts or stops engines until there are so many.
     *
     * <p>One after the other: engines that start at once take the time of those that trade, and an engine that has a market
     * must not go together with the one that has its copy, nor before its partitions are traded there, or they would
     * stand still from the first move to the end of the last.
     *
     * @throws IOException if one does not start; those before it stay
     */
    void scaleEngines(int count) throws IOException, InterruptedException {
        for (int number = running.of("engine").size() + 1; number <= count; number++) {
            startEngines(number, number);
        }
        for (Supervised last : excess("engine", count)) {
            running.stop(List.of(last));
            awaitTraded();
        }
    }

    /**
     * Starts or stops persisters until there are so many, one after the other.
     *
     * @throws IOException if one does not start; those before it stay
     */
    void scalePersisters(int count, DatabaseAddress database) throws IOException, InterruptedException {
        for (int number = running.of("persister").size() + 1; number <= count; number++) {
            startPersisters(number, number, database);
        }
        for (Supervised last : excess("persister", count)) {
            running.stop(List.of(last));
        }
    }

    private List<Supervised> excess(String service, int count) {
        return running.of(service).stream().skip(count).toList().reversed();
    }

    /** Until the engines that are left trade everything, or the limit has passed. */
    private void awaitTraded() throws InterruptedException {
        List<Supervised> engines = running.of("engine");
        long deadline = System.nanoTime() + MOVE_LIMIT.toNanos();
        while (!engines.isEmpty() && traded(engines) < Topics.PARTITIONS && System.nanoTime() < deadline) {
            Thread.sleep(MOVE_POLL);
        }
    }

    private static int traded(List<Supervised> engines) {
        return engines.stream().mapToInt(engine -> Readiness.ask(engine.port()).trading()).sum();
    }
}
