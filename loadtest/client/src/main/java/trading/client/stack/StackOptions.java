package trading.client.stack;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which stack a command speaks to. */
public final class StackOptions {

    @Option(names = "--stack", paramLabel = "FILE", description = "Describes the running stack (default: what GATEWAY_URL, KAFKA_BOOTSTRAP_SERVERS and DATABASE_URL say, else .pipeline/stack.json here or above).")
    private @Nullable Path file;

    /** Where the file is looked for when the option is not given. */
    private final Path directory = Path.of("");

    private final Map<String, String> environment = System.getenv();

    /** Whether an option or the environment says which one; otherwise it is looked for. */
    public boolean isNamed() {
        return file != null || Stack.isIn(environment);
    }

    /** The stack; read anew with every call, since processes come and go. */
    public Stack stack() {
        return file == null && Stack.isIn(environment)
                ? Stack.of(environment)
                : Stack.read(file != null ? file : Stack.find(directory));
    }
}
