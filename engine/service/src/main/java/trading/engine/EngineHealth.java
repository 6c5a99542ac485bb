package trading.engine;

import org.apache.kafka.streams.KafkaStreams;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/**
 * Up while the engine trades whatever partitions it owns; out of service until it has joined the others and copied the
 * markets that it is to trade, and while it restores; down when it has given up. With the numbers of partitions that it
 * trades, restores, and keeps a copy of.
 */
@Component("engineHealthIndicator")
class EngineHealth extends AbstractHealthIndicator {

    private final Engine engine;
    private final Partitions partitions;

    EngineHealth(Engine engine, Partitions partitions) {
        this.engine = engine;
        this.partitions = partitions;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        KafkaStreams streams = engine.streams();
        builder.status(streams == null ? Status.OUT_OF_SERVICE : status(streams.state()));
        if (streams != null) {
            builder.withDetail("state", streams.state());
        }
        builder.withDetail("trading", partitions.count(Partitions.State.TRADING))
                .withDetail("restoring", partitions.count(Partitions.State.RESTORING))
                .withDetail("standby", partitions.count(Partitions.State.STANDBY));
    }

    private Status status(KafkaStreams.State state) {
        if (!state.isRunningOrRebalancing() && state != KafkaStreams.State.CREATED) {
            return Status.DOWN;
        }
        return engine.hasCaughtUp() && partitions.count(Partitions.State.RESTORING) == 0
                ? Status.UP
                : Status.OUT_OF_SERVICE;
    }
}
