package trading.gateway.security;

import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may do what. Keys and audiences are Spring's own properties, {@code spring.security.oauth2.resourceserver.jwt}.
 *
 * @param mode how a gateway knows who asks
 * @param issuer who must have issued a token; needed where Spring's {@code issuer-uri} does not say it
 * @param operatorRole the role that sees and may act for all users
 * @param roleClaim the claim that holds a user's roles, dots leading into it; without it, {@code scope} or {@code scp}
 * @param keysTimeout how long the issuer may take to tell its keys
 * @param keysInterval how often the issuer is asked for its keys at most; a new one may count that much later
 * @param publicMarketData whether market data are told to whoever asks
 * @param cors pages of which other origins may ask
 */
@Validated
@ConfigurationProperties("trading.security")
public record SecurityProperties(@DefaultValue("off") SecurityMode mode, @Nullable String issuer,
        @DefaultValue("operator") @NotBlank String operatorRole, @Nullable String roleClaim,
        @DefaultValue("5s") @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration keysTimeout,
        @DefaultValue("10s") @DurationMin(millis = 100) @DurationMax(hours = 1) Duration keysInterval,
        @DefaultValue("true") boolean publicMarketData, @DefaultValue Cors cors) {

    /**
     * Pages of other origins.
     *
     * @param allowedOrigins such as {@code https://shop.example}; none unless they are named
     */
    public record Cors(@DefaultValue List<String> allowedOrigins) {}
}
