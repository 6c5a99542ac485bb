package trading.gateway.problems;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import trading.wire.InvalidField;

/**
 * Gives every answer its headers, and answers a request whose URI is none with a problem: Spring ends it before any handler
 * sees it, with a bare status.
 */
@Component
final class BadUris implements NettyServerCustomizer {

    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handled, connection) -> {
            // A server has one such place only.
            if (connection instanceof HttpServerResponse response) {
                AnswerHeaders.set(response.responseHeaders());
            }
            return handled.then(Mono.defer(() -> answerIfBare(connection)));
        });
    }

    private static Mono<Void> answerIfBare(Connection connection) {
        if (!(connection instanceof HttpServerResponse response) || response.hasSentHeaders()
                || !response.status().equals(HttpResponseStatus.BAD_REQUEST)
                || !(connection instanceof HttpServerRequest request)) {
            return Mono.empty();
        }
        byte[] json = Problem.of(HttpStatus.BAD_REQUEST, new InvalidField("uri", request.uri(),
                "two hexadecimal digits after each %, and no character that must be encoded")).toJson();
        return response.header(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(json.length)).sendByteArray(Mono.just(json))
                .then();
    }
}
