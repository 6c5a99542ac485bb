package trading.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a stack is made of.
 *
 * @param checkout the top of the source tree, with the services' target folders below
 * @param home holds data, logs and the description of the stack
 * @param kafka bootstrap servers to use; without, a broker is started
 * @param databaseUrl a server to use, {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}; without, one is started
 * @param environment added to every service, for instance {@code TRADING_ENGINE_ORDERTIMEOUT=5s}
 * @param detours how services reach the servers that this stack starts
 * @param endsWithParent whether all processes are killed when this JVM ends, however it ends
 * @param startsAgain whether a stack will start in this home again: then its programs leave their classes ready there
 */
public record StackOptions(Path checkout, Path home, PortPlan ports, int engines, int persisters,
        Optional<String> kafka, Optional<String> databaseUrl, Map<String, String> environment, Detours detours,
        boolean endsWithParent, boolean startsAgain) {

    public StackOptions {
        environment = Map.copyOf(environment);
        requireInstances("engines", engines);
        requireInstances("persisters", persisters);
    }

    /** A stack for a test: one persister, on free ports, gone with this JVM. */
    public static StackOptions forTest(Path checkout, Path home, int engines) {
        return new StackOptions(checkout, home, PortPlan.free(), engines, 1, Optional.empty(), Optional.empty(),
                Map.of(), Detours.NONE, true, false);
    }

    /** The same with servers that run already; their topics and tables are made as needed. */
    public StackOptions withServers(String bootstrapServers, String url) {
        return new StackOptions(checkout, home, ports, engines, persisters, Optional.of(bootstrapServers),
                Optional.of(url), environment, detours, endsWithParent, startsAgain);
    }

    /** The same with another environment for its services. */
    public StackOptions withEnvironment(Map<String, String> other) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, databaseUrl, other,
                detours, endsWithParent, startsAgain);
    }

    /** The same with another number of persisters. */
    public StackOptions withPersisters(int count) {
        return new StackOptions(checkout, home, ports, engines, count, kafka, databaseUrl, environment, detours,
                endsWithParent, startsAgain);
    }

    /** The same with other ways to the servers that it starts. */
    public StackOptions withDetours(Detours other) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, databaseUrl, environment,
                other, endsWithParent, startsAgain);
    }

    static void requireInstances(String what, int count) {
        if (count < 0 || count > PortPlan.MAX_INSTANCES) {
            throw new IllegalArgumentException(
                    what + ": " + count + " (expected: 0 to " + PortPlan.MAX_INSTANCES + ")");
        }
    }

    Path stackFile() {
        return home.resolve("stack.json");
    }

    Path log(String name) {
        return home.resolve("logs").resolve(name + ".log");
    }

    Path data(String name) {
        return home.resolve("data").resolve(name);
    }

    ProcessFiles processFiles() {
        return new ProcessFiles(home.resolve("processes"));
    }
}
