package trading.gateway.events;

import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import trading.gateway.requests.ConnectionThread;
import trading.gateway.requests.HeadRequests;
import trading.gateway.requests.QueryParameters;
import trading.gateway.requests.StalledClients;
import trading.gateway.requests.Unbuffered;
import trading.gateway.security.Caller;
import trading.gateway.security.Callers;
import trading.wire.Limits;

/** Where users listen for what happens to their orders. */
@RestController
final class EventController {

    private final Callers callers;
    private final Events events;
    private final EventProperties properties;

    EventController(Callers callers, Events events, EventProperties properties) {
        this.callers = callers;
        this.events = events;
        this.properties = properties;
    }

    /** What happens to a user's orders, from now on, or from where the client was. */
    @EventApi.Stream
    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<String>> events(ServerWebExchange exchange) {
        HeadRequests.refuse(exchange);
        Caller caller = callers.of(exchange);
        String userId = Limits.userId("userId",
                caller.user(QueryParameters.of(exchange.getRequest(), "userId").get("userId")));
        String last = exchange.getRequest().getHeaders().getFirst("Last-Event-ID");
        Progress told = last == null || last.isEmpty() ? null : Progress.parse(last);
        Unbuffered.ask(exchange.getResponse());
        return caller.whileAllowed(events.open(userId, told)).publishOn(ConnectionThread.of(exchange), 1)
                .doOnSubscribe(_ -> StalledClients.close(exchange.getResponse(), properties.stallTimeout()));
    }
}
