package trading.k8s;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What we use of a kustomization or a component. */
record Kustomization(@JsonProperty(required = true) String apiVersion, @JsonProperty(required = true) String kind,
        @Nullable String namespace, @Nullable List<String> resources, @Nullable List<String> components,
        @Nullable List<LabelSet> labels, @Nullable List<ConfigMapGenerator> configMapGenerator,
        @Nullable List<Image> images, @Nullable List<Replicas> replicas, @Nullable List<Patch> patches) {

    record LabelSet(Map<String, String> pairs, @Nullable Boolean includeSelectors,
            @Nullable Boolean includeTemplates) {}

    record ConfigMapGenerator(String name, @Nullable String behavior, @Nullable List<String> literals,
            @Nullable List<String> files, @Nullable Options options) {}

    record Options(@Nullable Map<String, String> labels, @Nullable Boolean disableNameSuffixHash) {}

    record Image(String name, @Nullable String newName, @Nullable String newTag) {}

    record Replicas(String name, int count) {}

    record Patch(@Nullable String path, @Nullable String patch, @Nullable Target target) {}

    record Target(String kind, @Nullable String name) {}
}
