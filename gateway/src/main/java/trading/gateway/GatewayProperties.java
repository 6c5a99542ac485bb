package trading.gateway;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What a gateway can be set to beside {@link RequestProperties}, {@link OrderProperties} and {@link ResultProperties}, which
 * share its prefix.
 *
 * @param retryAfter what a refused client is told to wait
 * @param maxClockSetBack by how much the machine's clock may be set back; past it the gateway ends, to be started anew
 * @param figuresInterval how often a line of figures is logged
 * @param apiDocs whether the description of the API is served, at {@code /openapi.json} and {@code /swagger-ui}
 * @param getApi whether the articles' calls are served: {@code /buy}, {@code /sell} and {@code /result}
 */
@Validated
@ConfigurationProperties("trading.gateway")
public record GatewayProperties(
        @DefaultValue("1s") @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration retryAfter,
        @DefaultValue("2s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration maxClockSetBack,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration figuresInterval,
        @DefaultValue("true") boolean apiDocs,
        @DefaultValue("true") boolean getApi) {}
