package trading.local;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import trading.wire.MissingTopics;
import trading.wire.Topics;

/**
 * The whole pipeline on this machine: broker, database, gateway, engines and persisters, each a process of its own on
 * loopback, kept running until {@link #close}. Data in its home survives. Any thread may call any method.
 */
public final class Stack implements AutoCloseable {

    private static final Duration TOPICS_LIMIT = Duration.ofSeconds(60);
    private static final Duration MOVE_LIMIT = Duration.ofSeconds(20);
    private static final Duration MOVE_POLL = Duration.ofMillis(100);

    /** The order in which services stop: what feeds others first. */
    private static final List<String> STOP_ORDER = List.of("gateway", "engine", "persister", "broker", "database");

    private final StackOptions options;
    private final Servers servers;
    private final Home home;
    private final Consumer<String> say;
    private final RunningServers running;
    private final Object closing = new Object();
    private @Nullable DatabaseAddress database;
    private @Nullable Progress progress;
    private boolean isUp;

    private Stack(StackOptions options, Home home, Consumer<String> say) {
        this.options = options;
        this.servers = new Servers(options);
        this.home = home;
        this.say = say;
        this.running = new RunningServers(options.processFiles(), say, this::changed);
    }

    /**
     * Starts a stack and returns when it trades.
     *
     * @throws IOException if it does not start; nothing of it runs then
     */
    public static Stack start(StackOptions options) throws IOException, InterruptedException {
        System.Logger log = System.getLogger(Stack.class.getName());
        return start(options, message -> log.log(System.Logger.Level.INFO, message));
    }

    /**
     * Starts a stack and returns when it trades.
     *
     * @param say hears what people should know
     * @throws IOException if it does not start; nothing of it runs then
     */
    public static Stack start(StackOptions options, Consumer<String> say) throws IOException, InterruptedException {
        Stack stack = prepare(options, say);
        try {
            stack.start();
        } catch (IOException | InterruptedException e) {
            stack.close();
            throw e;
        }
        return stack;
    }

    /**
     * Deletes what a stack that does not run has left in its home: data and logs.
     *
     * @throws IOException if it runs
     */
    public static void deleteData(StackOptions options) throws IOException {
        try (StackLock _ = Home.lock(options)) {
            options.processFiles().stopAll();
            Folders.delete(options.home().resolve("data"));
            Folders.delete(options.home().resolve("logs"));
        }
    }

    /**
     * Takes hold of a home, and stops what a killed supervisor left running there.
     *
     * @param say hears what people should know
     * @throws IOException if a stack runs there already, or the machine lacks something; the message says what helps
     */
    public static Stack prepare(StackOptions options, Consumer<String> say) throws IOException {
        return new Stack(options, Home.take(options, options.engines(), options.persisters(), say), say);
    }

