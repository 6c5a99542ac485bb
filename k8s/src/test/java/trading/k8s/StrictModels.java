package trading.k8s;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.io.Serial;
import java.util.Map;

/**
 * Reads objects into the typed models of their kinds, and refuses fields that a model does not have. The models themselves
 * would keep such fields in a map.
 */
final class StrictModels {

    /** Every kind that the manifests use, by its version. */
    private static final Map<String, Class<?>> KINDS = Map.ofEntries(Map.entry("v1/Namespace", Namespace.class),
            Map.entry("v1/Service", Service.class), Map.entry("v1/ServiceAccount", ServiceAccount.class),
            Map.entry("apps/v1/Deployment", Deployment.class), Map.entry("apps/v1/StatefulSet", StatefulSet.class),
            Map.entry("batch/v1/Job", Job.class), Map.entry("batch/v1/CronJob", CronJob.class),
            Map.entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("autoscaling/v2/HorizontalPodAutoscaler", HorizontalPodAutoscaler.class),
            Map.entry("networking.k8s.io/v1/Ingress", Ingress.class),
            Map.entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
            Map.entry("monitoring.coreos.com/v1/PodMonitor", PodMonitor.class),
            Map.entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class),
            Map.entry("kafka.strimzi.io/v1/Kafka", Kafka.class),
            Map.entry("kafka.strimzi.io/v1/KafkaNodePool", KafkaNodePool.class),
            Map.entry("kafka.strimzi.io/v1/KafkaTopic", KafkaTopic.class),
            Map.entry("keda.sh/v1alpha1/ScaledObject", ScaledObject.class),
            Map.entry("kustomize.config.k8s.io/v1beta1/Kustomization", Kustomization.class),
            Map.entry("kustomize.config.k8s.io/v1alpha1/Component", Kustomization.class));

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new WithoutAnySetters()).build();

    private StrictModels() {}

    /**
     * The object as its kind's model.
     *
     * @throws IllegalArgumentException if there is no such kind, or a field is unknown or of another type
     */
    static Object read(Map<String, Object> object) {
        String kind = object.get("apiVersion") + "/" + object.get("kind");
        Class<?> model = KINDS.get(kind);
        if (model == null) {
            throw new IllegalArgumentException("kind: " + kind + " (expected: one of " + KINDS.keySet() + ")");
        }
        return MAPPER.convertValue(object, model);
    }

    /** {@link JsonAnySetter} counts for nothing. */
    private static final class WithoutAnySetters extends JacksonAnnotationIntrospector {

        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return Boolean.FALSE;
        }
    }
}
