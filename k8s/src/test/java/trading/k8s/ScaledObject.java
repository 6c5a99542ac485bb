package trading.k8s;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What we use of KEDA's ScaledObject, for which there is no model to depend on. */
record ScaledObject(@JsonProperty(required = true) String apiVersion, @JsonProperty(required = true) String kind,
        @JsonProperty(required = true) ObjectMeta metadata, @JsonProperty(required = true) Spec spec) {

    record Spec(Target scaleTargetRef, int minReplicaCount, int maxReplicaCount, @Nullable Integer pollingInterval,
            @Nullable Integer cooldownPeriod, @Nullable Advanced advanced, List<Trigger> triggers) {}

    record Target(String name, @Nullable String apiVersion, @Nullable String kind) {}

    record Advanced(HorizontalPodAutoscalerConfig horizontalPodAutoscalerConfig) {}

    record HorizontalPodAutoscalerConfig(HorizontalPodAutoscalerBehavior behavior) {}

    record Trigger(String type, @Nullable String metricType, Metadata metadata) {}

    /** The Kafka trigger's, and the value of one by CPU; all are strings. */
    record Metadata(@Nullable String bootstrapServersFromEnv, @Nullable String consumerGroup, @Nullable String topic,
            @Nullable String offsetResetPolicy, @Nullable String lagThreshold, @Nullable String activationLagThreshold,
            @Nullable String allowIdleConsumers, @Nullable String excludePersistentLag,
            @Nullable String limitToPartitionsWithLag, @Nullable String value) {}
}
