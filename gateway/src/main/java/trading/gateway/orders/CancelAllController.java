package trading.gateway.orders;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.gateway.market.OpenOrders;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.requests.JsonAnswer;
import trading.gateway.requests.QueryParameters;
import trading.tracing.Traces;
import trading.wire.InvalidField;
import trading.wire.Limits;

/** Where a user cancels all open orders at once, as far as this gateway knows of them. */
@RestController
final class CancelAllController {

    /** Cancels of one request, all of them on their way to Kafka at once. */
    static final int MAX_CANCELS = 1_000;

    private final OpenOrders open;
    private final OrderPublisher publisher;
    private final OrderFigures figures;
    private final Traces traces;

    CancelAllController(OpenOrders open, OrderPublisher publisher, OrderFigures figures, Traces traces) {
        this.open = open;
        this.publisher = publisher;
        this.figures = figures;
        this.traces = traces;
    }

    /** Cancels the open orders of a user, of one product or of all, and answers once Kafka has the cancels. */
    @OrderApi.CancelAll
    @DeleteMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> cancelAll(ServerWebExchange exchange) {
        OpenOrders.Page orders;
        String userId;
        try {
            QueryParameters query = QueryParameters.of(exchange.getRequest(), "userId", "productId");
            userId = Limits.userId("userId", query.get("userId"));
            String productId = query.get("productId") == null
                    ? null
                    : Limits.productId("productId", query.get("productId"));
            orders = open.page(userId, productId, _ -> true, null, MAX_CANCELS);
        } catch (InvalidField e) {
            figures.invalid();
            return Mono.error(e);
        }
        String traceparent = traces.isOn() ? exchange.getRequest().getHeaders().getFirst(Traces.HEADER) : null;
        return Flux.fromIterable(orders.orders())
                .flatMapSequential(order -> cancel(order.orderId(), userId, traceparent), MAX_CANCELS).collectList()
                .flatMap(cancels -> JsonAnswer.send(exchange, HttpStatus.ACCEPTED, answer(cancels, orders)));
    }

    private Mono<Cancel> cancel(UUID orderId, String userId, @Nullable String traceparent) {
        return publisher.publish(OrderCommand.cancel(orderId, userId), traceparent)
                .map(_ -> new Cancel(orderId, null))
                .onErrorResume(ProblemException.class, e -> Mono.just(new Cancel(orderId, e.problem())));
    }

    private static String answer(List<Cancel> cancels, OpenOrders.Page orders) {
        List<Cancel> failed = cancels.stream().filter(cancel -> cancel.problem() != null).toList();
        if (!failed.isEmpty() && failed.size() == cancels.size()) {
            throw new ProblemException(problem(failed.getFirst()));
        }
        return "{\"ids\":["
                + cancels.stream().filter(cancel -> cancel.problem() == null)
                        .map(cancel -> "\"" + cancel.orderId() + "\"").collect(Collectors.joining(","))
                + "]"
                + (failed.isEmpty()
                        ? ""
                        : ",\"failed\":[" + failed.stream().map(
                                cancel -> "{\"id\":\"" + cancel.orderId() + "\",\"problem\":"
                                        + problem(cancel).toJsonText() + "}")
                                .collect(Collectors.joining(",")) + "]")
                + (orders.hasMore() ? ",\"more\":true" : "") + (orders.isComplete() ? "" : ",\"incomplete\":true")
                + "}";
    }

    private static Problem problem(Cancel failed) {
        return Objects.requireNonNull(failed.problem());
    }

    /** What became of a cancel: {@code null} when Kafka has it. */
    private record Cancel(UUID orderId, @Nullable Problem problem) {}
}
