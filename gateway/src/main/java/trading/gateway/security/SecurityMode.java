package trading.gateway.security;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** How a gateway knows who asks. */
public enum SecurityMode {
    /** It does not: whoever reaches it may act for every user. */
    OFF,
    /** By a token that an issuer has signed: the user is its subject. */
    JWT;

    /** The mode that is set, {@link #OFF} if none is. */
    static SecurityMode of(Environment environment) {
        return Binder.get(environment).bind("trading.security.mode", SecurityMode.class).orElse(OFF);
    }
}
