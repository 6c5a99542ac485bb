package trading.gateway.problems;

import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;
import trading.gateway.GatewayProperties;
import trading.gateway.RequestProperties;
import trading.wire.InvalidField;

/** Answers every failed request with a problem, whatever failed. Comes before Spring Boot's own handler. */
@Component
@Order(-2)
final class ProblemHandler implements WebExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    private final long maxBodyBytes;
    private final String paths;

    ProblemHandler(RequestProperties properties, GatewayProperties gateway, Environment environment) {
        this.maxBodyBytes = properties.maxBodySize().toBytes();
        this.paths = paths(gateway.getApi(),
                // Those of market data are no part of what this package knows.
                environment.getProperty("trading.gateway.market.enabled", Boolean.class, true));
    }

    /** Those that there are, for whoever asks for another one. */
    private static String paths(boolean hasGetApi, boolean hasMarketData) {
        return (hasGetApi ? "/buy, /sell, /result, " : "") + "/orders, /orders/{id}, /orders/{id}/sales, /events"
                + (hasMarketData
                        ? ", /products, /market/stream, or ticker, trades, candles, book or stream behind /products/{id}/"
                        : "");
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            return Mono.error(failure);
        }
        Problem problem = problem(exchange.getRequest(), failure);
        if (problem.status() == HttpStatus.INTERNAL_SERVER_ERROR.value()) {
            log.error("{} {} failed", exchange.getRequest().getMethod(), exchange.getRequest().getPath(), failure);
        }
        if (failure instanceof ResponseStatusException withHeaders) {
            response.getHeaders().putAll(withHeaders.getHeaders());
        }
        response.setRawStatusCode(problem.status());
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.retryAfter() != null) {
            response.getHeaders().set("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
        }
        String challenge = problem.challenge();
        if (challenge != null) {
            response.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, challenge);
        }
        byte[] json = problem.toJson();
        response.getHeaders().setContentLength(json.length);
        DataBuffer body = response.bufferFactory().wrap(json);
        return response.writeWith(Mono.just(body));
    }

    private Problem problem(ServerHttpRequest request, Throwable failure) {
        return switch (failure) {
            case InvalidField invalid -> Problem.of(invalid);
            case ProblemException known -> known.problem();
            case MethodNotAllowedException method -> Problem.of(method.getStatusCode(),
                    new InvalidField("method", method.getHttpMethod(), anyOf(method.getSupportedMethods())));
            case UnsupportedMediaTypeStatusException type -> Problem.of(type.getStatusCode(),
                    new InvalidField("Content-Type", header(request, "Content-Type"),
                            anyOf(type.getSupportedMediaTypes())));
            case NotAcceptableStatusException type -> Problem.of(type.getStatusCode(),
                    new InvalidField("Accept", header(request, "Accept"), anyOf(type.getSupportedMediaTypes())));
            // That there are too many is told otherwise than that one of them is no type.
            case InvalidMimeTypeException _ -> Problem.of(HttpStatus.NOT_ACCEPTABLE,
                    new InvalidField("Accept", header(request, "Accept"), "at most 50 media types"));
            case DataBufferLimitException _ -> Problem.of(HttpStatus.CONTENT_TOO_LARGE,
                    new InvalidField("body", "too long", "at most " + maxBodyBytes + " bytes"));
            case ResponseStatusException other when other.getStatusCode().isSameCodeAs(HttpStatus.NOT_FOUND) ->
                Problem.of(other.getStatusCode(), new InvalidField("path", request.getPath().value(), paths));
            case ResponseStatusException other -> Problem.of(other.getStatusCode());
            // Nobody hears that; but nothing of ours failed, and nobody may fill the log by hanging up.
            case Throwable gone when gone instanceof AbortedException || AbortedException.isConnectionReset(gone) ->
                Problem.of(HttpStatus.BAD_REQUEST);
            default -> Problem.of(HttpStatus.INTERNAL_SERVER_ERROR);
        };
    }

    private static @Nullable String header(ServerHttpRequest request, String name) {
        return request.getHeaders().getFirst(name);
    }

    private static String anyOf(Collection<?> values) {
        return values.stream().map(Object::toString).sorted().collect(Collectors.joining(" or "));
    }
}
