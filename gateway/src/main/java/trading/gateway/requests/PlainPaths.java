package trading.gateway.requests;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Nothing lies under a path with parameters of its own, {@code /sell;x=1}. Spring would find what lies under the path without them,
 * and a proxy that lets some paths through and others not would see another path than the gateway does.
 */
@Component
final class PlainPaths implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return exchange.getRequest().getPath().value().indexOf(';') < 0
                ? chain.filter(exchange)
                : Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND));
    }
}