    /**
     * Starts everything, at once what does not need the other, and returns when all of it serves.
     *
     * @throws IOException if something does not start
     */
    public void start() throws IOException, InterruptedException {
        home.enter();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                Future<?> kafka = executor.submit(task(this::startKafka));
                Future<DatabaseAddress> migrated = executor.submit(this::startDatabase);
                await(kafka);
                List<Future<?>> services = new ArrayList<>();
                services.add(executor.submit(task(() -> startAll("engine", 1, options.engines()))));
                DatabaseAddress address = await(migrated);
                setDatabase(address);
                services.add(executor.submit(task(() -> startAll("gateway", 1, 1))));
                services.add(executor.submit(task(() -> startAll("persister", 1, options.persisters()))));
                for (Future<?> service : services) {
                    await(service);
                }
            } catch (IOException | InterruptedException e) {
                executor.shutdownNow();
                throw e;
            }
        }
        synchronized (this) {
            progress = new Progress(kafka());
            isUp = true;
        }
        writeFile();
    }

    /** {@code http://HOST:PORT} */
    public String gatewayUrl() {
        return "http://127.0.0.1:" + options.ports().gateway();
    }

    /** Bootstrap servers. */
    public String kafka() {
        return servers.kafka();
    }

    /** Where sales are written. */
    public synchronized DatabaseAddress database() {
        if (database == null) {
            throw new IllegalStateException("the database is not up yet");
        }
        return database;
    }

    /** All processes that should run now. */
    public List<StackFile.StackProcess> processes() {
        return running.processes();
    }

    /** Whether all processes of a service serve, as far as is known: one that has just died may still count as serving. */
    public boolean isWhole(String service) {
        return running.of(service).stream().allMatch(server -> server.state() == Supervised.State.UP);
    }

    /** Where it is described to others, in its home. */
    public Path file() {
        return options.stackFile();
    }

    /** SIGKILL, as a crash would be; it is started again after a second. */
    public void kill(String name) {
        running.find(name).kill();
    }

    /**
     * SIGKILL of a broker, and its disk is lost with it: it is started again without anything.
     *
     * @param name such as {@code broker-1}, of a stack with several
     */
    public void killWithDisk(String name) {
        KafkaBroker broker = servers.brokers().stream().filter(any -> any.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " (expected: a broker of this stack)"));
        running.find(name).kill(() -> Folders.delete(broker.data()));
    }

    /**
     * SIGTERM, as before an update of its program; it is started again after a second.
     *
     * @throws IOException if it does not serve again
     */
    public void restart(String name) throws IOException, InterruptedException {
        Supervised server = running.find(name);
        long before = server.pid();
        server.terminate();
        awaitReplaced(name, before);
    }

    /**
     * Waits until a process that was killed serves again.
     *
     * @param pid of the process that was killed
     * @throws IOException if it does not within its limit
     */
    public void awaitReplaced(String name, long pid) throws IOException, InterruptedException {
        running.awaitReplaced(name, pid);
    }

    /**
     * Starts or stops engines or persisters until there are so many, and returns when they serve; partitions move on
     * after that.
     *
     * @param service {@code engine} or {@code persister}
     * @throws IOException if one does not start; those before it stay, and it does not
     */
    public void scale(String service, int count) throws IOException, InterruptedException {
        requireScalable(service, count);
        try {
            startOrStop(service, count);
        } finally {
            writeFile();
        }
    }

    /** @throws IllegalArgumentException if there can never be so many of it */
    static void requireScalable(String service, int count) {
        if (!service.equals("engine") && !service.equals("persister")) {
            throw new IllegalArgumentException("SERVICE: " + service + " (expected: engine or persister)");
        }
        StackOptions.requireInstances(service, count);
    }

    private void startOrStop(String service, int count) throws IOException, InterruptedException {
        List<Supervised> now = running.of(service);
        // One after the other: engines that start at once take the time of those that trade, and an engine that has a market
        // must not go together with the one that has its copy, nor before its partitions are traded there, or they would
        // stand still from the first move to the end of the last.
        if (now.size() < count) {
            for (int number = now.size() + 1; number <= count; number++) {
                startAll(service, number, number);
            }
        } else {
            for (Supervised server : now.subList(count, now.size()).reversed()) {
                running.stop(List.of(server));
                if (service.equals("engine")) {
                    awaitTraded();
                }
            }
        }
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

    /** How far it has come, once it is up. */
    synchronized Progress progress() {
        if (progress == null) {
            throw new IllegalStateException("the stack is not up yet");
        }
        return progress;
    }

    /** What each process is doing. */
    Map<String, Supervised.State> states() {
        return running.states();
    }

    /** The names of the processes of one service, by number. */
    List<String> names(String service) {
        return running.of(service).stream().map(Supervised::name).toList();
    }

    /** Whether it is being stopped, or has been. */
    boolean isClosed() {
        return running.isClosed();
    }

    /** Stops everything in order, each within its limit; returns when it is stopped, whoever else stops it, too. */
    @Override
    public void close() {
        synchronized (closing) {
            if (running.close()) {
                stop();
            }
        }
    }

    /**
     * The same at once, also while {@link #close} is under way: SIGKILL, so that no program writes what nobody will read.
     *
     * @throws IOException if it is not known what runs
     */
    void kill() throws IOException {
        boolean first = running.close();
        options.processFiles().killServers();
        synchronized (closing) {
            if (first) {
                stop();
            }
        }
    }

    private void stop() {
        synchronized (this) {
            isUp = false;
            if (progress != null) {
                progress.close();
            }
        }
        options.processFiles().kill(Migrations.NAME);
        for (String service : STOP_ORDER) {
            running.stop(running.of(service));
        }
        try {
            home.leave();
        } catch (IOException e) {
            say.accept("!! " + e);
        }
    }

    private void startKafka() throws IOException, InterruptedException {
        int brokers = 1;
        if (options.kafka().isEmpty()) {
            startOwnKafka();
            brokers = options.brokers();
        }
        try {
            MissingTopics.create(Map.of("bootstrap.servers", kafka()), KafkaBroker.replication(brokers),
                    KafkaBroker.minInsyncReplicas(brokers), TOPICS_LIMIT);
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** All at once: none serves before two of three know each other. */
    private void startOwnKafka() throws IOException, InterruptedException {
        List<Supervised> started = new ArrayList<>();
        for (KafkaBroker broker : servers.brokers()) {
            started.add(running.start("broker", broker.port(), broker));
        }
        for (Supervised broker : started) {
            broker.awaitUp();
            say.accept("%-9s 127.0.0.1:%d (Kafka %s)".formatted(broker.name(), broker.port(), KafkaBroker.version()));
        }
    }

    private DatabaseAddress startDatabase() throws IOException, InterruptedException {
        DatabaseAddress address = options.databaseUrl().isPresent()
                ? askDatabase(options.databaseUrl().get())
                : startOwnDatabase();
        servers.migrations(address).run();
        return address;
    }

    private DatabaseAddress askDatabase(String url) throws IOException {
        try {
            DatabaseAddress address = DatabaseAddress.ask(url);
            say.accept("database  %s (%s %s, given)".formatted(address.r2dbcUrl(), address.kind(), address.version()));
            return address;
        } catch (SQLException e) {
            throw new IOException("--database-url: " + e.getMessage(), e);
        }
    }

    private DatabaseAddress startOwnDatabase() throws IOException, InterruptedException {
        Database server = Database.of(options, DatabaseBinaries.find(), say);
        running.start("database", server.port(), server).awaitUp();
        say.accept(server.description());
        return DatabaseAddress.of(server);
    }

    /** Starts the instances from the first number to the last, all at once, and waits for all; if one fails, none is left. */
    private void startAll(String service, int first, int last) throws IOException, InterruptedException {
        List<Supervised> started = new ArrayList<>();
        try {
            for (int number = first; number <= last; number++) {
                JarService server = server(service, number);
                started.add(running.start(service, server.port(), server));
            }
            for (Supervised server : started) {
                server.awaitUp();
                say.accept("%-9s http://127.0.0.1:%d".formatted(server.name(), server.port()));
            }
        } catch (IOException | InterruptedException e) {
            running.stop(started);
            throw e;
        }
    }

    private JarService server(String service, int number) {
        return switch (service) {
            case "gateway" -> servers.gateway(database());
            case "engine" -> servers.engine(number);
            case "persister" -> servers.persister(number, database());
            default -> throw new IllegalArgumentException(
                    "service: " + service + " (expected: gateway, engine or persister)");
        };
    }

    private void changed() {
        try {
            writeFile();
        } catch (IOException e) {
            say.accept("!! " + options.stackFile() + ": " + e);
        }
    }

    private synchronized void writeFile() throws IOException {
        if (isUp) {
            new StackFile(gatewayUrl(), kafka(), database(), ProcessHandle.current().pid(),
                    "http://127.0.0.1:" + options.ports().control(), processes()).write(options.stackFile());
        }
    }

    private synchronized void setDatabase(DatabaseAddress address) {
        database = address;
    }

    private static Callable<Boolean> task(Task task) {
        return () -> {
            task.run();
            return true;
        };
    }

    private static <T> T await(Future<T> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        }
    }

    @FunctionalInterface
    private interface Task {

        void run() throws IOException, InterruptedException;
    }
}
