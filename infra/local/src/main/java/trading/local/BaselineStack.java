package trading.local;

import java.io.IOException;
import java.nio.file.Path;
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
public final class BaselineStack implements AutoCloseable {

    private static final int MIGRATIONS_HEAP_MEGABYTES = 128;
    /** Of the baseline's processes, and of its detour. */
    public static final String SERVICE = "baseline";
    private static final String DATABASE = "database";

    private final StackOptions options;
    private final BaselineSettings settings;
    private final Home home;
    private final Consumer<String> say;
    private final RunningServers running;
    private @Nullable DatabaseAddress database;

    private BaselineStack(StackOptions options, BaselineSettings settings, Home home,
            Consumer<String> say) {
        this.options = options;
        this.settings = settings;
        this.home = home;
        this.say = say;
        this.running = new RunningServers(options.processFiles(), say, this::changed);
    }

    /**
     * Takes hold of a home, and stops what a killed supervisor left running there.
     *
     * @param options without engines and persisters: what trades is the baseline
     * @param say hears what people should know
     * @throws IOException if it runs there already, or the machine lacks something; the message says what helps
     */
    public static BaselineStack prepare(StackOptions options, BaselineSettings settings, Consumer<String> say)
            throws IOException {
        return new BaselineStack(options, settings, Home.take(options, say), say);
    }

    /**
     * Starts database and baseline, and returns when orders can be sent.
     *
     * @throws IOException if one does not start
     */
    public void start() throws IOException, InterruptedException {
        home.enter();
        String url = options.databaseUrl().isPresent() ? options.databaseUrl().get() : startDatabase();
        DatabaseAddress address = ask(url);
        synchronized (this) {
            database = address;
        }
        new Migrations(options.checkout().resolve("infra/mysql/target/mysql.jar"), address,
                options.log(Migrations.NAME),
                Jvm.withHeap(MIGRATIONS_HEAP_MEGABYTES), options.processFiles(), false).run();
        BaselineServer server = new BaselineServer(settings, options.checkout().resolve("loadtest/baselines"),
                options.ports().gateway(), detour(url), options.log(settings.name()));
        running.start(SERVICE, options.ports().gateway(), server).awaitUp();
        changed();
    }

    /** Where orders go. */
    public String url() {
        return "http://127.0.0.1:" + options.ports().gateway();
    }

    /** Where it is described to others, in its home. */
    public Path file() {
        return options.stackFile();
    }

    /** Stops first the baseline, then its database. */
    @Override
    public void close() {
        synchronized (this) {
            if (!running.close()) {
                return;
            }
        }
        options.processFiles().kill(Migrations.NAME);
        running.stop(running.of(SERVICE));
        running.stop(running.of(DATABASE));
        try {
            home.leave();
        } catch (IOException e) {
            say.accept("!! " + e);
        }
    }

    private String startDatabase() throws IOException, InterruptedException {
        Database server = Database.of(options, DatabaseBinaries.find(), say);
        running.start(DATABASE, server.port(), server).awaitUp();
        say.accept(server.description());
        return server.url().replace("://", "://" + Database.USERNAME + ":" + Database.PASSWORD + "@");
    }

    /** The way of the baseline to its database, if it is to take another than ours. */
    private String detour(String url) {
        Integer port = options.detours().database().get(SERVICE);
        return port == null ? url : url.replace(":" + options.ports().database() + "/", ":" + port + "/");
    }

    private static DatabaseAddress ask(String url) throws IOException {
        try {
            return DatabaseAddress.ask(DatabaseAddress.OPTION, url);
        } catch (SQLException e) {
            throw new IOException("database: " + e.getMessage(), e);
        }
    }

    private synchronized void changed() {
        if (database == null || running.isClosed()) {
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
        List<StackProcess> processes = new ArrayList<>(running.processes());
        running.of(SERVICE).forEach(server -> processes.addAll(children(server)));
        return processes;
    }

    /** The engines of {@code node}: a child process each, without a port. */
    private static List<StackProcess> children(Supervised server) {
        List<Long> pids = ProcessHandle.of(server.pid()).stream().flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid).sorted(Comparator.naturalOrder()).toList();
        List<StackProcess> children = new ArrayList<>();
        for (int i = 0; i < pids.size(); i++) {
            children.add(new StackProcess("engine-" + (i + 1), SERVICE, pids.get(i), 0, server.log().toString()));
        }
        return children;
    }
}
