package trading.gateway.requests;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.RequestProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;

/**
 * So many requests may be under way at once, and so many of them streams; others are refused at once. Each holds memory
 * until it is answered, and its client may be slow. Questions about the gateway's own state are always answered.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class RequestLimit implements WebFilter {

    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final int maxRequests;
    private final int maxStreams;
    private final Duration retryAfter;
    private final Counter refused;

    RequestLimit(RequestProperties properties, GatewayProperties gateway, MeterRegistry meters) {
        this.maxRequests = properties.maxRequests();
        this.maxStreams = properties.maxStreams();
        this.retryAfter = gateway.retryAfter();
        this.refused = Counter.builder("trading.requests.refused").description("Requests that were one too many")
                .register(meters);
        Gauge.builder("trading.requests.in.flight", requests, AtomicInteger::get)
                .description("Requests that are not answered yet, streams among them").register(meters);
        Gauge.builder("trading.requests.streams", streams, AtomicInteger::get)
                .description("Streams of orders that are under way").register(meters);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (isOfManagement(request.getPath().pathWithinApplication().value())) {
            return chain.filter(exchange);
        }
        Mono<Void> answered = limited("requests", requests, maxRequests, chain.filter(exchange));
        return isStream(request) ? limited("streams of orders", streams, maxStreams, answered) : answered;
    }

    /** Requests that are not answered yet. */
    int underWay() {
        return requests.get();
    }

    private Mono<Void> limited(String what, AtomicInteger underWay, int most, Mono<Void> answered) {
        return Mono.defer(() -> {
            if (underWay.incrementAndGet() > most) {
                underWay.decrementAndGet();
                refused.increment();
                return Mono.error(new ProblemException(Problem.tooManyRequests(what, most, retryAfter)));
            }
            return answered.doFinally(_ -> underWay.decrementAndGet());
        });
    }

    private static boolean isOfManagement(String path) {
        return path.equals("/actuator") || path.startsWith("/actuator/");
    }

    private static boolean isStream(ServerHttpRequest request) {
        String type = request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
        String lines = MediaType.APPLICATION_NDJSON_VALUE;
        return type != null && type.regionMatches(true, 0, lines, 0, lines.length());
    }
}
