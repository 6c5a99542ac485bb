package trading.gateway.requests;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * A connection is closed whose other end is gone without a word, as those of a machine that lost its power: TCP asks over one that
 * is silent, and nobody answers. Nothing is written to one that waits for a request or for the rest of it, so that it would count
 * among those that are open for ever.
 */
@Component
final class KeepAlive implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final int SILENT_SECONDS = 60;
    private static final int SECONDS_BETWEEN_QUESTIONS = 15;
    private static final int QUESTIONS = 4;

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.doOnChannelInit((observer, channel, address) -> ask(channel)));
    }

    private static void ask(Channel channel) {
        ChannelConfig config = channel.config();
        config.setOption(ChannelOption.SO_KEEPALIVE, true);
        if (channel instanceof EpollSocketChannel) {
            config.setOption(EpollChannelOption.TCP_KEEPIDLE, SILENT_SECONDS);
            config.setOption(EpollChannelOption.TCP_KEEPINTVL, SECONDS_BETWEEN_QUESTIONS);
            config.setOption(EpollChannelOption.TCP_KEEPCNT, QUESTIONS);
        } else if (channel instanceof NioSocketChannel) {
            config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), SILENT_SECONDS);
            config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), SECONDS_BETWEEN_QUESTIONS);
            config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), QUESTIONS);
        }
    }
}
