package trading.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The processes of a stack as its options want them, none of which runs yet: programs, heaps, ports and addresses. */
final class Servers {

    private static final int BROKER_HEAP_MEGABYTES = 512;
    private static final int GATEWAY_HEAP_MEGABYTES = 320;
    private static final int ENGINE_HEAP_MEGABYTES = 320;
    private static final int PERSISTER_HEAP_MEGABYTES = 64;
    private static final int MIGRATIONS_HEAP_MEGABYTES = 128;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(25);

    /** Spring Boot would also read what it takes for configuration in whatever folder the stack is started in. */
    private static final String CONFIGURATION = "SPRING_CONFIG_LOCATION";
    private static final String PACKAGED = "classpath:/";

    private final StackOptions options;

    Servers(StackOptions options) {
        this.options = options;
    }

    /** Bootstrap servers. */
    String kafka() {
        return options.kafka().orElseGet(() -> bootstrapServers(brokerPorts()));
    }

    List<KafkaBroker> brokers() {
        PortPlan ports = options.ports();
        List<KafkaBroker.Listeners> cluster = IntStream.rangeClosed(1, options.brokers())
                .mapToObj(broker -> new KafkaBroker.Listeners(ports.kafka(broker), ports.kafkaController(broker)))
                .toList();
        return IntStream.rangeClosed(1, options.brokers()).mapToObj(broker -> broker(broker, cluster)).toList();
    }

    private KafkaBroker broker(int number, List<KafkaBroker.Listeners> cluster) {
        String suffix = cluster.size() == 1 ? "" : "-" + number;
        List<KafkaBroker.Detour> detours = options.detours().kafka().entrySet().stream()
                .map(detour -> new KafkaBroker.Detour(detour.getKey(),
                        options.ports().kafkaOf(detour.getKey(), number), detour.getValue().get(number - 1)))
                .toList();
        return new KafkaBroker("broker" + suffix, options.data("kafka" + suffix), options.log("broker" + suffix),
                number, cluster, detours, jvm("broker", BROKER_HEAP_MEGABYTES), options.endsWithParent());
    }

    private List<Integer> brokerPorts() {
        return IntStream.rangeClosed(1, options.brokers()).mapToObj(options.ports()::kafka).toList();
    }

    private static String bootstrapServers(List<Integer> ports) {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    Migrations migrations(DatabaseAddress database) {
        return new Migrations(jar("infra/mysql", "mysql"), database, options.log(Migrations.NAME),
                jvm(Migrations.NAME, MIGRATIONS_HEAP_MEGABYTES), options.processFiles(), options.endsWithParent());
    }

    JarService engine(int number) {
        String name = "engine-" + number;
        return service(name, jar("engine/service", "engine"), options.ports().engine(number),
                jvm("engine", ENGINE_HEAP_MEGABYTES), environment("engine", name));
    }

    JarService gateway(DatabaseAddress database) {
        return service("gateway", jar("gateway", "gateway"), options.ports().gateway(),
                jvm("gateway", GATEWAY_HEAP_MEGABYTES), environment("gateway", "gateway", database));
    }

    JarService persister(int number, DatabaseAddress database) {
        String name = "persister-" + number;
        Map<String, String> environment = environment("persister", name, database);
        // Its own would be left among the machine's temporary files whenever it is killed.
        environment.put("TRADING_PERSISTER_LOADFOLDER", options.data(name).toAbsolutePath().toString());
        return service(name, jar("persister", "persister"), options.ports().persister(number),
                jvm("persister", PERSISTER_HEAP_MEGABYTES), environment);
    }

    private JarService service(String name, Path jar, int port, Jvm jvm, Map<String, String> environment) {
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        if (!System.getenv().containsKey(CONFIGURATION)) {
            environment.putIfAbsent(CONFIGURATION, PACKAGED);
        }
        return new JarService(name, jar, options.log(name), port, jvm, environment, STOP_LIMIT,
                options.endsWithParent());
    }

    private Map<String, String> environment(String service, String name) {
        List<Integer> detours = options.detours().kafka().get(service);
        Map<String, String> environment = new HashMap<>(options.environment());
        environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", detours == null ? kafka() : bootstrapServers(detours));
        environment.put("SPRING_KAFKA_CLIENT_ID", name);
        return environment;
    }

    private Map<String, String> environment(String service, String name, DatabaseAddress database) {
        Integer detour = options.detours().database().get(service);
        DatabaseAddress address = detour == null ? database : database.through(detour);
        Map<String, String> environment = environment(service, name);
        environment.put("SPRING_R2DBC_URL", address.r2dbcUrl());
        environment.put("SPRING_R2DBC_USERNAME", address.username());
        environment.put("SPRING_R2DBC_PASSWORD", address.password());
        return environment;
    }

    private Jvm jvm(String program, int heapMegabytes) {
        // Nobody watches a stack that goes with its parent for long enough to see it become fast.
        return new Jvm(heapMegabytes, options.endsWithParent(), options.aotCache(program));
    }

    private Path jar(String module, String name) {
        return options.checkout().resolve(module).resolve("target").resolve(name + ".jar");
    }
}
