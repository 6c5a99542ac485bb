package trading.gateway.security;

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
        if (from == null || from.equals("same-origin") || from.equals("none")
                || cors.allowedOrigins().contains(headers.getOrigin())) {
            return;
        }
        throw new ProblemException(Problem.of(HttpStatus.FORBIDDEN,
                new InvalidField(FROM, from, "same-origin or none; other sites' pages do not order by GET")));
    }
}
