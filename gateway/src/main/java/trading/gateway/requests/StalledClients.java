package trading.gateway.requests;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.handler.timeout.WriteTimeoutHandler;
import java.time.Duration;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/** Clients that ask for a stream and take nothing of it: they would keep it, and hold up a gateway that stops. */
public final class StalledClients {

    private StalledClients() {}

    /**
     * Closes the connection of a response when something that is written to it has not left for so long. It stays so for
     * further responses of the connection. To be called by its thread.
     */
    public static void close(ServerHttpResponse response, Duration timeout) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse server) {
            server.withConnection(connection -> connection
                    .addHandlerFirst(new WriteTimeoutHandler(timeout.toMillis(), MILLISECONDS)));
        }
    }
}
