package trading.k8s;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What we use of prometheus-operator's PodMonitor, for which there is no model to depend on. */
record PodMonitor(@JsonProperty(required = true) String apiVersion, @JsonProperty(required = true) String kind,
        @JsonProperty(required = true) ObjectMeta metadata, @JsonProperty(required = true) Spec spec) {

    record Spec(LabelSelector selector, List<Endpoint> podMetricsEndpoints) {}

    record Endpoint(String port, String path, @Nullable String interval, @Nullable String scrapeTimeout,
            List<Relabeling> relabelings) {}

    record Relabeling(List<String> sourceLabels, String targetLabel) {}
}
