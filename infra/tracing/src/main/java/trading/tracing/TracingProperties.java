package trading.tracing;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What can be set about tracing, in every service alike.
 *
 * @param endpoint where a collector takes OTLP over HTTP, for instance {@code http://collector:4318/v1/traces}; empty: off
 * @param probability the share of orders that are sampled, of those whose clients sent no {@code traceparent} of their own
 */
@Validated
@ConfigurationProperties("trading.tracing")
public record TracingProperties(
        @DefaultValue("") @Pattern(regexp = "|https?://.+", message = "expected: an http:// or https:// URL, or nothing") String endpoint,
        @DefaultValue("0.001") @DecimalMin("0") @DecimalMax("1") double probability) {

    boolean isOn() {
        return !endpoint.isEmpty();
    }
}
