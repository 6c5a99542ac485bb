package trading.gateway.requests;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Iterator;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * A request of HTTP/1.1 that names no host, or several, counts as one that cannot be read (RFC 9112, 3.2): of several, a proxy may
 * have believed another than the gateway would.
 */
@Component
final class OneHost implements NettyServerCustomizer {

    private static final Handler HANDLER = new Handler();

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "oneHost", HANDLER));
    }

    @Sharable
    private static final class Handler extends ChannelInboundHandlerAdapter {

        private static final DecoderResult NOT_ONE = DecoderResult
                .failure(new IllegalArgumentException("Host: none, or several (expected: one)"));

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            if (message instanceof HttpRequest request && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                    && request.decoderResult().isSuccess() && !namesOneHost(request.headers())) {
                request.setDecoderResult(NOT_ONE);
            }
            super.channelRead(context, message);
        }

        private static boolean namesOneHost(HttpHeaders headers) {
            Iterator<? extends CharSequence> hosts = headers.valueCharSequenceIterator(HttpHeaderNames.HOST);
            if (!hosts.hasNext()) {
                return false;
            }
            hosts.next();
            return !hosts.hasNext();
        }
    }
}
