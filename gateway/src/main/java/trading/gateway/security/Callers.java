package trading.gateway.security;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/** Who sent each request. Safe for use by any thread. */
@Component
public final class Callers {

    private static final String ATTRIBUTE = Caller.class.getName();

    /** Of whom nothing was told: where tokens are asked for, that is nobody who may do anything. */
    private final Caller unknown;

    Callers(Environment environment) {
        this.unknown = switch (SecurityMode.of(environment)) {
            case OFF -> Caller.ANYONE;
            case JWT -> Caller.NOBODY;
        };
    }

    /** Who sent a request. */
    public Caller of(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(ATTRIBUTE, unknown);
    }

    /** Tells who sent a request. */
    static void tell(ServerWebExchange exchange, Caller caller) {
        exchange.getAttributes().put(ATTRIBUTE, caller);
    }
}
