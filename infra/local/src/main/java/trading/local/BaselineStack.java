package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import trading.local.StackFile.StackProcess;

/**
 * A baseline and its database, each a process of its own, described in a file as a pipeline is. Kept running until
 * {@link #close}. Any thread may call any method.
 */
final class BaselineStack implements AutoCloseable {

    private static final int MIGRATIONS_HEAP_MEGABYTES = 128;
    private static final String SERVICE = "baseline";

    private final StackOptions options;
    private final BaselineServer.Settings settings;
    private final StackLock lock;
    private final Consumer<String> say;
    private final List<Supervised> running = new ArrayList<>();
    private @Nullable DatabaseAddress database;
    private boolean isClosed;

    private BaselineStack(StackOptions options, BaselineServer.Settings settings, StackLock lock,
            Consumer<String> say) {
        this.options = options;
        this.settings = settings;
        this.lock = lock;
        this.say = say;
    }

    /**
     * Takes hold of a home, and stops what a killed supervisor left running there.
     *
     * @param say hears what people should know
     * @throws IOException if it runs there already, or the machine lacks something; the message says what helps
     */
    static BaselineStack prepare(StackOptions options, BaselineServer.Settings settings, Consumer<String> say)
            throws IOException {
        StackLock lock = StackLock.take(options.home()).orElseThrow(
                () -> new IOException(options.home() + ": in use (expected: no other " + settings.name() + " here)"));
        List<String> leftovers = options.processFiles().stopAll();
        if (!leftovers.isEmpty()) {
            say.accept("stopped what a killed supervisor had left running: " + String.join(", ", leftovers));
        }
        Files.deleteIfExists(options.stackFile());
        List<String> shortfalls = Preflight.shortfalls(options.home(), options.ports(), 0, 0,
                options.databaseUrl().isEmpty());
        if (!shortfalls.isEmpty()) {
            throw new IOException(String.join(System.lineSeparator(), shortfalls));
        }
        return new BaselineStack(options, settings, lock, say);
    }

    /**
     * Starts database and baseline, and returns when orders can be sent.
     *
     * @throws IOException if one does not start
     */
    void start() throws IOException, InterruptedException {
        ProcessHandle self = ProcessHandle.current();
        options.processFiles().put("supervisor", self.pid(), self.info().startInstant().orElseThrow());
        String url = options.databaseUrl().isPresent() ? options.databaseUrl().get() : startDatabase();
        DatabaseAddress address = ask(url);
        synchronized (this) {
            database = address;
        }
        new Migrations(options.checkout().resolve("infra/mysql/target/mysql.jar"), address, options.log("migrations"),
                Jvm.withHeap(MIGRATIONS_HEAP_MEGABYTES), false).run();
        BaselineServer server = new BaselineServer(settings, options.checkout().resolve("loadtest/baselines"),
                options.ports().gateway(), url, options.log(settings.name()));
        run(SERVICE, options.ports().gateway(), server).awaitUp();
        changed();
    }

    /** Where orders go. */
    String url() {
        return "http://127.0.0.1:" + options.ports().gateway();
    }

    /** Stops first the baseline, then its database. */
    @Override
    public void close() {
        List<Supervised> started;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            started = List.copyOf(running);
        }
        started.reversed().forEach(Supervised::stop);
        try {
            Files.deleteIfExists(options.stackFile());
            options.processFiles().remove("supervisor");
            lock.close();
        } catch (IOException e) {
            say.accept("!! " + e);
        }
    }

    private String startDatabase() throws IOException, InterruptedException {
        Database server = Database.of(options);
        run("database", server.port(), server).awaitUp();
        say.accept(server.description());
        return server.url().replace("://", "://" + Database.USERNAME + ":" + Database.PASSWORD + "@");
    }

    private static DatabaseAddress ask(String url) throws IOException {
        try {
            return DatabaseAddress.ask(url);
        } catch (SQLException e) {
            throw new IOException("database: " + e.getMessage(), e);
        }
    }

    private synchronized Supervised run(String service, int port, Server server) throws IOException {
        if (isClosed) {
            throw new IOException("it is being stopped");
        }
        Supervised supervised = Supervised.start(service, port, server, options.processFiles(), say, this::changed);
        running.add(supervised);
        return supervised;
    }

    private synchronized void changed() {
        if (database == null || isClosed) {
            return;
        }
        try {
            // There is no Kafka, and nothing that could be scaled while it runs.
            new StackFile(url(), "", database, ProcessHandle.current().pid(), "", processes())
                    .write(options.stackFile());
        } catch (IOException e) {
            say.accept("!! " + options.stackFile() + ": " + e);
        }
    }

    private List<StackProcess> processes() {
        List<StackProcess> processes = new ArrayList<>();
        for (Supervised server : running) {
            String log = server.log().toString();
            processes.add(new StackProcess(server.name(), server.service(), server.pid(), server.port(), log));
            if (server.service().equals(SERVICE)) {
                processes.addAll(children(server, log));
            }
        }
        return processes;
    }

    /** The engines of {@code node}: a child process each, without a port. */
    private static List<StackProcess> children(Supervised server, String log) {
        List<Long> pids = ProcessHandle.of(server.pid()).stream().flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid).sorted(Comparator.naturalOrder()).toList();
        List<StackProcess> children = new ArrayList<>();
        for (int i = 0; i < pids.size(); i++) {
            children.add(new StackProcess("engine-" + (i + 1), SERVICE, pids.get(i), 0, log));
        }
        return children;
    }
}
