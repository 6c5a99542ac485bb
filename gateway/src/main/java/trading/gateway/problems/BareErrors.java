package trading.gateway.problems;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import trading.wire.InvalidField;

/**
 * Gives every answer its headers, and a problem to what Spring ends with a bare status, beside all handlers: a request whose
 * URI is none, a range that a file does not have, a page's question whether it may ask. What has no length is sent in chunks,
 * but not to who speaks HTTP/1.0 and would take them for a part of it: that goes on until its connection ends.
 */
@Component
final class BareErrors implements NettyServerCustomizer {

    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handled, connection) -> {
            // A server has one such place only.
            if (connection instanceof HttpServerResponse response) {
                AnswerHeaders.set(response.responseHeaders());
                if (HttpVersion.HTTP_1_0.equals(response.version())) {
                    response.chunkedTransfer(false);
                }
            }
            return handled.then(Mono.defer(() -> answerIfBare(connection)));
        });
    }

    private static Mono<Void> answerIfBare(Connection connection) {
        if (!(connection instanceof HttpServerResponse response) || response.hasSentHeaders()
                || response.status().code() < HttpResponseStatus.BAD_REQUEST.code()
                || !(connection instanceof HttpServerRequest request) || request.method().equals(HttpMethod.HEAD)) {
            return Mono.empty();
        }
        byte[] json = problem(response.status().code(), request).toJson();
        return response.header(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(json.length)).sendByteArray(Mono.just(json))
                .then();
    }

    private static Problem problem(int code, HttpServerRequest request) {
        HttpStatusCode status = HttpStatusCode.valueOf(code);
        return switch (status) {
            case HttpStatus.BAD_REQUEST -> Problem.of(status, new InvalidField("uri", request.uri(),
                    "two hexadecimal digits after each %, and no character that must be encoded"));
            case HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE -> Problem.of(status, new InvalidField("Range",
                    request.requestHeaders().get(HttpHeaderNames.RANGE), "a range of bytes that are there"));
            case HttpStatus.FORBIDDEN -> Problem.of(status, new InvalidField("Origin",
                    request.requestHeaders().get(HttpHeaderNames.ORIGIN),
                    "this gateway's own; trading.security.cors.allowed-origins opens the API to others"));
            default -> Problem.of(status);
        };
    }
}
