package trading.gateway.requests;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * The gateway lies under no prefix, whatever a request says. A server that believes a proxy's headers would take one from any client
 * whose proxy passes that header on, and paths would not be what they are taken for.
 */
@Component
final class ForwardedPrefix implements NettyServerCustomizer {

    private static final String HEADER = "X-Forwarded-Prefix";
    private static final Handler HANDLER = new Handler();

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "forwardedPrefix", HANDLER));
    }

    @Sharable
    private static final class Handler extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            if (message instanceof HttpRequest request) {
                request.headers().remove(HEADER);
            }
            super.channelRead(context, message);
        }
    }
}
