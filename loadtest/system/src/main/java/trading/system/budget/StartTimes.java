package trading.system.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import trading.client.stack.Stack;
import trading.client.stack.Stack.StackProcess;

/**
 * How long the services of a running stack take until they serve, by their own logs: from the start of the process, without
 * the second for which a stack waits before it starts one again. For one thread.
 */
public final class StartTimes {

    private static final Pattern SERVES = Pattern.compile("process running for ([0-9.]+)\\)");
    private static final Set<String> SERVICES = Set.of("engine", "gateway", "persister");
    private static final Duration RESTART_LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Path stack;

    /** @param stack describes it */
    public StartTimes(Path stack) {
        this.stack = stack;
    }

    /** Seconds by the process's name, of the start before now: with all others at once, for a stack that has just been started. */
    public Map<String, Double> together() throws IOException {
        Map<String, Double> seconds = new TreeMap<>();
        for (StackProcess process : services()) {
            List<Double> starts = starts(process);
            if (!starts.isEmpty()) {
                seconds.put(process.name(), starts.getLast());
            }
        }
        return seconds;
    }

    /**
     * Seconds by the process's name, of a start for which each was stopped (SIGTERM) while the others stood by.
     *
     * @throws IOException if one does not serve again
     */
    public Map<String, Double> alone() throws IOException, InterruptedException {
        Map<String, Double> seconds = new TreeMap<>();
        for (StackProcess process : services()) {
            int before = starts(process).size();
            ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
            awaitStart(process, before);
            seconds.put(process.name(), starts(process).getLast());
        }
        return seconds;
    }

    /** Until it has said so, and the stack's description has its new pid. */
    private void awaitStart(StackProcess process, int before) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + RESTART_LIMIT.toNanos();
        while (starts(process).size() == before || services().contains(process)) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IOException(process.name() + ": does not serve " + RESTART_LIMIT.toSeconds()
                        + " s after it was stopped (expected: its stack starts it again)");
            }
            Thread.sleep(POLL);
        }
    }

    private List<StackProcess> services() {
        return Stack.read(stack).processes().stream().filter(process -> SERVICES.contains(process.service())).toList();
    }

    private List<Double> starts(StackProcess process) throws IOException {
        String log = Files.readString(stack.resolveSibling("logs").resolve(process.name() + ".log"));
        return SERVES.matcher(log).results().map(match -> Double.valueOf(match.group(1))).toList();
    }
}
