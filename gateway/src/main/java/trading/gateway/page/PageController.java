package trading.gateway.page;

import io.swagger.v3.oas.annotations.Hidden;
import java.time.Duration;
import java.util.Arrays;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Where browsers find the market page. Its files go from the disk to the connection without passing through this process. */
@Hidden
@RestController
@ConditionalOnProperty(name = "trading.gateway.page.enabled", matchIfMissing = true)
final class PageController {

    /** Nothing but what this gateway serves, and no script or style within the page. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    private static final CacheControl FOR_EVER = CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();
    private static final CacheControl ASKS_AGAIN = CacheControl.noCache();

    private final PageFiles files;

    PageController(PageFiles files) {
        this.files = files;
    }

    /** The page. */
    @GetMapping("/")
    Mono<Void> page(ServerWebExchange exchange) {
        return send(PageFiles.INDEX, ASKS_AGAIN, exchange);
    }

    /**
     * What the page needs. While gateways are exchanged for newer ones, a browser may ask for another version than this
     * gateway's: it gets this one, and will not keep it.
     */
    @GetMapping("/page/{version}/{name}")
    Mono<Void> file(@PathVariable String version, @PathVariable String name, ServerWebExchange exchange) {
        return send(name, version.equals(files.version()) ? FOR_EVER : ASKS_AGAIN, exchange);
    }

    private Mono<Void> send(String name, CacheControl caching, ServerWebExchange exchange) {
        PageFile file = files.file(name);
        if (file == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        ServerHttpResponse response = exchange.getResponse();
        HttpHeaders headers = response.getHeaders();
        headers.setCacheControl(caching);
        // Beside what it varies by for pages of other origins, where some may ask.
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        headers.set("Referrer-Policy", "no-referrer");
        boolean compressed = takesGzip(exchange.getRequest().getHeaders());
        // Two representations have two tags.
        if (exchange.checkNotModified(compressed ? file.etag().replaceFirst("\"$", "-gzip\"") : file.etag())) {
            return response.setComplete();
        }
        PageFile.Variant variant = compressed ? file.gzip() : file.plain();
        if (compressed) {
            headers.set(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        headers.setContentType(file.type());
        headers.setContentLength(variant.length());
        // Whoever asks for headers only is answered by a response that takes no file.
        return response instanceof ZeroCopyHttpOutputMessage connection
                ? connection.writeWith(variant.path(), 0, variant.length())
                : response.setComplete();
    }

    private static boolean takesGzip(HttpHeaders headers) {
        return headers.getOrEmpty(HttpHeaders.ACCEPT_ENCODING).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip).anyMatch(coding -> coding.equals("gzip") || coding.startsWith("gzip;q=1"));
    }
}
