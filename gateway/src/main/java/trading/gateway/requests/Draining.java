package trading.gateway.requests;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;

/**
 * The first step of a stop: for a moment the gateway says that it is not ready any more, serves on, and ends each connection
 * with its next answer. A client that keeps its connection therefore never sends a request into one that is just being
 * closed, and whoever balances loads learns in time to go elsewhere.
 */
@Component
final class Draining implements SmartLifecycle, WebFilter {

    private final ApplicationContext context;
    private final Duration drain;
    private volatile boolean running;
    private volatile boolean draining;

    Draining(ApplicationContext context, GatewayProperties properties) {
        this.context = context;
        this.drain = properties.drain();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (draining) {
            exchange.getResponse().getHeaders().set(HttpHeaders.CONNECTION, "close");
        }
        return chain.filter(exchange);
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        draining = true;
        AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        CompletableFuture.delayedExecutor(drain.toMillis(), TimeUnit.MILLISECONDS).execute(callback);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the server itself. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
