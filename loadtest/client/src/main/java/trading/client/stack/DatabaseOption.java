package trading.client.stack;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;

/** The option that names another database than the stack's. */
@Command
public final class DatabaseOption {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--database-url", paramLabel = "URL", description = "mysql://USER:PASSWORD@HOST:PORT/DATABASE instead of the stack's.")
    private @Nullable String url;

    /**
     * The database, {@code null} if none is named.
     *
     * @throws ParameterException if the URL is none
     */
    public Stack.@Nullable Database database() {
        try {
            return url == null ? null : Stack.Database.of("--database-url", url);
        } catch (CommandFailed e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
