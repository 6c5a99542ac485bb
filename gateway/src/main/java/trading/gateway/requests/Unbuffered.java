package trading.gateway.requests;

import org.springframework.http.server.reactive.ServerHttpResponse;

/** Answers that are told piece by piece, for as long as their clients like. */
public final class Unbuffered {

    private Unbuffered() {}

    /** Asks proxies to pass on what comes: nginx, unless its configuration says so, keeps it until a buffer is full. */
    public static void ask(ServerHttpResponse response) {
        response.getHeaders().set("X-Accel-Buffering", "no");
    }
}
