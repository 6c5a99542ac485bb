package trading.gateway.security;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import trading.wire.InvalidField;
import trading.wire.Limits;

/** What a token must say beside what Spring asks of it: until when it counts, and whose it is. */
final class TokenRules implements OAuth2TokenValidator<Jwt> {

    private final @Nullable String issuer;

    /** @param issuer who must have issued it, {@code null} if that is judged elsewhere */
    TokenRules(@Nullable String issuer) {
        this.issuer = issuer;
    }

    @Override
    public OAuth2TokenValidatorResult validate(Jwt token) {
        Instant end = token.getExpiresAt();
        if (end == null) {
            return failure("exp: missing (expected: until when the token counts)");
        }
        // Spring bears a minute more; streams end and lines are refused on time.
        if (!Instant.now().isBefore(end)) {
            return failure("exp: the token has expired");
        }
        if (issuer != null && !issuer.equals(token.getClaimAsString("iss"))) {
            return failure("iss: another issuer (expected: the one that is set)");
        }
        try {
            Limits.userId("sub", token.getSubject());
            return OAuth2TokenValidatorResult.success();
        } catch (InvalidField e) {
            return failure(e.getMessage());
        }
    }

    private static OAuth2TokenValidatorResult failure(String why) {
        // Without what RFC 6750 does not let a description have: Spring would leave all of it out.
        String description = why.replace("…", "...").replaceAll("[^ -!#-\\[\\]-~]", "?");
        return OAuth2TokenValidatorResult.failure(new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN, description, null));
    }
}
