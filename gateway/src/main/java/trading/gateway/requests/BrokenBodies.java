package trading.gateway.requests;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * A connection ends where a body cannot be read on, as in a chunk without a length. The server would answer 400, though orders of
 * that body may be in Kafka already; where there is no answer, nobody takes them for refused.
 */
@Component
final class BrokenBodies implements NettyServerCustomizer {

    private static final Handler HANDLER = new Handler();

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "brokenBodies", HANDLER));
    }

    @Sharable
    private static final class Handler extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            if (message instanceof HttpContent content && !(message instanceof HttpRequest)
                    && content.decoderResult().isFailure()) {
                content.release();
                var _ = context.close();
            } else {
                super.channelRead(context, message);
            }
        }
    }
}
