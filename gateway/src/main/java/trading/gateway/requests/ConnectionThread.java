package trading.gateway.requests;

import io.netty.channel.EventLoop;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/**
 * The thread of a request's connection. An answer that is streamed must come to its end on it: Reactor Netty asks for more
 * on this thread while another one goes from a piece to the flush behind it, and Reactor's {@code Flux.concat} between the
 * two, which relies on requests that come one at a time, then now and then forgets what was asked for, and the answer
 * never ends.
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
