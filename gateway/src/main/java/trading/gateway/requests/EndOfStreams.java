package trading.gateway.requests;

import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** When streams of orders are ended that would go on for ever, since their gateway stops. Safe for use by any thread. */
@Component
public final class EndOfStreams {

    private final Sinks.Empty<Void> end = Sinks.empty();

    /** Completes when nothing more is to be read, on the thread that says so. */
    public Mono<Void> asMono() {
        return end.asMono();
    }

    void now() {
        var _ = end.tryEmitEmpty();
    }
}
