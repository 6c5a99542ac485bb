package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MonitoringTest {

    private static final Path RULES = Path.of("../infra/prometheus/rules/pipeline.yml");
    private static final Path COPY = Path.of("components/monitoring/rules.yaml");

    @Test
    void theClusterHasTheAlertsThatAreTested() {
        assertThat(Manifests.document(COPY).get("spec")).isEqualTo(Manifests.document(RULES));
    }

    @Test
    void everyServiceIsScrapedAtItsOwnPort() {
        PodMonitor.Spec monitor = Manifests.all(PodMonitor.class).getFirst().spec();
        assertThat(Workload.services()).hasSize(3).allSatisfy(service -> {
            Map<String, String> labels = service.pods().getMetadata().getLabels();
            assertThat(labels).containsAllEntriesOf(monitor.selector().getMatchLabels());
            assertThat(monitor.selector().getMatchExpressions())
                    .allMatch(expression -> expression.getValues().contains(labels.get(expression.getKey())));
            assertThat(service.container().getPorts())
                    .anyMatch(port -> port.getName().equals(monitor.podMetricsEndpoints().getFirst().port()));
        });
    }

    /** By which dashboards and alerts name an instance. */
    @Test
    void anInstanceIsNamedByItsPod() {
        assertThat(Manifests.all(PodMonitor.class).getFirst().spec().podMetricsEndpoints())
                .allMatch(endpoint -> endpoint
                        .relabelings().stream().anyMatch(relabeling -> relabeling.targetLabel().equals("instance")
                                && relabeling.sourceLabels().contains("__meta_kubernetes_pod_name")));
    }
}
