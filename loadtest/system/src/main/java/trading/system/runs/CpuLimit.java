package trading.system.runs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trading.client.stack.Stack;
import trading.client.stack.Stack.StackProcess;

/**
 * Lets processes use no more than so much of the processors, all of them together, as on a weaker machine: they are stopped
 * (SIGSTOP) whenever they have used more than their share of the time that has passed, and continued when they have a share
 * again. Needs no rights beside those to signal them, unlike the kernel's control groups.
 *
 * <p>The kernel tells CPU time in steps of 10 ms, so that this is about the length of the stops as well. Shares of time that
 * were not used are lost after {@link #SAVED}.
 */
public final class CpuLimit implements AutoCloseable {

    /** No limit. */
    public static final double NONE = Double.POSITIVE_INFINITY;

    private static final String DATABASE = "database";
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration SAVED = Duration.ofMillis(50);

    private final List<ProcessHandle> processes;
    private final double cores;
    private final Process signals;
    private final Thread looks;
    private volatile boolean isEnded;

    private CpuLimit(List<Long> pids, double cores) throws IOException {
        this.processes = pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
        this.cores = cores;
        String all = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
        // One shell for all signals: to start a process for each would take more time than it gives. It ends with this JVM, and
        // not by the terminal's Ctrl-C, which would leave stopped what is stopped.
        this.signals = new ProcessBuilder("/bin/sh", "-c",
                "trap '' INT HUP TERM; while read -r signal; do kill -s \"$signal\" " + all + "; done; kill -s CONT "
                        + all)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        this.looks = Thread.ofPlatform().daemon().name("cpu-limit").start(this::look);
    }

    /**
     * Begins to limit a running system's database.
     *
     * @param cores more than 0; {@link #NONE} for no limit
     */
    public static CpuLimit ofDatabase(Stack stack, double cores) throws IOException {
        return of(stack, cores, true);
    }

    /** Begins to limit all of a running system but its database. */
    public static CpuLimit ofApplication(Stack stack, double cores) throws IOException {
        return of(stack, cores, false);
    }

    private static CpuLimit of(Stack stack, double cores, boolean isDatabase) throws IOException {
        return of(stack.processes().stream().filter(process -> process.service().equals(DATABASE) == isDatabase)
                .map(StackProcess::pid).toList(), cores);
    }

    /** Begins to limit processes and those that they have started by now. */
    static CpuLimit of(List<Long> pids, double cores) throws IOException {
        List<Long> all = cores == NONE
                ? List.of()
                : pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream())
                        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                        .map(ProcessHandle::pid).distinct().toList();
        return new CpuLimit(all, cores);
    }

    /** Lets them go on without a limit. */
    @Override
    public void close() {
        isEnded = true;
        try {
            looks.join();
            signals.getOutputStream().close();
            signals.waitFor();
        } catch (IOException e) {
            // It has ended, as its end of the pipe has.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        if (processes.isEmpty()) {
            return;
        }
        long lookedNanos = System.nanoTime();
        long used = usedNanos();
        double ownedNanos = 0;
        boolean isStopped = false;
        try {
            while (!isEnded) {
                Thread.sleep(LOOK);
                long nowNanos = System.nanoTime();
                long usedNow = usedNanos();
                ownedNanos = Math.min(ownedNanos + cores * (nowNanos - lookedNanos) - (usedNow - used),
                        SAVED.toNanos() * cores);
                lookedNanos = nowNanos;
                used = usedNow;
                if (isStopped != ownedNanos < 0) {
                    isStopped = !isStopped;
                    signal(isStopped ? "STOP" : "CONT");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("the limit of processors has ended", e);
        }
    }

    private long usedNanos() {
        return processes.stream().map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(Duration::toNanos).sum();
    }

    private void signal(String name) throws IOException {
        OutputStream commands = signals.getOutputStream();
        commands.write((name + "\n").getBytes(StandardCharsets.US_ASCII));
        commands.flush();
    }
}
