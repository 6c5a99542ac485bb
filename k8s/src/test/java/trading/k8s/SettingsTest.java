package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapKeySelector;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trading.wire.Topics;

/** Every setting that a manifest names exists. */
class SettingsTest {

    private static final Set<String> JVM = Set.of("JDK_JAVA_OPTIONS");
    private static final Set<String> KEYS_OF_SECRET = Set.of("username", "password", "root-password");

    /** The second is made of the last three. */
    private static final Set<String> CLIENT = Set.of("GATEWAY_URL", "DATABASE_URL", "KAFKA_BOOTSTRAP_SERVERS",
            "DATABASE_ADDRESS", "DATABASE_USERNAME", "DATABASE_PASSWORD");

    private static final Set<String> SPEAK_KAFKA = Set.of("setup-topics", "load", "audit");

    /** What reads its environment itself. */
    private static final Map<String, Set<String>> READ = Map.of("setup-schema",
            Set.of("MYSQL_URL", "MYSQL_USERNAME", "MYSQL_PASSWORD", "MYSQL_WAIT_SECONDS",
                    "MYSQL_ORDERS_BY_USER"),
            "setup-topics",
            Set.of("KAFKA_BOOTSTRAP_SERVERS", "KAFKA_REPLICATION", "KAFKA_MIN_INSYNC_REPLICAS",
                    "KAFKA_WAIT_SECONDS"),
            "mysql",
            Set.of("MYSQL_DATABASE", "MYSQL_USER", "MYSQL_PASSWORD", "MYSQL_ROOT_PASSWORD"), "load",
            CLIENT, "audit", CLIENT);

    @ParameterizedTest
    @MethodSource("services")
    void servicesKnowTheirSettings(Workload workload) {
        ServiceSettings settings = ServiceSettings.of(workload.name());
        List<String> variables = new ArrayList<>(workload.environment());
        workload.container().getEnvFrom().forEach(source -> variables.addAll(generated(
                source.getConfigMapRef().getName())));
        assertThat(variables).hasSizeGreaterThan(1)
                .allMatch(variable -> JVM.contains(variable) || settings.knows(variable), "known to " + workload);
    }

    @Test
    void aMisspeltSettingIsFound() {
        ServiceSettings engine = ServiceSettings.of("engine");
        assertThat(engine.knows("TRADING_ENGINE_ORDERTIMEOUT")).isTrue();
        assertThat(engine.knows("TRADING_ENGINE_ORDER_TIMEOUT")).isTrue();
        assertThat(engine.knows("TRADING_ENGINE_ORDERTIMEOUTS")).isFalse();
        assertThat(engine.knows("SPRING_KAFKA_BOOTSTRAPSERVERS")).isTrue();
        assertThat(engine.knows("SPRING_KAFKA_BOOTSTRAP_SERVER")).isFalse();
        assertThat(engine.knows("LOGGING_LEVEL_TRADING")).isTrue();
        assertThat(engine.knows("TRADING_TRACING_ENDPOINT")).isTrue();
        assertThat(engine.knows("TRADING_TRACING_ENDPOINTS")).isFalse();
        assertThat(engine.knows("TRADING_SECURITY_MODE")).isFalse();
        ServiceSettings gateway = ServiceSettings.of("gateway");
        assertThat(List.of("TRADING_SECURITY_MODE", "TRADING_SECURITY_CORS_ALLOWEDORIGINS",
                "TRADING_GATEWAY_MARKET_MAXPRODUCTS", "TRADING_GATEWAY_EVENTS_MAXSTREAMS",
                "TRADING_GATEWAY_PAGE_ENABLED")).allMatch(gateway::knows);
        assertThat(gateway.knows("TRADING_SECURITY_CORS")).isFalse();
    }

