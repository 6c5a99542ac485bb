package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code down}: the end of all stacks of a checkout, and of what killed ones left. */
@Command(name = "down", mixinStandardHelpOptions = true, description = {
    "Stops the running stack, or what is left of a killed one. Its data stays.",
    "So it does with the stacks of other commands of this checkout: train, baseline, chaos, sweep, compare, budget, file."})
final class DownCommand implements Callable<Integer> {

    /** Longer than a client, and then each kind of service after the other, may take at most. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(3);

    @Override
    public Integer call() throws Exception {
        stop(Main.checkout()).forEach(System.out::println);
        return 0;
    }

    /** @return what was stopped, in sentences */
    static List<String> stop(Path checkout) throws IOException, InterruptedException {
        List<String> stopped = new ArrayList<>();
        for (Path home : Home.all(checkout)) {
            stopIn(home).ifPresent(what -> stopped.add(home.getFileName() + ": " + what));
        }
        return stopped.isEmpty() ? List.of("nothing runs") : stopped;
    }

    private static Optional<String> stopIn(Path home) throws IOException, InterruptedException {
        ProcessFiles processes = ProcessFiles.of(home);
        Optional<ProcessHandle> supervisor = processes.find(ProcessFiles.SUPERVISOR);
        if (supervisor.isPresent()) {
            ProcessFiles.end(supervisor.get(), STOP_LIMIT);
        }
        List<String> leftovers = supervisor.isPresent() ? leftovers(home, processes) : unsupervised(home, processes);
        if (!leftovers.isEmpty()) {
            return Optional.of("stopped what a killed supervisor had left running: " + String.join(", ", leftovers));
        }
        return supervisor.map(_ -> "stopped");
    }

    /** Processes are known by the times of their starts, which change with the clock: a lock does not. */
    private static List<String> unsupervised(Path home, ProcessFiles processes) throws IOException {
        try (StackLock _ = StackLock.take(home).orElseThrow(() -> new IOException(home
                + ": in use, and by whom is not to be seen: a stack is just starting, or the clock was set since it did"
                + " (end it with Ctrl-C)"))) {
            return leftovers(home, processes);
        }
    }

    private static List<String> leftovers(Path home, ProcessFiles processes) throws IOException {
        List<String> leftovers = processes.stopAll();
        Files.deleteIfExists(home.resolve("stack.json"));
        return leftovers;
    }
}
