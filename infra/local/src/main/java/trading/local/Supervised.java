package trading.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A server that is kept running: when it ends by itself, that is said, and it is started again, after a pause that
 * doubles each time. Any thread may call any method.
 */
final class Supervised {

    /** What a server is doing, for people. */
    enum State {
        STARTING, UP, RESTARTING, FAILED, STOPPED
    }

    /** What is done while a server that was killed does not run. */
    @FunctionalInterface
    interface AfterDeath {
        void run() throws IOException;
    }

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int MAX_RESTARTS_IN_A_ROW = 10;

    /** Having run this long, a server has not failed again but anew. */
    private static final Duration STABLE = Duration.ofMinutes(2);

    private static final AfterDeath NOTHING = () -> {};

    private final String service;
    private final int port;
    private final ServerProcess process;
    private final ProcessFiles files;
    private final Consumer<String> say;
    private final Runnable changed;
    private volatile State state = State.STARTING;
    private volatile long startedNanos = System.nanoTime();

    /** Its end was asked for, and says nothing about how well it runs. */
    private volatile boolean isAskedFor;
    private final AtomicReference<AfterDeath> afterDeath = new AtomicReference<>(NOTHING);

    private Supervised(String service, int port, ServerProcess process, ProcessFiles files, Consumer<String> say,
            Runnable changed) {
        this.service = service;
        this.port = port;
        this.process = process;
        this.files = files;
        this.say = say;
        this.changed = changed;
    }

    /**
     * Starts a server and returns at once; {@link #awaitUp} waits for it.
     *
     * @param say hears what people should know
     * @param changed is called when the server runs as another process than before
     */
    static Supervised start(String service, int port, Server server, ProcessFiles files, Consumer<String> say,
            Runnable changed) throws IOException {
        ServerProcess process = ServerProcess.start(server);
        try {
            files.put(process.name(), process.handle());
        } catch (IOException e) {
            process.kill();
            throw e;
        }
        return new Supervised(service, port, process, files, say, changed);
    }

    /**
     * Waits for its first readiness, and keeps it running from then on.
     *
     * @throws IOException if it does not get ready
     */
    void awaitUp() throws IOException, InterruptedException {
        process.awaitReady();
        enter(State.UP);
        Thread.ofVirtual().name("watch-" + name()).start(this::watch);
    }

    /** Ends it for good: SIGTERM, then SIGKILL. */
    void stop() {
        enter(State.STOPPED);
        process.close();
        files.remove(name());
    }

    /** SIGKILL, as a crash would be: it is started again, however often. */
    void kill() {
        kill(NOTHING);
    }

    /** The same, and this is done before it is started again. */
    void kill(AfterDeath then) {
        afterDeath.set(then);
        isAskedFor = true;
        process.kill();
    }

    /** SIGTERM, then SIGKILL, and it is started again, however often. */
    void terminate() {
        isAskedFor = true;
        process.close();
    }

    String name() {
        return process.name();
    }

    String service() {
        return service;
    }

    State state() {
        return state;
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return port;
    }

    Path log() {
        return process.log();
    }

    private void watch() {
        int restarts = 0;
        while (true) {
            process.onExit().join();
            if (state == State.STOPPED) {
                return;
            }
            Duration ran = Duration.ofNanos(System.nanoTime() - startedNanos);
            restarts = ran.compareTo(STABLE) < 0 && !isAskedFor ? restarts + 1 : 1;
            isAskedFor = false;
            say.accept("!! %s died after %d s (status %d); %s".formatted(name(), ran.toSeconds(), process.exitStatus(),
                    process.lastWords()));
            if (restarts > MAX_RESTARTS_IN_A_ROW) {
                enter(State.FAILED);
                say.accept("!! %s is given up after %d restarts".formatted(name(), MAX_RESTARTS_IN_A_ROW));
                return;
            }
            enter(State.RESTARTING);
            try {
                Thread.sleep(pauseBefore(restarts));
                afterDeath.getAndSet(NOTHING).run();
                startAgain();
            } catch (IOException e) {
                enter(State.FAILED);
                say.accept("!! %s is not started again: %s".formatted(name(), e));
                return;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void startAgain() throws InterruptedException {
        try {
            if (!restartUnlessStopped()) {
                return;
            }
            changed.run();
            process.awaitReady();
            if (enter(State.UP)) {
                say.accept("%s is up again (pid %d)".formatted(name(), pid()));
                changed.run();
            }
        } catch (IOException e) {
            if (state != State.STOPPED) {
                say.accept("!! " + e.getMessage());
                process.kill();
            }
        }
    }

    /** Before restart number 1, 2, 3 …: 1 s, 2 s, 4 s … */
    static Duration pauseBefore(int restart) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(restart - 1, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private synchronized boolean restartUnlessStopped() throws IOException {
        if (state == State.STOPPED) {
            return false;
        }
        startedNanos = System.nanoTime();
        process.restart();
        files.put(name(), process.handle());
        return true;
    }

    /** What is stopped stays stopped. */
    private synchronized boolean enter(State next) {
        if (state == State.STOPPED) {
            return false;
        }
        state = next;
        return true;
    }
}
