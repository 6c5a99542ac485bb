package trading.local;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** The processes of a stack, each started again when it dies, until it is stopped. Any thread may call any method. */
final class RunningServers {

    private static final Duration RESTART_LIMIT = Duration.ofMinutes(5);
    private static final Duration RESTART_POLL = Duration.ofMillis(20);

    private final ProcessFiles files;
    private final Consumer<String> say;
    private final Runnable changed;
    private final List<Supervised> running = new ArrayList<>();
    private boolean isClosed;

    /**
     * Nothing runs yet.
     *
     * @param files where process ids are noted
     * @param say hears what people should know
     * @param changed is called when a process was replaced
     */
    RunningServers(ProcessFiles files, Consumer<String> say, Runnable changed) {
        this.files = files;
        this.say = say;
        this.changed = changed;
    }

    /**
     * Starts a process.
     *
     * @throws IOException if it cannot be started, or after {@link #close}
     */
    synchronized Supervised start(String service, int port, Server server) throws IOException {
        if (isClosed) {
            throw new IOException("the stack is being stopped");
        }
        Supervised supervised = Supervised.start(service, port, server, files, say, changed);
        running.add(supervised);
        return supervised;
    }

    /** Stops these for good, all at once, each within its limit. */
    void stop(List<Supervised> servers) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            servers.forEach(server -> executor.execute(server::stop));
        }
        synchronized (this) {
            running.removeAll(servers);
        }
    }

    /** From now on nothing is started; what runs goes on. Whether this was the first call. */
    synchronized boolean close() {
        boolean first = !isClosed;
        isClosed = true;
        return first;
    }

    synchronized boolean isClosed() {
        return isClosed;
    }

    /** Those of one service, in the order in which they were started. */
    synchronized List<Supervised> of(String service) {
        return running.stream().filter(server -> server.service().equals(service)).toList();
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    synchronized Supervised find(String name) {
        return running.stream().filter(server -> server.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " (expected: one of " + running.stream().map(Supervised::name).toList() + ")"));
    }

    /** As others are told of them. */
    synchronized List<StackFile.StackProcess> processes() {
        return running.stream().map(server -> new StackFile.StackProcess(server.name(), server.service(), server.pid(),
                server.port(), server.log().toString())).toList();
    }

    /** What each is doing, by name. */
    synchronized Map<String, Supervised.State> states() {
        Map<String, Supervised.State> states = new HashMap<>();
        running.forEach(server -> states.put(server.name(), server.state()));
        return states;
    }

    /**
     * Waits until a process that was killed serves again.
     *
     * @param pid of the process that was killed
     * @throws IOException if it does not within its limit
     */
    void awaitReplaced(String name, long pid) throws IOException, InterruptedException {
        Supervised server = find(name);
        long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
        while (server.pid() == pid || server.state() != Supervised.State.UP) {
            if (server.state() == Supervised.State.FAILED || System.nanoTime() > deadline) {
                throw new IOException(name + ": " + server.state() + " (expected: up again within "
                        + RESTART_LIMIT.toSeconds() + " s)");
            }
            Thread.sleep(RESTART_POLL);
        }
    }
}
