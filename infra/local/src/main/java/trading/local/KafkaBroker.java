package trading.local;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * A real Kafka broker, and controller, out of the jars on this JVM's class path, on loopback: alone, or one of three that
 * keep each record three times, and acknowledge it when two of them have it.
 *
 * @param name of the process
 * @param data holds its configuration and its logs; survives restarts
 * @param output takes what the process prints
 * @param number of this one in its cluster, from 1
 * @param cluster where each of its brokers listens, this one among them
 * @param detours listeners beside the first, for clients who come by another port
 * @param endsWithParent as in {@link Launch}
 */
public record KafkaBroker(String name, Path data, Path output, int number, List<Listeners> cluster,
        List<Detour> detours,
        Jvm jvm, boolean endsWithParent) implements Server {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    /** Who stops with all others waits for a cluster that is no more; what was acknowledged, two of them have. */
    private static final Duration STOP_LIMIT_IN_CLUSTER = Duration.ofSeconds(3);

    /** Folder of its logs in that of its data. */
    static final String LOGS = "log";
    private static final String BINDS_LOGGING = "log4j.provider";

    /**
     * A listener on one port that clients reach by another.
     *
     * @param name of the listener
     * @param port where the broker listens
     * @param advertisedPort where clients are told that it listens
     */
    record Detour(String name, int port, int advertisedPort) {

        String listener(int at) {
            return name.toUpperCase(Locale.ROOT) + "://127.0.0.1:" + at;
        }
    }

    /**
     * Where a broker of a cluster listens.
     *
     * @param clients for clients
     * @param controllers for the brokers' controllers
     */
    record Listeners(int clients, int controllers) {}

    /** A broker alone that all clients reach directly. */
    public KafkaBroker(String name, Path data, Path output, int port, int controllerPort, Jvm jvm,
            boolean endsWithParent) {
        this(name, data, output, 1, List.of(new Listeners(port, controllerPort)), List.of(), jvm, endsWithParent);
    }

    /** In how many brokers of a cluster each record is kept. */
    static short replication(int brokers) {
        return (short) brokers;
    }

    /** How many brokers of a cluster must have a record before it is acknowledged: one may be away. */
    static int minInsyncReplicas(int brokers) {
        return Math.max(1, brokers - 1);
    }

    /** Where it listens for clients. */
    public int port() {
        return cluster.get(number - 1).clients();
    }

    /** All ports where it listens. */
    List<Integer> ports() {
        Listeners own = cluster.get(number - 1);
        return Stream.concat(Stream.of(own.clients(), own.controllers()), detours.stream().map(Detour::port)).toList();
    }

    /** What clients are configured with. */
    public String bootstrapServers() {
        return cluster.stream().map(listeners -> "127.0.0.1:" + listeners.clients()).collect(Collectors.joining(","));
    }

    /** The version of the broker, which is that of the client: both come from this class path. */
    public static String version() {
        return AppInfoParser.getVersion();
    }

    @Override
    public Launch launch() throws IOException {
        Files.createDirectories(data);
        Path file = data.resolve("server.properties");
        Properties properties = new Properties();
        properties.putAll(configuration());
        // Kafka reads it as Properties do: as Latin-1, with escapes.
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        List<String> command = new ArrayList<>(jvm.command());
        // Services may bring a bridge from log4j to slf4j; the broker talks to log4j's own core.
        command.add("-D" + BINDS_LOGGING + "=org.apache.logging.log4j.core.impl.Log4jProvider");
        command.add("-Dlogback.configurationFile=trading/local/broker-logback.xml");
        command.addAll(List.of("-cp", classPath(), BrokerMain.class.getName(), file.toAbsolutePath().toString()));
        return new Launch(name, command, Map.of(), output,
                jvm.stopLimit(cluster.size() == 1 ? STOP_LIMIT : STOP_LIMIT_IN_CLUSTER),
                endsWithParent, Optional.of(data));
    }

    /** This JVM's, wherever the broker runs. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** A broker opens its port when it has taken part in its cluster, as the last step of its start. */
    @Override
    public boolean isReady() {
        return Ports.isOpen(port());
    }

    @Override
    public Duration startLimit() {
        return START_LIMIT;
    }

    private Map<String, String> configuration() {
        String replication = Short.toString(replication(cluster.size()));
        String minInsyncReplicas = Integer.toString(minInsyncReplicas(cluster.size()));
        Map<String, String> of = new LinkedHashMap<>();
        of.put("process.roles", "broker,controller");
        of.put("node.id", Integer.toString(number));
        of.put("controller.quorum.voters", IntStream.rangeClosed(1, cluster.size())
                .mapToObj(broker -> broker + "@127.0.0.1:" + cluster.get(broker - 1).controllers())
                .collect(Collectors.joining(",")));
        of.put("controller.listener.names", "CONTROLLER");
        of.put("listeners", "PLAINTEXT://127.0.0.1:" + port() + ",CONTROLLER://127.0.0.1:"
                + cluster.get(number - 1).controllers() + each(detour -> "," + detour.listener(detour.port())));
        of.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port()
                + each(detour -> "," + detour.listener(detour.advertisedPort())));
        of.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT"
                + each(detour -> "," + detour.name().toUpperCase(Locale.ROOT) + ":PLAINTEXT"));
        // From where it runs: Kafka takes a path with a comma for two.
        of.put("log.dirs", LOGS);
        of.put("auto.create.topics.enable", "false");
        of.put("min.insync.replicas", minInsyncReplicas);
        of.put("offsets.topic.replication.factor", replication);
        of.put("offsets.topic.num.partitions", "4");
        of.put("transaction.state.log.replication.factor", replication);
        of.put("transaction.state.log.min.isr", minInsyncReplicas);
        of.put("transaction.state.log.num.partitions", "4");
        of.put("share.coordinator.state.topic.replication.factor", replication);
        of.put("share.coordinator.state.topic.min.isr", minInsyncReplicas);
        of.put("group.initial.rebalance.delay.ms", "0");
        // A killed engine's transaction holds up the readers of its sales until it is found and aborted.
        of.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        // Engines that use the streams group protocol find there what the classic one takes from their own settings.
        of.put("group.streams.min.session.timeout.ms", "6000");
        of.put("group.streams.session.timeout.ms", "6000");
        of.put("group.streams.min.heartbeat.interval.ms", "500");
        of.put("group.streams.heartbeat.interval.ms", "500");
        of.put("group.streams.num.standby.replicas", "1");
        // So long it waits for another broker, as for the coordinator of a transaction, which may hang or have vanished.
        of.put("request.timeout.ms", "5000");
        of.put("socket.connection.setup.timeout.ms", "2000");
        of.put("socket.connection.setup.timeout.max.ms", "5000");
        of.put("num.network.threads", "2");
        of.put("num.io.threads", "4");
        of.put("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20));
        of.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        return of;
    }

    private String each(Function<Detour, String> text) {
        return detours.stream().map(text).collect(Collectors.joining());
    }
}
