package trading.gateway.requests;

import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Accepts all connections that wait, and not one at a time. One of the event loops also accepts, each time it comes round to it.
 * By Linux's epoll, Netty would then accept a single one: it goes on where it has read as many bytes as it asked for, one, and
 * compares that with the file descriptor of the connection. Where an event loop has much to do, such a round takes long. When
 * clients connect all at once, because another gateway has ended, the last of them would wait for half a minute, while those who
 * were let in are served again and again.
 */
@Component
final class WaitingConnections implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    /** More wait for the next round, so that those who are here are not forgotten. */
    static final int ACCEPTED_AT_ONCE = 1_024;

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.option(ChannelOption.RECVBUF_ALLOCATOR,
                new ServerChannelRecvByteBufAllocator().respectMaybeMoreData(false)
                        .maxMessagesPerRead(ACCEPTED_AT_ONCE)));
    }
}
