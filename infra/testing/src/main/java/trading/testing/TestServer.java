package trading.testing;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A server for tests: either shared by all tests of this JVM, or its owner's to kill. */
abstract class TestServer implements AutoCloseable {

    private final Instance instance;
    private final boolean shared;
    private final String description;

    TestServer(Instance instance, boolean shared, String description) {
        this.instance = instance;
        this.shared = shared;
        this.description = description;
        if (shared) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        }
    }

    /** What it runs in and its version, for people. */
    public final String describe() {
        return description;
    }

    /**
     * SIGKILL; returns when the server is gone.
     *
     * @throws IllegalStateException if it is the shared one
     */
    public final void kill() {
        requireOwn("kill");
        instance.kill();
    }

    /** SIGSTOP: the server keeps its connections and does nothing, until {@link #resume}. */
    public final void stall() {
        run("stall", instance::stall);
    }

    /** After {@link #stall}: the server goes on. */
    public final void resume() {
        run("resume", instance::resume);
    }

    /** After {@link #kill}: the same server on the same port with the same data; returns when it serves. */
    public final void restart() {
        run("restart", instance::restart);
    }

    private void run(String what, Action action) {
        requireOwn(what);
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Ends one's own server, with its data. The shared one stays until this JVM ends. */
    @Override
    public final void close() {
        if (!shared) {
            end();
        }
    }

    private void end() {
        try {
            instance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireOwn(String what) {
        if (shared) {
            throw new IllegalStateException(what + ": the shared server (expected: one from startOwn())");
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException, InterruptedException;
    }
}
