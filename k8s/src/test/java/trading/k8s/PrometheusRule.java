package trading.k8s;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What we use of prometheus-operator's PrometheusRule, for which there is no model to depend on. */
record PrometheusRule(@JsonProperty(required = true) String apiVersion, @JsonProperty(required = true) String kind,
        @JsonProperty(required = true) ObjectMeta metadata, @JsonProperty(required = true) Spec spec) {

    record Spec(List<Group> groups) {}

    record Group(String name, @Nullable String interval, List<Rule> rules) {}

    record Rule(@Nullable String alert, @Nullable String record, String expr,
            @JsonProperty("for") @Nullable String pending, @JsonProperty("keep_firing_for") @Nullable String keepFiring,
            @Nullable Map<String, String> labels, @Nullable Map<String, String> annotations) {}
}
