package trading.gateway.requests;

import io.netty.channel.EventLoop;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/**
 * The thread of a request's connection. A streamed answer must be emitted on it. Reactor Netty asks for more on this
 * thread, and for each piece it joins the piece and its flush by {@code Flux.concat}, which expects requests one at a time:
 * where another thread emits, two may come at once, one of them is now and then forgotten, and the answer never ends.
 */
public final class ConnectionThread {

    private ConnectionThread() {}

    /** Runs what it is given on the thread of the connection that this request came on. */
    public static Scheduler of(ServerWebExchange exchange) {
        Connection connection = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        EventLoop eventLoop = connection.channel().eventLoop();
        // As an executor of plain tasks: for an ExecutorService Reactor makes each of them a future.
        return Schedulers.fromExecutor(task -> eventLoop.execute(task));
    }
}
