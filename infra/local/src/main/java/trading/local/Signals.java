package trading.local;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Signals that a process survives. Any thread may send them. */
public final class Signals {

    /** A machine on which all else stands still sends them in less. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Signals() {}

    /**
     * SIGSTOP: the process keeps its connections and does nothing, until {@link #resume}.
     *
     * @throws IOException if the signal does not reach it
     */
    public static void stall(long pid) throws IOException, InterruptedException {
        send("STOP", pid);
    }

    /**
     * SIGCONT, after {@link #stall}.
     *
     * @throws IOException if the signal does not reach it
     */
    public static void resume(long pid) throws IOException, InterruptedException {
        send("CONT", pid);
    }

    private static void send(String signal, long pid) throws IOException, InterruptedException {
        // The shell's own kill: not every machine has a program of this name.
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid).inheritIO().start();
        try {
            if (!kill.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) || kill.exitValue() != 0) {
                throw new IOException("SIG" + signal + " did not reach " + pid);
            }
        } finally {
            kill.destroyForcibly();
        }
    }
}
