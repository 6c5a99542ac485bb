package trading.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a process is started and stopped.
 *
 * @param name unique in a stack, such as {@code engine-1}
 * @param environment added to this JVM's environment
 * @param log takes the process's output and errors, appended
 * @param stopLimit how long a process may take to stop before it is killed
 * @param endsWithParent whether the process is killed when this JVM ends, however it ends
 * @param directory where it runs; without, where this JVM does
 */
public record Launch(String name, List<String> command, Map<String, String> environment, Path log, Duration stopLimit,
        boolean endsWithParent, Optional<Path> directory) {

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** One that runs where this JVM does. */
    public Launch(String name, List<String> command, Map<String, String> environment, Path log, Duration stopLimit,
            boolean endsWithParent) {
        this(name, command, environment, log, stopLimit, endsWithParent, Optional.empty());
    }
}
