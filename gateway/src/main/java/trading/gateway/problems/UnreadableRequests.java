package trading.gateway.problems;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import trading.wire.InvalidField;

/** Answers what cannot be read as a request with a problem: the server ends it with a bare status, before Spring sees it. */
@Component
final class UnreadableRequests implements NettyServerCustomizer {

    private final Answer answer;

    UnreadableRequests(@Value("${server.netty.max-initial-line-length}") DataSize maxRequestLine,
            @Value("${server.max-http-request-header-size}") DataSize maxHeaders) {
        this.answer = new Answer(maxRequestLine, maxHeaders);
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                .addBefore(NettyPipeline.ReactiveBridge, "unreadableRequests", answer));
    }

    /** Puts the problem into the server's answer. */
    @Sharable
    private static final class Answer extends ChannelOutboundHandlerAdapter {

        private final DataSize maxRequestLine;
        private final DataSize maxHeaders;

        private Answer(DataSize maxRequestLine, DataSize maxHeaders) {
            this.maxRequestLine = maxRequestLine;
            this.maxHeaders = maxHeaders;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
            Object answer = message;
            if (message instanceof FullHttpResponse bare && isBare(bare)) {
                byte[] json = problem(bare.status().code()).toJson();
                FullHttpResponse told = bare.replace(Unpooled.wrappedBuffer(json));
                bare.release();
                told.headers().set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                        .setInt(HttpHeaderNames.CONTENT_LENGTH, json.length);
                AnswerHeaders.set(told.headers());
                answer = told;
            }
            super.write(context, answer, promise);
        }

        /** Only such an answer says that the connection ends and has a length of 0; one to HEAD has its body's length. */
        private static boolean isBare(FullHttpResponse answer) {
            return answer.status().code() >= HttpStatus.BAD_REQUEST.value()
                    && answer.headers().contains(HttpHeaderNames.CONTENT_LENGTH, "0", false)
                    && answer.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        }

        private Problem problem(int code) {
            HttpStatus status = HttpStatus.valueOf(code);
            return switch (status) {
                case URI_TOO_LONG -> Problem.of(status,
                        new InvalidField("uri", "too long",
                                "a request line of at most " + maxRequestLine.toBytes() + " bytes"));
                case REQUEST_HEADER_FIELDS_TOO_LARGE -> Problem.of(status,
                        new InvalidField("headers", "too long", "at most " + maxHeaders.toBytes() + " bytes in all"));
                default -> Problem.of(status, new InvalidField("request", "not readable", "HTTP/1.1, with one Host"));
            };
        }
    }
}
