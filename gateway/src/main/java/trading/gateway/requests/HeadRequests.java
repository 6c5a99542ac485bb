package trading.gateway.requests;

import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;

/** Spring lets HEAD pass wherever GET does: to what orders, and to streams, which never end. */
public final class HeadRequests {

    private HeadRequests() {}

    /**
     * Refuses a request for headers alone.
     *
     * @throws MethodNotAllowedException if it is one
     */
    public static void refuse(ServerWebExchange exchange) {
        if (HttpMethod.HEAD.equals(exchange.getRequest().getMethod())) {
            throw new MethodNotAllowedException(HttpMethod.HEAD, List.of(HttpMethod.GET));
        }
    }
}
