package trading.gateway.market;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.wire.InvalidField;

/** Where market data would be read: says that they are off, and by what. */
@RestController
@ConditionalOnProperty(name = "trading.gateway.market.enabled", havingValue = "false")
final class NoMarketController {

    @RequestMapping({"/products", "/products/**", "/market/stream"})
    Mono<Void> off(ServerWebExchange exchange) {
        return Mono.error(new ProblemException(Problem.of(HttpStatus.NOT_FOUND, new InvalidField("path",
                exchange.getRequest().getPath().value(),
                "/orders, /orders/{id}, /orders/{id}/sales or /events; trading.gateway.market.enabled switches market data on"))));
    }
}
