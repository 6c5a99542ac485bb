package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.networking.v1.HTTPIngressPath;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IngressTest {

    private static final Path DESCRIPTION = Path.of("../gateway/src/main/resources/openapi.json");

    @Test
    void leadsToEveryCallOfTheApi() throws IOException {
        List<String> calls = new ObjectMapper().readTree(Files.readString(DESCRIPTION)).path("paths").propertyStream()
                .map(path -> path.getKey()).toList();
        assertThat(calls).contains("/buy").allMatch(IngressTest::isLedToTheGateway);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/page/1/main.js"})
    void leadsToThePage(String path) {
        assertThat(isLedToTheGateway(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/anything", "/actuator", "/actuator/health/readiness", "/ordersx", "/buy/1"})
    void leadsToNothingElse(String path) {
        assertThat(isLedToTheGateway(path)).isFalse();
    }

    /** By ingress-nginx's own settings a stream of orders would wait for its end, and GET /buy could order twice. */
    @ParameterizedTest
    @CsvSource({"proxy-request-buffering, off", "proxy-body-size, 0", "proxy-buffering, off",
        "proxy-next-upstream, off"})
    void passesOnWhatComesOnceAndAtOnce(String annotation, String value) {
        assertThat(Manifests.all(Ingress.class)).isNotEmpty().allSatisfy(ingress -> assertThat(
                ingress.getMetadata().getAnnotations())
                .containsEntry("nginx.ingress.kubernetes.io/" + annotation, value));
    }

    private static boolean isLedToTheGateway(String path) {
        return Manifests.all(Ingress.class).stream().flatMap(ingress -> ingress.getSpec().getRules().stream())
                .flatMap(rule -> rule.getHttp().getPaths().stream()).anyMatch(entry -> covers(entry, path));
    }

    private static boolean covers(HTTPIngressPath entry, String path) {
        return path.equals(entry.getPath())
                || (entry.getPathType().equals("Prefix") && path.startsWith(entry.getPath() + "/"));
    }
}
