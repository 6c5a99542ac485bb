package trading.start;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Starts a service with the beans that its build has written down (Spring's ahead-of-time processing): to look for them takes
 * an eighth of what a start takes of a processor, and a quarter or more where its classes are recorded.
 *
 * <p>Settings decide which beans there are, and a build knows none but those of the service's {@code application.yaml}. So every
 * setting that was given from elsewhere is looked at first: with any that is not known to be a mere value, the service looks
 * for its beans as if nothing were written down. {@code -Dspring.aot.enabled=false} has it do so in any case.
 */
public final class WrittenBeans implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final Pattern IN_NAMES = Pattern.compile("[^a-z0-9]");

    /** What Spring's beans may be decided by. */
    private static final Pattern SETTINGS = anyOf(List.of("spring.", "server.", "management.", "logging."));

    /** Those of them that beans only read, or that come before there are any. */
    private static final Pattern VALUES = anyOf(List.of("server.port", "server.address", "logging.",
            "management.endpoint.health.group.", "spring.aot.", "spring.application.", "spring.main.banner-mode",
            "spring.kafka.bootstrap-servers", "spring.kafka.client-id", "spring.kafka.properties.",
            "spring.kafka.admin.properties.", "spring.kafka.consumer.properties.", "spring.kafka.producer.properties.",
            "spring.kafka.streams.properties.", "spring.r2dbc.url", "spring.r2dbc.username", "spring.r2dbc.password"));

    /** Says where a service is configured: nowhere but in what is packaged with it, or perhaps without that. */
    private static final String LOCATION = "spring.config.location";
    private static final String PACKAGED_ONLY = "classpath:/";

    private static final String PACKAGED = "Config resource 'class path resource [application.yaml]'";
    private static final String WRITTEN = "__ApplicationContextInitializer";

    private final Class<?> service;
    private final Pattern deciding;

    WrittenBeans(Class<?> service, List<String> deciding) {
        this.service = service;
        this.deciding = anyOf(deciding);
    }

    /**
     * Starts a service; what it throws is Spring's.
     *
     * @param arguments of the command line
     * @param deciding settings of ours by which it has one bean or another; what ends with a dot is all that begins so
     */
    public static void run(Class<?> service, String[] arguments, List<String> deciding) {
        SpringApplication application = new SpringApplication(service);
        application.addListeners(new WrittenBeans(service, deciding));
        if (isBuild()) {
            application.addListeners(new WithoutEnvironment());
        }
        application.run(arguments);
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        Optional<String> unknown = unknown(event.getEnvironment());
        if (isBuild()) {
            unknown.ifPresent(WrittenBeans::refuse);
        } else if (unknown.isEmpty() && isWritten()
                && SpringProperties.getProperty(AotDetector.AOT_ENABLED) == null) {
            SpringProperties.setFlag(AotDetector.AOT_ENABLED);
        }
    }

    private static boolean isBuild() {
        return Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
    }

    private static void refuse(String name) {
        throw new IllegalStateException(name + ": set (expected: not while the build writes beans down)");
    }

    /** Not where a service runs from what an editor has compiled. */
    private boolean isWritten() {
        return ClassUtils.isPresent(service.getName() + WRITTEN, service.getClassLoader());
    }

    /** A setting that may want other beans than the build has found, if one was given. */
    Optional<String> unknown(ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream()
                .filter(source -> !source.getName().startsWith(PACKAGED))
                .flatMap(WrittenBeans::names)
                .filter(name -> !isValue(name) && !isPackagedOnly(name, environment))
                .findAny();
    }

    private static boolean isPackagedOnly(String name, ConfigurableEnvironment environment) {
        return uniform(name).equals(uniform(LOCATION)) && PACKAGED_ONLY.equals(environment.getProperty(name));
    }

    private static Stream<String> names(PropertySource<?> source) {
        return source instanceof EnumerablePropertySource<?> enumerable
                ? Stream.of(enumerable.getPropertyNames())
                : Stream.empty();
    }

    private boolean isValue(String name) {
        String uniform = uniform(name);
        // Shells have a variable that is named by no letter.
        if (uniform.isEmpty()) {
            return true;
        }
        return !deciding.matcher(uniform).matches()
                && (!SETTINGS.matcher(uniform).matches() || VALUES.matcher(uniform).matches());
    }

    private static Pattern anyOf(List<String> settings) {
        return Pattern.compile(settings.stream()
                .map(setting -> uniform(setting) + (setting.endsWith(".") ? ".*" : ""))
                .collect(Collectors.joining("|")));
    }

    /** The same for a setting's name in a file, and for the environment variable and the option that set it. */
    private static String uniform(String name) {
        return IN_NAMES.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    /** Who builds may have set variables for a service that is to run afterwards; before files are read for them, they are gone. */
    private static final class WithoutEnvironment
            implements
                ApplicationListener<ApplicationEnvironmentPreparedEvent>,
                Ordered {

        @Override
        public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
            event.getEnvironment().getPropertySources()
                    .remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        }

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }
    }
}
