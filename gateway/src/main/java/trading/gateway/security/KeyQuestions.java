package trading.gateway.security;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * What an issuer says of its keys, asked for at most once in an interval: a key that is not known is asked for, and whoever sends
 * a token may name any. Safe for use by any thread.
 */
final class KeyQuestions implements ExchangeFilterFunction {

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final Duration interval;
    private final Duration timeout;
    /** By address, of which the issuer has two: where its keys are, and they. */
    private final Map<URI, Mono<Answer>> answers = new ConcurrentHashMap<>();

    private record Answer(HttpStatusCode status, HttpHeaders headers, String body) {

        private static Mono<Answer> of(ClientResponse response) {
            return response.bodyToMono(String.class).defaultIfEmpty("")
                    .map(body -> new Answer(response.statusCode(), response.headers().asHttpHeaders(), body));
        }

        private ClientResponse response() {
            return ClientResponse.create(status).headers(all -> all.addAll(headers)).body(body).build();
        }
    }

    /** @param timeout how long an answer may take */
    KeyQuestions(Duration interval, Duration timeout) {
        this.interval = interval;
        this.timeout = timeout;
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return answers.computeIfAbsent(request.url(), _ -> asked(request, next)).map(Answer::response);
    }

    /** Others that come meanwhile wait for the same answer, also when the first has waited for long enough. */
    private Mono<Answer> asked(ClientRequest request, ExchangeFunction next) {
        return Mono.defer(() -> next.exchange(request)).flatMap(Answer::of).timeout(timeout).cache(
                answer -> answer.status().isError() ? shorter() : interval, _ -> shorter(), () -> Duration.ZERO);
    }

    private Duration shorter() {
        return interval.compareTo(AFTER_FAILURE) < 0 ? interval : AFTER_FAILURE;
    }
}
