package trading.gateway.events;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The limits of streams of events.
 *
 * @param maxStreams streams that are open at once; another one is refused
 * @param maxStreamsOfUser those of one user among them
 * @param maxWaiting events that wait for the client of a stream; with one more, the stream ends
 * @param maxReadBack records of the results topic that are read again for a client that resumes
 * @param heartbeat after what silence a stream says that it is alive, and how far it has come
 * @param stallTimeout for how long a client may take nothing of what is written to it
 */
@Validated
@ConfigurationProperties("trading.gateway.events")
public record EventProperties(@DefaultValue("64") @Min(1) @Max(10_000) int maxStreams,
        @DefaultValue("16") @Min(1) @Max(10_000) int maxStreamsOfUser,
        @DefaultValue("256") @Min(1) @Max(100_000) int maxWaiting,
        @DefaultValue("1000000") @Min(1) long maxReadBack,
        @DefaultValue("15s") @DurationMin(seconds = 1) @DurationMax(minutes = 5) Duration heartbeat,
        @DefaultValue("10s") @DurationMin(seconds = 1) @DurationMax(minutes = 5) Duration stallTimeout) {}
