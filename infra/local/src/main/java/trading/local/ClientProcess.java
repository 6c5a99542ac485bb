package trading.local;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The client of {@code loadtest/client} as a process of its own, on this one's terminal, one command after another. It is
 * killed when this JVM ends, however it ends. One thread runs it; {@link #close} may come from any other.
 */
public final class ClientProcess implements AutoCloseable {

    private static final String PROGRAM = "client";
    private static final int HEAP_MEGABYTES = 512;

    /** Longer than the 30 s that the client gives its last words, or it would be killed just when it ends by itself. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

    private final Path checkout;
    private final Optional<Path> recording;
    private @Nullable Process running;
    private boolean isClosed;

    /** @param checkout the top of the source tree that it was built in */
    public ClientProcess(Path checkout) {
        this(checkout, Optional.empty());
    }

    private ClientProcess(Path checkout, Optional<Path> recording) {
        this.checkout = checkout;
        this.recording = recording;
    }

    /** One that is recorded, and prints into a file. */
    static ClientProcess recorded(Path checkout, Path output) {
        return new ClientProcess(checkout, Optional.of(output));
    }

    /**
     * Runs a command to its end, and returns its exit status.
     *
     * @throws IOException if it cannot be started
     */
    public int run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(new Jvm(HEAP_MEGABYTES, false,
                Optional.of(Jvm.AotCache.of(checkout, PROGRAM, recording.isPresent()))).command());
        command.addAll(List.of("-jar", checkout.resolve("loadtest/client/target/client.jar").toString()));
        command.addAll(arguments);
        Process process;
        synchronized (this) {
            if (isClosed) {
                throw new IOException("the client is being stopped");
            }
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            recording.ifPresent(
                    output -> builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(output.toFile())));
            process = builder.start();
            running = process;
        }
        reap(process);
        return process.waitFor();
    }

    /** Until it ends: whoever waits for it may be interrupted, and it runs on. */
    private static void reap(Process process) throws IOException {
        Reaper reaper;
        try {
            reaper = Reaper.of(PROGRAM, process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
        CompletableFuture<?> _ = process.onExit().thenRun(reaper::end);
    }

    /** The same at once, also while {@link #close} is under way. */
    void kill() {
        Process process;
        synchronized (this) {
            isClosed = true;
            process = running;
        }
        if (process != null) {
            ProcessFiles.kill(process.toHandle());
        }
    }

    /** Ends the command that is under way, and lets no other begin. */
    @Override
    public void close() {
        Process process;
        synchronized (this) {
            isClosed = true;
            process = running;
        }
        if (process == null || !process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
