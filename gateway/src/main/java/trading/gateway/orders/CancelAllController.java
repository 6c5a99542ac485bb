package trading.gateway.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.gateway.market.OpenOrders;
import trading.gateway.openapi.Fields;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.requests.ProductIds;
import trading.gateway.requests.QueryParameters;
import trading.gateway.security.Caller;
import trading.gateway.security.Callers;
import trading.tracing.Traces;
import trading.wire.InvalidField;
import trading.wire.Limits;

/** Where a user cancels all open orders at once, as far as this gateway knows of them. */
@RestController
final class CancelAllController {

    /** Cancels of one request, all of them on their way to Kafka at once. */
    static final int MAX_CANCELS = 1_000;

    private final Callers callers;
    private final OpenOrders open;
    private final OrderPublisher publisher;
    private final UserRates rates;
    private final OrderFigures figures;
    private final Traces traces;

    CancelAllController(Callers callers, OpenOrders open, OrderPublisher publisher, UserRates rates,
            OrderFigures figures,
            Traces traces) {
        this.callers = callers;
        this.open = open;
        this.publisher = publisher;
        this.rates = rates;
        this.figures = figures;
        this.traces = traces;
    }

    /** Cancels the open orders of a user, of one product or of all, and answers once Kafka has the cancels. */
    @OrderApi.CancelAll
    @ResponseStatus(HttpStatus.ACCEPTED)
    @DeleteMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Cancels> cancelAll(ServerWebExchange exchange) {
        OpenOrders.Page orders;
        String userId;
        try {
            QueryParameters query = QueryParameters.of(exchange.getRequest(), "userId", "productId");
            userId = Limits.userId("userId", user(callers.of(exchange), query.get("userId")));
            String productId = query.get("productId") == null
                    ? null
                    : ProductIds.of("productId", query.get("productId"));
            Problem tooSoon = rates.take(userId);
            if (tooSoon != null) {
                return Mono.error(new ProblemException(tooSoon));
            }
            orders = open.page(userId, productId, _ -> true, null, MAX_CANCELS);
            // All of them at once, for who cancels all is in a hurry; but orders stay open here until an engine tells.
            rates.owe(userId, orders.orders().size() - 1);
        } catch (InvalidField e) {
            figures.invalid();
            return Mono.error(e);
        }
        String traceparent = Traceparent.of(exchange, traces);
        return Flux.fromIterable(orders.orders())
                .flatMapSequential(order -> cancel(order.orderId(), userId, traceparent), MAX_CANCELS).collectList()
                .map(cancels -> Cancels.of(cancels, orders));
    }

    private @Nullable String user(Caller caller, @Nullable String named) {
        try {
            return caller.user(named);
        } catch (ProblemException e) {
            figures.forbidden();
            throw e;
        }
    }

    private Mono<Cancel> cancel(UUID orderId, String userId, @Nullable String traceparent) {
        return publisher.publish(OrderCommand.cancel(orderId, userId), traceparent)
                .map(_ -> new Cancel(orderId, null))
                .onErrorResume(ProblemException.class, e -> Mono.just(new Cancel(orderId, e.problem())));
    }

    /** What became of a cancel: {@code null} when Kafka has it. */
    record Cancel(UUID orderId, @Nullable Problem problem) {}

    /**
     * The open orders for each of which Kafka has a cancel.
     *
     * @param ids those orders
     * @param failed orders whose cancel Kafka has not acknowledged, and why; with {@code outcome-unknown} it may have it
     * @param more true if there are more open orders: the same call again cancels them
     * @param incomplete true if there may be open orders that this gateway had no room for, or missed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Cancels(List<String> ids, @Nullable List<NotCancelled> failed, @Nullable Boolean more,
            @Nullable Boolean incomplete) {

        /** @throws ProblemException if there were orders, and Kafka has a cancel of none; if it may have one, that is said */
        static Cancels of(List<Cancel> cancels, OpenOrders.Page orders) {
            List<String> ids = new ArrayList<>();
            List<NotCancelled> failed = new ArrayList<>();
            Problem worst = null;
            for (Cancel cancel : cancels) {
                Problem problem = cancel.problem();
                if (problem == null) {
                    ids.add(cancel.orderId().toString());
                } else {
                    worst = worst == null || problem.type().equals(Problem.OUTCOME_UNKNOWN) ? problem : worst;
                    failed.add(new NotCancelled(cancel.orderId().toString(), problem.toJsonText()));
                }
            }
            if (ids.isEmpty() && worst != null) {
                throw new ProblemException(worst);
            }
            return new Cancels(ids, failed.isEmpty() ? null : failed, orders.hasMore() ? true : null,
                    orders.isComplete() ? null : true);
        }
    }

    /** An order whose cancel Kafka has not acknowledged, and why; with {@code outcome-unknown} it may have it. */
    record NotCancelled(@Schema(pattern = Fields.ORDER_ID) String id,
            @JsonRawValue @Schema(implementation = Problem.class) String problem) {}
}
