package trading.persister;

import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.stereotype.Component;

/** How the consumers of {@link SalesListener} stand. Safe for use by any thread. */
@Component
final class SalesConsumers {

    private final KafkaListenerEndpointRegistry listeners;

    SalesConsumers(KafkaListenerEndpointRegistry listeners) {
        this.listeners = listeners;
    }

    /** Partitions that they read. */
    int partitions() {
        MessageListenerContainer container = container();
        var assigned = container == null ? null : container.getAssignedPartitions();
        return assigned == null ? 0 : assigned.size();
    }

    /** Records that they have not polled yet, as of their last fetches. */
    double lag() {
        MessageListenerContainer container = container();
        return container == null
                ? 0
                : container.metrics().values().stream().flatMap(metrics -> metrics.entrySet().stream())
                        .filter(metric -> metric.getKey().name().equals("records-lag"))
                        .mapToDouble(metric -> value(metric.getValue())).filter(Double::isFinite).sum();
    }

    private @Nullable MessageListenerContainer container() {
        return listeners.getListenerContainer(SalesListener.ID);
    }

    private static double value(Metric metric) {
        return metric.metricValue() instanceof Double value ? value : 0;
    }
}
