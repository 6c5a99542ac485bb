package trading.client.stack;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which stack a command speaks to. */
public final class StackOptions {

    /** Names the file of the stack that is meant where nothing is said: {@code ./pipeline} means that of its checkout. */
    private static final String USUAL_FILE = "TRADING_STACK";

    @Option(names = "--stack", paramLabel = "FILE", description = "Describes the running stack (default: what TRADING_STACK names, else what GATEWAY_URL, KAFKA_BOOTSTRAP_SERVERS and DATABASE_URL say, else .pipeline/stack.json here or above).")
    private @Nullable Path file;

    private final Map<String, String> environment;

    /** Where the file is looked for when nothing else says where it is. */
    private final Path directory;

    /** For this process's environment and folder. */
    public StackOptions() {
        this(System.getenv(), Path.of(""));
    }

    StackOptions(Map<String, String> environment, Path directory) {
        this.environment = environment;
        this.directory = directory;
    }

    /** Whether an option or the environment says which one; otherwise it is the usual one, or looked for. */
    public boolean isNamed() {
        return file != null || Stack.isIn(environment);
    }

    /** The stack; read anew with every call, since processes come and go. */
    public Stack stack() {
        String usual = environment.get(USUAL_FILE);
        if (file != null) {
            return Stack.read(file);
        }
        if (usual != null) {
            return Stack.read(Path.of(usual));
        }
        return Stack.isIn(environment) ? Stack.of(environment) : Stack.read(Stack.find(directory));
    }
}
