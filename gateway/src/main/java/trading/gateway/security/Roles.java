package trading.gateway.security;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/** Whether a token names the operators' role. Safe for use by any thread. */
final class Roles {

    private static final String[] SCOPES = {"scope", "scp"};

    private final String operator;
    private final @Nullable String claim;

    Roles(SecurityProperties properties) {
        this.operator = properties.operatorRole();
        this.claim = properties.roleClaim();
    }

    boolean isOperator(Jwt token) {
        return claim == null
                ? Arrays.stream(SCOPES).anyMatch(scope -> hasOperator(token.getClaims().get(scope)))
                : hasOperator(value(token.getClaims(), claim));
    }

    /** The value of a claim whose name may have dots itself, or lead into others. */
    private static @Nullable Object value(Map<?, ?> claims, String name) {
        if (claims.containsKey(name)) {
            return claims.get(name);
        }
        int dot = name.indexOf('.');
        return dot >= 0 && claims.get(name.substring(0, dot)) instanceof Map<?, ?> inner
                ? value(inner, name.substring(dot + 1))
                : null;
    }

    private boolean hasOperator(@Nullable Object roles) {
        return switch (roles) {
            case String text -> Arrays.asList(text.split(" ", -1)).contains(operator);
            case Collection<?> several -> several.contains(operator);
            case null, default -> false;
        };
    }
}
