package trading.gateway.requests;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import trading.gateway.RequestProperties;

/** So many connections may be open at once; another one is closed as soon as it comes. */
@Component
final class ConnectionLimit implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private final AtomicInteger connections = new AtomicInteger();
    private final int maxConnections;
    private final Counter refused;

    ConnectionLimit(RequestProperties properties, MeterRegistry meters) {
        this.maxConnections = properties.maxConnections();
        this.refused = Counter.builder("trading.connections.refused").description("Connections that were one too many")
                .register(meters);
        Gauge.builder("trading.connections", connections, AtomicInteger::get).description("Open connections")
                .register(meters);
    }

    /** Only the server of the API: who fills that one up must not shut the one for management. */
    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(
                server -> server.doOnChannelInit((observer, channel, address) -> opened(channel)));
    }

    private void opened(Channel channel) {
        if (connections.incrementAndGet() > maxConnections) {
            refused.increment();
            // Not before the channel is set up: it would be left open.
            channel.eventLoop().execute(() -> {
                var _ = channel.close();
            });
        }
        var _ = channel.closeFuture().addListener(_ -> connections.decrementAndGet());
    }
}
