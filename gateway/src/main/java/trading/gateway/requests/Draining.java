package trading.gateway.requests;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import trading.gateway.RequestProperties;

/**
 * The first step of a stop. For a moment the gateway says that it is not ready any more, serves on, and ends each connection
 * with its next answer: whoever balances loads learns in time to go elsewhere, and a client that keeps its connection never
 * sends a request into one that is just being closed. Then it accepts those who have connected, and nobody can connect any more.
 * What has come is answered; streams of orders that have not ended by themselves are ended. Only then the server itself stops,
 * which would close connections whose request it has not read.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class Draining implements SmartLifecycle, WebFilter, WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    /** Long enough to read what a connection brought that was just taken. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** For the rest of what is sent once; a stream that goes on for ever is ended then. */
    private static final Duration STREAMS = Duration.ofSeconds(5);

    /** After so long, nobody waits to be accepted. */
    private static final Duration NOBODY_COMES = Duration.ofMillis(50);

    private static final Duration MOMENT = Duration.ofMillis(1);

    private final ApplicationContext context;
    private final RequestLimit requests;
    private final EndOfStreams streams;
    private final Duration drain;
    private volatile boolean running;
    private volatile boolean draining;
    private volatile @Nullable Channel listening;

    Draining(ApplicationContext context, RequestLimit requests, EndOfStreams streams, RequestProperties properties) {
        this.context = context;
        this.requests = requests;
        this.streams = streams;
        this.drain = properties.drain();
    }

    /** Only the server of the API: the one for management tells until the end that it stops. */
    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.doOnBound(bound -> listening = bound.channel()));
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (draining) {
            exchange.getResponse().getHeaders().set(HttpHeaders.CONNECTION, "close");
        }
        return chain.filter(exchange);
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    /** Spring waits for the callback, but no longer than for any phase of its shutdown. */
    @Override
    public void stop(Runnable callback) {
        running = false;
        draining = true;
        AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        after(drain).execute(() -> {
            after(STREAMS).execute(streams::now);
            Channel server = listening;
            if (server == null) {
                endWhenAnswered(callback);
            } else {
                EventLoopGroup threads = server.eventLoop().parent();
                var _ = server.closeFuture()
                        .addListener(_ -> whenAllHaveLooked(threads, () -> endWhenAnswered(callback)));
                server.eventLoop().execute(() -> closeWhenAllAreAccepted(server));
            }
        });
    }

    /** Who has connected and was not accepted would never hear what became of the request that is already sent. */
    private static void closeWhenAllAreAccepted(Channel server) {
        server.pipeline().addFirst(new ChannelInboundHandlerAdapter() {

            private int accepted;

            @Override
            public void channelRead(ChannelHandlerContext context, Object connection) {
                accepted++;
                context.fireChannelRead(connection);
            }

            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                context.fireChannelReadComplete();
                // After a round that was full, more may wait.
                if (accepted < WaitingConnections.ACCEPTED_AT_ONCE) {
                    var _ = context.close();
                }
                accepted = 0;
            }
        });
        schedule(server.eventLoop(), NOBODY_COMES, () -> {
            var _ = server.close();
        });
    }

    /** Goes on when each thread has read what its connections brought meanwhile, however long it takes to come round to them. */
    private static void whenAllHaveLooked(EventLoopGroup threads, Runnable then) {
        List<CompletableFuture<Void>> looks = new ArrayList<>();
        for (EventExecutor thread : threads) {
            CompletableFuture<Void> looked = new CompletableFuture<>();
            looks.add(looked);
            // Between two tasks that are not due at once, it looks at its connections.
            schedule(thread, LOOK, () -> schedule(thread, MOMENT, () -> looked.complete(null)));
        }
        var _ = CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new)).thenRunAsync(then);
    }

    private static void schedule(EventExecutor thread, Duration delay, Runnable task) {
        var _ = thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void endWhenAnswered(Runnable callback) {
        if (requests.underWay() == 0) {
            callback.run();
        } else {
            after(LOOK).execute(() -> endWhenAnswered(callback));
        }
    }

    private static Executor after(Duration delay) {
        return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the server itself. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
