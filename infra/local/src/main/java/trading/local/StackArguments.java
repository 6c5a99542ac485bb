package trading.local;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import trading.command.Bounds;

/** The options of every command that may start a stack. */
final class StackArguments {

    @Bounds(min = PortPlan.LOWEST_BASE, max = PortPlan.HIGHEST_BASE)
    @Option(names = "--port-base", defaultValue = ""
            + PortPlan.DEFAULT_BASE, paramLabel = "N", description = "The gateway's port; all others are counted from it. Default: ${DEFAULT-VALUE}.")
    private int portBase = PortPlan.DEFAULT_BASE;

    @Bounds(min = 0, max = PortPlan.MAX_INSTANCES)
    @Option(names = "--persisters", defaultValue = "1", paramLabel = "N", description = "How many write sales and results to the database. Default: ${DEFAULT-VALUE}.")
    private int persisters = 1;

    @Option(names = "--database-url", paramLabel = "URL", description = "mysql://USER:PASSWORD@HOST:PORT/DATABASE: use this database instead of starting one.")
    private @Nullable String databaseUrl;

    /** @throws IllegalArgumentException if a number is out of its range */
    StackOptions options(int engines) {
        return StackOptions.of(Main.checkout(), Main.home(), new PortPlan(portBase), engines, persisters)
                .withDatabaseUrl(databaseUrl);
    }
}
