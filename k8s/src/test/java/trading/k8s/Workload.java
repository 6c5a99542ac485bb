package trading.k8s;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that runs pods of one container.
 *
 * @param runsOn whether it runs until it is stopped, as jobs do not
 */
record Workload(ObjectMeta metadata, PodTemplateSpec pods, boolean runsOn) {

    /** All of them. */
    static List<Workload> all() {
        return Manifests.documents().stream().map(Manifests.Document::model).flatMap(Workload::of).toList();
    }

    /** Our three services. */
    static List<Workload> services() {
        return all().stream().filter(workload -> workload.pods().getSpec().getContainers().getFirst().getImage()
                .matches("trading/(gateway|engine|persister):.*")).toList();
    }

    /** One of our services. */
    static Workload service(String name) {
        return services().stream().filter(workload -> workload.name().equals(name)).findFirst().orElseThrow();
    }

    private static Stream<Workload> of(Object object) {
        return switch (object) {
            case Deployment it -> Stream.of(new Workload(it.getMetadata(), it.getSpec().getTemplate(), true));
            case StatefulSet it -> Stream.of(new Workload(it.getMetadata(), it.getSpec().getTemplate(), true));
            case Job it -> Stream.of(new Workload(it.getMetadata(), it.getSpec().getTemplate(), false));
            case CronJob it -> Stream.of(
                    new Workload(it.getMetadata(), it.getSpec().getJobTemplate().getSpec().getTemplate(), false));
            default -> Stream.of();
        };
    }

    String name() {
        return metadata.getName();
    }

    Container container() {
        return pods.getSpec().getContainers().getFirst();
    }

    /** Names of the container's environment variables. */
    List<String> environment() {
        return container().getEnv().stream().map(EnvVar::getName).toList();
    }

    @Override
    public String toString() {
        return name();
    }
}
