package trading.gateway.orders;

import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/**
 * The short way to {@link OrderController#place}: one order in a request is what a busy gateway is asked for thousands of
 * times a second, and Spring's search through all mappings, media types and arguments takes a tenth of the gateway's
 * time. Only a request that plainly asks for that takes this way; any other, and whatever is wrong with one, is left to the
 * annotations, which lead to the same method.
 */
@Component
final class OneOrderMapping implements HandlerMapping, Ordered {

    private static final String PATH = "/orders";

    private final Mono<Object> place;
    private final ApplicationContext context;

    OneOrderMapping(OrderController orders, ApplicationContext context) {
        this.context = context;
        WebHandler handler = orders::place;
        this.place = Mono.just(handler);
    }

    @Override
    public Mono<Object> getHandler(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        // A server of its own for management asks the mappings of this one, too.
        if (!context.equals(exchange.getApplicationContext()) || !isOneOrder(request)) {
            return Mono.empty();
        }
        ServerRequestObservationContext.findCurrent(exchange.getAttributes())
                .ifPresent(context -> context.setPathPattern(PATH));
        return place;
    }

    private static boolean isOneOrder(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        String accepted = headers.getFirst(HttpHeaders.ACCEPT);
        return HttpMethod.POST.equals(request.getMethod())
                && PATH.equals(request.getPath().pathWithinApplication().value())
                && MediaType.APPLICATION_JSON_VALUE.equals(headers.getFirst(HttpHeaders.CONTENT_TYPE))
                && (accepted == null || accepted.equals(MediaType.ALL_VALUE)
                        || accepted.equals(MediaType.APPLICATION_JSON_VALUE));
    }

    /** Each mapping that is asked first takes its time, too. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
