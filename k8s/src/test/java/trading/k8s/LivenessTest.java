package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointProperties;
import org.springframework.boot.health.contributor.Status;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Which HTTP status the kubelet gets from Spring's own mapping, by which it starts a pod again or leaves it alone. */
class LivenessTest {

    @ParameterizedTest
    @CsvSource({"engine, UP, 200", "engine, OUT_OF_SERVICE, 200", "engine, DOWN, 503", "gateway, DOWN, 503",
        "persister, DOWN, 503"})
    void onlyWhatHasGivenUpIsStartedAgain(String service, String health, int expected) {
        assertThat(mapper(service).getStatusCode(new Status(health))).isEqualTo(expected);
    }

    private static HttpCodeStatusMapper mapper(String service) {
        Map<String, Object> variables = SettingsTest.literals(service).collect(Collectors.toMap(
                literal -> literal.substring(0, literal.indexOf('=')),
                literal -> literal.substring(literal.indexOf('=') + 1)));
        SystemEnvironmentPropertySource environment = new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables);
        HealthEndpointProperties properties = new Binder(ConfigurationPropertySources.from(environment))
                .bindOrCreate("management.endpoint.health", HealthEndpointProperties.class);
        HealthEndpointProperties.Group liveness = properties.getGroup().get("liveness");
        return liveness == null
                ? HttpCodeStatusMapper.getDefault()
                : HttpCodeStatusMapper.of(liveness.getStatus().getHttpMapping());
    }
}
