package trading.gateway.orders;

import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import trading.tracing.Traces;

/** The {@code traceparent} header of requests. Safe for use by any thread. */
final class Traceparent {

    private Traceparent() {}

    /** What the client says about tracing, {@code null} if nothing, or if nobody listens. */
    static @Nullable String of(ServerWebExchange exchange, Traces traces) {
        return traces.isOn() ? exchange.getRequest().getHeaders().getFirst(Traces.HEADER) : null;
    }
}
