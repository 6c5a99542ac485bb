package trading.engine;

import java.util.Collection;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Up while the engine trades or is being given partitions, with the number of partitions that it trades and copies. */
@Component("engineHealthIndicator")
class EngineHealth extends AbstractHealthIndicator {

    private final Engine engine;

    EngineHealth(Engine engine) {
        this.engine = engine;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        KafkaStreams streams = engine.streams();
        if (streams == null) {
            builder.outOfService();
            return;
        }
        KafkaStreams.State state = streams.state();
        builder.status(state.isRunningOrRebalancing() ? "UP" : "DOWN").withDetail("state", state)
                .withDetail("trading", trading(streams)).withDetail("standby", standby(streams));
    }

    /** Partitions that this engine trades. */
    static int trading(KafkaStreams streams) {
        return streams.metadataForLocalThreads().stream().map(ThreadMetadata::activeTasks).mapToInt(Collection::size)
                .sum();
    }

    /** Partitions that this engine keeps a copy of. */
    static int standby(KafkaStreams streams) {
        return streams.metadataForLocalThreads().stream().map(ThreadMetadata::standbyTasks).mapToInt(Collection::size)
                .sum();
    }
}
