package trading.persister;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Down while a partition is stopped or a thread cannot get through, with the reasons. */
@Component("persister")
final class PersisterHealth implements HealthIndicator {

    private final StoppedPartitions stopped;
    private final Interruptions interruptions;

    PersisterHealth(StoppedPartitions stopped, Interruptions interruptions) {
        this.stopped = stopped;
        this.interruptions = interruptions;
    }

    @Override
    public Health health() {
        Interruptions.Interruption interruption = interruptions.longest();
        Health.Builder health = interruption == null && stopped.count() == 0 ? Health.up() : Health.down();
        if (interruption != null) {
            health.withDetail("waitingSince", interruption.since().toString()).withDetail("cause",
                    interruption.cause());
        }
        return health.withDetail("stopped", stopped.details()).build();
    }
}
