package trading.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Server} running as a child process.
 *
 * <p>Any thread may call any method. A child ignores the terminal's Ctrl-C and hang-up, which reach every process of the
 * terminal at once: in which order processes stop is its parent's decision.
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration READY_POLL = Duration.ofMillis(50);

    private final Server server;
    private Launch launch;
    private LogFile output;
    private Process process;
    private @Nullable Reaper reaper;

    private ServerProcess(Server server, Launch launch, LogFile output, Process process, @Nullable Reaper reaper) {
        this.server = server;
        this.launch = launch;
        this.output = output;
        this.process = process;
        this.reaper = reaper;
    }

    /** Starts the process and returns at once; see {@link #awaitReady}. */
    public static ServerProcess start(Server server) throws IOException {
        Launch launch = server.launch();
        LogFile output = LogFile.open(launch.log());
        Process process = spawn(launch);
        try {
            return new ServerProcess(server, launch, output, process, reaperOf(launch, process));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Starts the process again, after it ended by itself or by {@link #kill}. */
    public synchronized void restart() throws IOException {
        if (process.isAlive()) {
            throw new IllegalStateException(launch.name() + ": still running");
        }
        endReaper();
        launch = server.launch();
        output = LogFile.open(launch.log());
        process = spawn(launch);
        reaper = reaperOf(launch, process);
    }

    /**
     * Waits until the server serves.
     *
     * @throws IOException if it ends before, or takes longer than its limit; the message has its last log lines
     */
    public void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + server.startLimit().toNanos();
        while (!server.isReady()) {
            if (!isAlive()) {
                throw new IOException(
                        name() + " ended with status " + exitStatus() + " before it served; " + lastWords());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        name() + " does not serve after " + server.startLimit().toSeconds() + " s; " + lastWords());
            }
            Thread.sleep(READY_POLL);
        }
    }

    /** Its last log lines, with the file's name before them. */
    synchronized String lastWords() {
        return output.lastWords();
    }

    /** SIGKILL; returns when the process is gone. */
    public synchronized void kill() {
        process.destroyForcibly();
        process.onExit().join();
        endReaper();
    }

    /** SIGTERM, and SIGKILL when the limit has passed; returns when the process is gone. */
    @Override
    public synchronized void close() {
        if (process.isAlive()) {
            process.destroy();
            try {
                if (!process.waitFor(launch.stopLimit().toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            process.onExit().join();
        }
        endReaper();
    }

    public synchronized String name() {
        return launch.name();
    }

    public synchronized Path log() {
        return launch.log();
    }

    public synchronized boolean isAlive() {
        return process.isAlive();
    }

    /** Of the process that runs, or ran last. */
    public synchronized long pid() {
        return process.pid();
    }

    /** Likewise. */
    synchronized ProcessHandle handle() {
        return process.toHandle();
    }

    /** Completes when the process that runs now ends. */
    public synchronized CompletableFuture<?> onExit() {
        return process.onExit();
    }

    /** Of a process that has ended. */
    synchronized int exitStatus() {
        return process.exitValue();
    }

    static Process spawn(Launch launch) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", launch.name()));
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(launch.environment());
        launch.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        return builder.start();
    }

    private static @Nullable Reaper reaperOf(Launch launch, Process child) throws IOException {
        return launch.endsWithParent() ? Reaper.of(launch.name(), child) : null;
    }

    private void endReaper() {
        if (reaper != null) {
            reaper.end();
            reaper = null;
        }
    }
}