    @Test
    void whatReadsItsEnvironmentItselfReadsAllOfIt() {
        READ.forEach((name, known) -> assertThat(workload(name).environment())
                .isNotEmpty().allMatch(variable -> known.contains(variable)
                        || (SPEAK_KAFKA.contains(name) && variable.startsWith("KAFKA_CLIENT_"))));
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsReferredToIsThere(Workload workload) {
        Set<String> literals = generated("pipeline");
        sources(workload).map(EnvVarSource::getConfigMapKeyRef).filter(Objects::nonNull)
                .forEach(key -> assertThat(literals).contains(key(key)));
        sources(workload).map(EnvVarSource::getSecretKeyRef).filter(Objects::nonNull).forEach(key -> {
            assertThat(key.getName()).isEqualTo("database");
            assertThat(KEYS_OF_SECRET).contains(key.getKey());
        });
    }

    /** Without the indexes, a gateway that lists orders that are done does not start. */
    @Test
    void doneOrdersCanBeListedAndAreNotUnlessSomebodySaysSo() {
        EnvVar indexes = workload("setup-schema").container().getEnv().stream()
                .filter(variable -> variable.getName().equals("MYSQL_ORDERS_BY_USER")).findFirst().orElseThrow();
        assertThat(key(indexes.getValueFrom().getConfigMapKeyRef())).isEqualTo("database.orders-by-user");
        assertThat(literals("pipeline")).filteredOn(literal -> literal.startsWith("database.orders-by-user="))
                .containsExactly("database.orders-by-user=false");
        assertThat(ServiceSettings.of("gateway").knows("TRADING_GATEWAY_DONEORDERS")).isTrue();
    }

    @Test
    void passwordsComeFromSecrets() {
        assertThat(Workload.all().stream().flatMap(workload -> workload.container().getEnv().stream())
                .filter(variable -> variable.getName().endsWith("PASSWORD"))).isNotEmpty()
                .allMatch(variable -> variable.getValue() == null);
    }

    @Test
    void scalingIsByTheGroupsAndTopicsOfTheServices() {
        Map<String, ScaledObject.Spec> specs = Manifests.all(ScaledObject.class).stream()
                .collect(Collectors.toMap(object -> object.metadata().getName(), ScaledObject::spec));
        assertThat(specs).containsOnlyKeys("engine", "persister");
        assertScaled(specs, "engine", "threads", Topics.ENGINE_GROUP, Topics.ORDERS);
        assertScaled(specs, "persister", "concurrency", Topics.PERSISTER_GROUP, Topics.SALES);
    }

    /** KEDA refuses a share of what is not requested. */
    @Test
    void enginesThatHaveEnoughToDoAreNotTakenAwayForWantOfLag() {
        ScaledObject engine = Manifests.all(ScaledObject.class).stream()
                .filter(object -> object.metadata().getName().equals("engine")).findFirst().orElseThrow();
        assertThat(engine.spec().triggers()).extracting(ScaledObject.Trigger::type).containsExactly("kafka", "cpu");
        assertThat(Workload.service("engine").container().getResources().getRequests()).containsKey("cpu");
    }

    /** The Ingress opens the API. */
    @Test
    void prodAsksForTokens() {
        Kustomization prod = (Kustomization) StrictModels
                .read(Manifests.document(Path.of("overlays/prod/kustomization.yaml")));
        assertThat(prod.components()).contains("../../components/ingress");
        assertThat(prod.configMapGenerator()).filteredOn(generator -> generator.name().equals("gateway"))
                .singleElement()
                .satisfies(generator -> assertThat(generator.literals()).contains("TRADING_SECURITY_MODE=jwt"));
    }

    private static void assertScaled(Map<String, ScaledObject.Spec> specs, String service, String threadsSetting,
            String group, String topic) {
        int threads = ServiceSettings.of(service).number(threadsSetting);
        ScaledObject.Spec spec = Objects.requireNonNull(specs.get(service));
        assertThat(spec.scaleTargetRef().name()).isEqualTo(service);
        assertThat(spec.maxReplicaCount() * threads).isEqualTo(Topics.PARTITIONS);
        ScaledObject.Metadata trigger = spec.triggers().getFirst().metadata();
        assertThat(trigger.consumerGroup()).isEqualTo(group);
        assertThat(trigger.topic()).isEqualTo(topic);
        assertThat(Workload.service(service).environment()).contains(trigger.bootstrapServersFromEnv());
        assertThat(Integer.parseInt(Objects.requireNonNull(trigger.lagThreshold())))
                .as("above the markers of all partitions")
                .isGreaterThan(Topics.PARTITIONS);
    }

    /** The names in all literals of the config maps of a name. */
    private static Set<String> generated(String configMap) {
        return literals(configMap).map(literal -> literal.substring(0, literal.indexOf('=')))
                .collect(Collectors.toSet());
    }

    /** What a literal of a config map says. */
    static String literal(String configMap, String name) {
        return literals(configMap).filter(literal -> literal.startsWith(name + "=")).findFirst().orElseThrow()
                .substring(name.length() + 1);
    }

    /** All literals of the config maps of a name, as they are written. */
    static Stream<String> literals(String configMap) {
        return Manifests.all(Kustomization.class).stream()
                .flatMap(kustomization -> Optional.ofNullable(kustomization.configMapGenerator()).orElse(List.of())
                        .stream())
                .filter(generator -> generator.name().equals(configMap))
                .flatMap(generator -> Optional.ofNullable(generator.literals()).orElse(List.of()).stream());
    }

    private static String key(ConfigMapKeySelector key) {
        assertThat(key.getName()).isEqualTo("pipeline");
        return key.getKey();
    }

    private static Stream<EnvVarSource> sources(Workload workload) {
        return workload.container().getEnv().stream().map(EnvVar::getValueFrom).filter(Objects::nonNull);
    }

    private static Workload workload(String name) {
        return Workload.all().stream().filter(workload -> workload.name().equals(name)).findFirst().orElseThrow();
    }

    private static List<Workload> all() {
        return Workload.all();
    }

    private static List<Workload> services() {
        return Workload.services();
    }
}
