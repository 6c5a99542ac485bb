package trading.gateway;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The limits of connections and requests.
 *
 * @param maxConnections open connections; another one is closed at once
 * @param maxRequests requests under way; another one is refused
 * @param maxStreams streams of orders among them
 * @param maxBodySize the largest body of one order
 * @param maxLineSize the longest line of a stream of orders
 * @param maxChunksInFlight pieces of one stream of orders that wait for Kafka at once; further ones are not read
 * @param stallTimeout how long a client with a stream of orders or market data may take nothing of what is written to it, or any
 *        client leave much of its answer unread, before its connection is closed
 * @param drain for how long a gateway that is being stopped serves on, ending each connection with its next answer
 */
@Validated
@ConfigurationProperties("trading.gateway")
public record RequestProperties(@DefaultValue("4096") @Min(1) int maxConnections,
        @DefaultValue("1024") @Min(1) int maxRequests,
        @DefaultValue("256") @Min(1) int maxStreams,
        @DefaultValue("16KB") DataSize maxBodySize,
        @DefaultValue("4KB") DataSize maxLineSize,
        @DefaultValue("16") @Min(1) @Max(1024) int maxChunksInFlight,
        @DefaultValue("60s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration stallTimeout,
        @DefaultValue("1s") @DurationMin(millis = 0) @DurationMax(minutes = 1) Duration drain) {}
