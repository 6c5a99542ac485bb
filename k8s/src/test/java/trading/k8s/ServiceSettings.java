package trading.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;
import trading.tracing.TracingProperties;

/**
 * What one of our services can be set to, from its own properties and from those of Spring Boot, and what it is set to when
 * nothing else is said.
 */
final class ServiceSettings {

    private static final Map<String, Path> FOLDERS = Map.of("gateway", Path.of("../gateway"), "engine",
            Path.of("../engine/service"), "persister", Path.of("../persister"));
    private static final Map<String, List<String>> PROPERTIES = Map.of("gateway",
            List.of("trading.gateway.GatewayProperties", "trading.gateway.RequestProperties",
                    "trading.gateway.OrderProperties", "trading.gateway.ResultProperties",
                    "trading.gateway.security.SecurityProperties", "trading.gateway.market.MarketProperties",
                    "trading.gateway.events.EventProperties", "trading.gateway.page.PageProperties"),
            "engine", List.of("trading.engine.EngineProperties"), "persister",
            List.of("trading.persister.PersisterProperties"));

    private final String service;
    private final List<Class<?>> properties;

    private ServiceSettings(String service, List<Class<?>> properties) {
        this.service = service;
        this.properties = properties;
    }

    /** The settings of {@code gateway}, {@code engine} or {@code persister}. */
    static ServiceSettings of(String service) {
        return new ServiceSettings(service, Objects.requireNonNull(PROPERTIES.get(service)).stream()
                .<Class<?>>map(ServiceSettings::type).toList());
    }

    /** The names of our own properties, with what each is when nothing else is said: nothing, where that is not one value. */
    static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        Stream.concat(PROPERTIES.values().stream().flatMap(List::stream).map(ServiceSettings::type),
                Stream.of(TracingProperties.class)).forEach(type -> {
                    names(type).forEach(name -> defaults.put(name, ""));
                    parameters(type).forEach(parameter -> defaults.computeIfPresent(
                            prefix(type) + "." + dashed(parameter.getName()), (_, _) -> byDefault(parameter)));
                });
        return defaults;
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where it listens. */
    int port() {
        return Integer.parseInt(configured("server.port"));
    }

    /** How long a stop may take, as docs/limits.md says. */
    Duration stopLimit() {
        return switch (service) {
            case "gateway" -> configuredTime("spring.lifecycle.timeout-per-shutdown-phase")
                    .plus(ours("ackTimeout"));
            case "engine" -> ours("stopTimeout");
            default -> configuredTime("spring.lifecycle.timeout-per-shutdown-phase");
        };
    }

    /** Whether an environment variable sets a property that exists. */
    boolean knows(String variable) {
        String name = variable.toLowerCase(Locale.ROOT);
        return ourNames().contains(name) || Boot.SINGLE.contains(name)
                || Boot.MAPS.stream().anyMatch(map -> name.startsWith(map + "_"));
    }

    private Set<String> ourNames() {
        return Stream.concat(properties.stream(), Stream.of(TracingProperties.class)).flatMap(ServiceSettings::names)
                .flatMap(property -> asVariables(property).stream()).collect(Collectors.toSet());
    }

    private static Stream<String> names(Class<?> properties) {
        return names(prefix(properties), properties);
    }

    private static String prefix(Class<?> properties) {
        return properties.getAnnotation(ConfigurationProperties.class).value();
    }

    private static Stream<String> names(String prefix, Class<?> properties) {
        return Stream.of(properties.getRecordComponents()).flatMap(component -> {
            String name = prefix + "." + dashed(component.getName());
            return component.getType().isRecord() ? names(name, component.getType()) : Stream.of(name);
        });
    }

    /** The number that one of its own settings has when nothing else is said. */
    int number(String name) {
        return Integer.parseInt(byDefault(name));
    }

    private Duration ours(String name) {
        return DurationStyle.detectAndParse(byDefault(name));
    }

    private String byDefault(String name) {
        return properties.stream().flatMap(ServiceSettings::parameters)
                .filter(parameter -> parameter.getName().equals(name)).map(ServiceSettings::byDefault).findFirst()
                .orElseThrow();
    }

    private static Stream<Parameter> parameters(Class<?> properties) {
        return Stream.of(properties.getDeclaredConstructors()[0].getParameters());
    }

    private static String byDefault(Parameter parameter) {
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        return value == null || value.value().length == 0 ? "" : value.value()[0];
    }

    private Duration configuredTime(String name) {
        return DurationStyle.detectAndParse(configured(name));
    }

    /** A value of its application.yaml, whose keys may be written in one or in several steps. */
    private String configured(String name) {
        Path file = Objects.requireNonNull(FOLDERS.get(service)).resolve("src/main/resources/application.yaml");
        return value(Manifests.document(file), name).findFirst()
                .orElseThrow(() -> new IllegalStateException(file + ": no " + name));
    }

    private static Stream<String> value(Map<?, ?> fields, String name) {
        return fields.entrySet().stream().flatMap(field -> {
            String key = String.valueOf(field.getKey());
            if (key.equals(name)) {
                return Stream.of(String.valueOf(field.getValue()));
            }
            return name.startsWith(key + ".") && field.getValue() instanceof Map<?, ?> inner
                    ? value(inner, name.substring(key.length() + 1))
                    : Stream.of();
        });
    }

    /** {@code orderTimeout} as {@code order-timeout}. */
    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Spring's two rules: dots become underscores, dashes are left out or become underscores, too; case does not count. */
    private static Set<String> asVariables(String property) {
        String name = property.replace('.', '_').toLowerCase(Locale.ROOT);
        return Set.copyOf(List.of(name.replace("-", ""), name.replace('-', '_')));
    }

    /** The properties of Spring Boot's libraries that are on the class path, from their own descriptions. */
    private static final class Boot {

        private static final Set<String> SINGLE = new HashSet<>();
        private static final Set<String> MAPS = new HashSet<>();

        static {
            try {
                List<URL> descriptions = Collections.list(Boot.class.getClassLoader()
                        .getResources("META-INF/spring-configuration-metadata.json"));
                for (URL description : descriptions) {
                    try (InputStream text = description.openStream()) {
                        for (JsonNode property : new ObjectMapper().readTree(text).path("properties")) {
                            boolean map = property.path("type").asText().startsWith("java.util.Map");
                            (map ? MAPS : SINGLE).addAll(asVariables(property.path("name").asText()));
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
