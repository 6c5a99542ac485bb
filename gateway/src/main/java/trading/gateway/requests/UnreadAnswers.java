package trading.gateway.requests;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import trading.gateway.RequestProperties;

/**
 * Closes connections whose clients do not read what they asked for: a large answer would stay in memory, and its request
 * among those under way, for as long as the client likes. Small ones are left to TCP.
 */
@Component
final class UnreadAnswers implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private final Duration timeout;

    UnreadAnswers(RequestProperties properties) {
        this.timeout = properties.stallTimeout();
    }

    /** Only the server of the API: the other one's answers are nobody's to ask for from outside. */
    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.doOnChannelInit(
                (observer, channel, address) -> channel.pipeline().addFirst("unreadAnswers", new Wait(timeout))));
    }

    /** Ends a connection that has had more to write than its buffer should hold, all the time for so long. */
    private static final class Wait extends ChannelInboundHandlerAdapter {

        private final Duration timeout;
        private @Nullable Future<?> end;

        private Wait(Duration timeout) {
            this.timeout = timeout;
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            stop();
            if (!context.channel().isWritable()) {
                end = context.executor().schedule(() -> {
                    var _ = context.close();
                }, timeout.toMillis(), MILLISECONDS);
            }
            context.fireChannelWritabilityChanged();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            stop();
            context.fireChannelInactive();
        }

        private void stop() {
            if (end != null) {
                var _ = end.cancel(false);
                end = null;
            }
        }
    }
}
