package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;

/** {@code down}: the end of a stack, and of what a killed one left. */
@Command(name = "down", mixinStandardHelpOptions = true, description = "Stops the running stack, or what is left of a killed one. Its data stays.")
final class DownCommand implements Callable<Integer> {

    private static final int STOP_LIMIT_SECONDS = 150;

    @Override
    public Integer call() throws Exception {
        System.out.println(stop());
        return 0;
    }

    /** @return what was stopped */
    static String stop() throws IOException, InterruptedException {
        ProcessFiles processes = new ProcessFiles(Main.home().resolve("processes"));
        Optional<ProcessHandle> supervisor = processes.find("supervisor");
        if (supervisor.isPresent()) {
            supervisor.get().destroy();
            try {
                supervisor.get().onExit().get(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                supervisor.get().destroyForcibly();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        List<String> leftovers = processes.stopAll();
        Files.deleteIfExists(Main.home().resolve("stack.json"));
        if (!leftovers.isEmpty()) {
            return "stopped what a killed supervisor had left running: " + String.join(", ", leftovers);
        }
        return supervisor.isPresent() ? "stopped" : "nothing runs";
    }
}
