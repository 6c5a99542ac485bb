package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/** Watches that a gateway sends each piece of a streamed answer on the thread of its connection. */
final class StreamedAnswers implements WebFilter {

    private final Queue<String> elsewhere = new ConcurrentLinkedQueue<>();

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        // What answers without a body, as to HEAD, streams nothing.
        return exchange.getResponse() instanceof ZeroCopyHttpOutputMessage files
                ? chain.filter(exchange.mutate().response(new Watched(exchange, files)).build())
                : chain.filter(exchange);
    }

    /** Fails if a piece was sent by another thread. */
    void verify() {
        assertThat(elsewhere).as("pieces of streamed answers that another thread sent").isEmpty();
    }

    private final class Watched extends ServerHttpResponseDecorator implements ZeroCopyHttpOutputMessage {

        private final ZeroCopyHttpOutputMessage files;
        private final String path;
        private final EventLoop eventLoop;

        private Watched(ServerWebExchange exchange, ZeroCopyHttpOutputMessage files) {
            super(exchange.getResponse());
            this.files = files;
            path = exchange.getRequest().getPath().value();
            Connection connection = getNativeResponse(exchange.getResponse());
            eventLoop = connection.channel().eventLoop();
        }

        @Override
        public Mono<Void> writeWith(Path file, long position, long count) {
            return files.writeWith(file, position, count);
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            return super.writeAndFlushWith(Flux.from(body).doOnNext(_ -> {
                if (!eventLoop.inEventLoop()) {
                    elsewhere.add(path + " by " + Thread.currentThread().getName());
                }
            }));
        }
    }
}
