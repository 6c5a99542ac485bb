package trading.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a stack is made of.
 *
 * @param checkout the top of the source tree, with the services' target folders below
 * @param home holds data, logs and the description of the stack
 * @param kafka bootstrap servers to use; without, brokers are started
 * @param brokers how many are started: one, or three that keep everything three times
 * @param databaseUrl a server to use, {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}; without, one is started
 * @param environment added to every service, for instance {@code TRADING_ENGINE_ORDERTIMEOUT=5s}
 * @param detours how services reach the servers that this stack starts
 * @param endsWithParent whether all processes are killed when this JVM ends, however it ends
 * @param training what its programs start from
 */
public record StackOptions(Path checkout, Path home, PortPlan ports, int engines, int persisters,
        Optional<String> kafka, int brokers, Optional<String> databaseUrl, Map<String, String> environment,
        Detours detours, boolean endsWithParent, Training training) {

    /** What programs start from: their jars alone, what was recorded of an earlier run, or their jars to be recorded. */
    public enum Training {
        NONE, USED, RECORDED
    }

    public StackOptions {
        environment = Map.copyOf(environment);
        requireInstances("--engines", engines);
        requireInstances("--persisters", persisters);
        databaseUrl.ifPresent(url -> DatabaseAddress.parse(DatabaseAddress.OPTION, url));
        if (brokers != 1 && brokers != PortPlan.MAX_BROKERS) {
            throw new IllegalArgumentException(
                    "brokers: " + brokers + " (expected: 1 or " + PortPlan.MAX_BROKERS + ")");
        }
    }

    /** The usual: one broker and a database of its own, and programs that start from what was recorded, if it was. */
    public static StackOptions of(Path checkout, Path home, PortPlan ports, int engines, int persisters) {
        return new StackOptions(checkout, home, ports, engines, persisters, Optional.empty(), 1, Optional.empty(),
                Map.of(), Detours.NONE, false, Training.USED);
    }

    /** A stack for a test: one persister, on free ports, gone with this JVM. */
    public static StackOptions forTest(Path checkout, Path home, int engines) {
        return of(checkout, home, PortPlan.free(), engines, 1).withTraining(Training.NONE).endingWithParent();
    }

    /** The same with servers that run already; their topics and tables are made as needed. */
    public StackOptions withServers(String bootstrapServers, String url) {
        return new StackOptions(checkout, home, ports, engines, persisters, Optional.of(bootstrapServers),
                brokers, Optional.of(url), environment, detours, endsWithParent, training);
    }

    /**
     * The same with a database that runs already.
     *
     * @param url {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}; null if one is to be started
     * @throws IllegalArgumentException if it is none
     */
    public StackOptions withDatabaseUrl(@Nullable String url) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, brokers, Optional.ofNullable(url),
                environment, detours, endsWithParent, training);
    }

    /** The same with another environment for its services. */
    public StackOptions withEnvironment(Map<String, String> other) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, brokers, databaseUrl, other,
                detours, endsWithParent, training);
    }

    /** The same with another number of brokers of its own: 1 or 3. */
    public StackOptions withBrokers(int count) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, count, databaseUrl, environment,
                detours, endsWithParent, training);
    }

    /** The same with another number of persisters. */
    public StackOptions withPersisters(int count) {
        return new StackOptions(checkout, home, ports, engines, count, kafka, brokers, databaseUrl, environment,
                detours, endsWithParent, training);
    }

    /** The same with other ways to the servers that it starts. */
    public StackOptions withDetours(Detours other) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, brokers, databaseUrl, environment,
                other, endsWithParent, training);
    }

    /** The same, killed when this JVM ends, however it ends. */
    public StackOptions endingWithParent() {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, brokers, databaseUrl, environment,
                detours, true, training);
    }

    /** The same with programs that start from something else. */
    public StackOptions withTraining(Training other) {
        return new StackOptions(checkout, home, ports, engines, persisters, kafka, brokers, databaseUrl, environment,
                detours, endsWithParent, other);
    }

    static void requireInstances(String what, int count) {
        if (count < 0 || count > PortPlan.MAX_INSTANCES) {
            throw new IllegalArgumentException(
                    what + ": " + count + " (expected: a whole number from 0 to " + PortPlan.MAX_INSTANCES + ")");
        }
    }

    Path stackFile() {
        return home.resolve("stack.json");
    }

    Path log(String name) {
        return home.resolve("logs").resolve(name + ".log");
    }

    Path data() {
        return home.resolve("data");
    }

    Path data(String name) {
        return data().resolve(name);
    }

    /** What a program of this stack starts from. */
    Optional<Jvm.AotCache> aotCache(String program) {
        return training == Training.NONE
                ? Optional.empty()
                : Optional.of(Jvm.AotCache.of(checkout, program, training == Training.RECORDED));
    }

    ProcessFiles processFiles() {
        return ProcessFiles.of(home);
    }
}
