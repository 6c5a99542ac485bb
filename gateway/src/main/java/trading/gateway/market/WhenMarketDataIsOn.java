package trading.gateway.market;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Is there unless {@code trading.gateway.market.enabled} is false. */
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnProperty(name = "trading.gateway.market.enabled", matchIfMissing = true)
@interface WhenMarketDataIsOn {}
