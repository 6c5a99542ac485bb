package trading.persister;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.stereotype.Component;

/**
 * Down when a consumer has ended that should read sales: nothing starts it again but a start of the process. Part of liveness,
 * so that whoever watches over the process does that.
 */
@Component("consumers")
final class ConsumersHealth implements HealthIndicator {

    private final KafkaListenerEndpointRegistry listeners;

    ConsumersHealth(KafkaListenerEndpointRegistry listeners) {
        this.listeners = listeners;
    }

    @Override
    public Health health() {
        MessageListenerContainer sales = listeners.getListenerContainer(SalesListener.ID);
        return sales == null || sales.isInExpectedState()
                ? Health.up().build()
                : Health.down().withDetail("cause", "a consumer of sales has ended, the log says why").build();
    }
}
