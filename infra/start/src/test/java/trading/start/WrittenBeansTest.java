package trading.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class WrittenBeansTest {

    private static final List<String> DECIDING = List.of("trading.gateway.page.enabled", "trading.security.");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PATH                                              | true
            MANPATH                                           | true
            SERVER_PORT                                       | true
            server.address                                    | true
            server.ssl.bundle                                 | false
            SPRING_KAFKA_BOOTSTRAP_SERVERS                    | true
            SPRING_KAFKA_BOOTSTRAPSERVERS                     | true
            spring.kafka.bootstrap-servers                    | true
            SPRING_KAFKA_PRODUCER_PROPERTIES_LINGER_MS        | true
            SPRING_KAFKA_PRODUCER_TRANSACTIONIDPREFIX         | false
            SPRING_R2DBC_URL                                  | true
            SPRING_R2DBC_URLS                                 | false
            SPRING_R2DBC_POOL_ENABLED                         | false
            SPRING_PROFILES_ACTIVE                            | false
            SPRING_AUTOCONFIGURE_EXCLUDE                      | false
            spring.threads.virtual.enabled                    | false
            management.server.port                            | false
            MANAGEMENT_SERVER_PORT                            | false
            MANAGEMENT_ENDPOINT_HEALTH_GROUP_LIVENESS_INCLUDE | true
            MANAGEMENT_ENDPOINT_HEALTH_ACCESS                 | false
            LOGGING_STRUCTURED_FORMAT_CONSOLE                 | true
            TRADING_ENGINE_ORDERTIMEOUT                       | true
            trading.gateway.page.folder                       | true
            trading.gateway.page.enabled                      | false
            TRADING_GATEWAY_PAGE_ENABLED                      | false
            TRADING_SECURITY_MODE                             | false
            trading.security.cors.allowed-origins[0]          | false
            """)
    void aSettingThatMayDecideWhichBeansThereAreHasThemLookedFor(String name, boolean areFit) {
        assertThat(areFit(new MapPropertySource("given", Map.of(name, "1")))).isEqualTo(areFit);
    }

    @Test
    void onlyWhatIsPackagedIsKnownToTheBuild() {
        Map<String, Object> settings = Map.of("spring.r2dbc.pool.max-size", "4");
        assertThat(areFit(new MapPropertySource(
                "Config resource 'class path resource [application.yaml]' via location 'optional:classpath:/'",
                settings))).isTrue();
        assertThat(areFit(new MapPropertySource(
                "Config resource 'file [application.yaml]' via location 'optional:file:./'", settings))).isFalse();
    }

    @Test
    void wherePackagedSettingsAreTheOnlyOnesTheyAreKnownToTheBuild() {
        for (String name : List.of("SPRING_CONFIG_LOCATION", "spring.config.location")) {
            assertThat(areFit(new MapPropertySource("given", Map.of(name, "classpath:/")))).isTrue();
            assertThat(areFit(new MapPropertySource("given", Map.of(name, "file:/etc/trading/")))).isFalse();
        }
    }

    @Test
    void aServiceMayNameNone() {
        assertThat(areFit(new MapPropertySource("given", Map.of("_", "/usr/bin/java", "TRADING_SECURITY_MODE", "jwt")),
                List.of())).isTrue();
    }

    private static boolean areFit(MapPropertySource given) {
        return areFit(given, DECIDING);
    }

    private static boolean areFit(MapPropertySource given, List<String> deciding) {
        StandardEnvironment environment = new StandardEnvironment();
        // What this machine has set is no matter of this test.
        environment.getPropertySources().forEach(source -> environment.getPropertySources().remove(source.getName()));
        environment.getPropertySources().addFirst(given);
        return new WrittenBeans(WrittenBeansTest.class, deciding).unknown(environment).isEmpty();
    }
}
