package trading.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The whole pipeline on this machine: broker, database, gateway, engines and persisters, each a process of its own on
 * loopback, kept running until {@link #close}. Data in its home survives. Any thread may call any method.
 */
public final class Stack implements AutoCloseable {

    /** The order in which services stop: what feeds others first. */
    private static final List<String> STOP_ORDER = List.of("gateway", "engine", "persister", "broker", "database");

    private final StackOptions options;
    private final Servers servers;
    private final Home home;
    private final Consumer<String> say;
    private final RunningServers running;
    private final Instances instances;
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
        this.instances = new Instances(servers, running, say);
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
            Folders.delete(options.data());
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
        return new Stack(options, Home.take(options, say), say);
    }

    /**
     * Starts everything, at once what does not need the other, and returns when all of it serves.
     *
     * @throws IOException if something does not start
     */
    public void start() throws IOException, InterruptedException {
        home.enter();
        DatabaseAddress started = new StackStart(options, servers, running, instances, say).run();
        synchronized (this) {
            database = started;
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
            throw new IllegalStateException("the stack is not up yet");
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
        KafkaBroker broker = broker(name);
        running.find(name).kill(() -> Folders.delete(broker.data()));
    }

    /**
     * All ports where a broker listens, for clients and for other brokers.
     *
     * @param name such as {@code broker-1}, of a stack with several
     */
    public List<Integer> brokerPorts(String name) {
        return broker(name).ports();
    }

    private KafkaBroker broker(String name) {
        return servers.brokers().stream().filter(any -> any.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " (expected: a broker of this stack)"));
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
        Instances.requireScalable(service, count);
        try {
            if (service.equals("engine")) {
                instances.scaleEngines(count);
            } else {
                instances.scalePersisters(count, database());
            }
        } finally {
            writeFile();
        }
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
}
