package trading.gateway.security;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import trading.gateway.GatewayProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;

/**
 * The articles' calls order by GET, which any page can make a browser send to wherever that browser reaches. So they can be
 * switched off, and they are refused where a browser says that another site's page asks. Safe for use by any thread.
 */
@Component
public final class ArticlesCalls {

    private static final String FROM = "Sec-Fetch-Site";
    private static final Pattern ADDRESS = Pattern.compile("https?://(?<host>[^/?#]+)");

    private final boolean areServed;
    private final SecurityProperties.Cors cors;

    ArticlesCalls(GatewayProperties gateway, SecurityProperties security) {
        this.areServed = gateway.getApi();
        this.cors = security.cors();
    }

    /** @throws ProblemException if these calls are switched off */
    public void requireServed(ServerWebExchange exchange) {
        if (!areServed) {
            throw new ProblemException(Problem.of(HttpStatus.NOT_FOUND, new InvalidField("path",
                    exchange.getRequest().getPath().value(),
                    "POST /orders and GET /orders/{id}; trading.gateway.get-api switches the articles' calls on")));
        }
    }

    /** @throws ProblemException if a page of another site asks, or these calls are switched off */
    public void requireOwnPage(ServerWebExchange exchange) {
        requireServed(exchange);
        HttpHeaders headers = exchange.getRequest().getHeaders();
        String from = headers.getFirst(FROM);
        if (cors.allowedOrigins().contains(headers.getOrigin())) {
            return;
        }
        if (from == null) {
            requireOwnHost(headers);
        } else if (!from.equals("same-origin") && !from.equals("none")) {
            throw refused(FROM, from, "same-origin or none");
        }
    }

    /** Browsers say where a page is from to HTTPS and to their own machine only; elsewhere, its address may still come. */
    private void requireOwnHost(HttpHeaders headers) {
        String name = headers.getOrigin() == null ? HttpHeaders.REFERER : HttpHeaders.ORIGIN;
        String page = headers.getFirst(name);
        if (page == null) {
            return;
        }
        String host = headers.getFirst(HttpHeaders.HOST);
        Matcher address = ADDRESS.matcher(page);
        boolean isKnown = address.lookingAt();
        if (!isKnown || (!address.group("host").equalsIgnoreCase(host)
                && !cors.allowedOrigins().contains(address.group()))) {
            throw refused(name, page, "a page of " + host);
        }
    }

    private static ProblemException refused(String header, String value, String expected) {
        return new ProblemException(Problem.of(HttpStatus.FORBIDDEN,
                new InvalidField(header, value, expected + "; other sites' pages do not order by GET")));
    }
}
