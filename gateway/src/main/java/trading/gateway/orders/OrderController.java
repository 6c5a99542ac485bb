package trading.gateway.orders;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import trading.gateway.RequestProperties;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.requests.ConnectionThread;
import trading.gateway.requests.EndOfStreams;
import trading.gateway.requests.HeadRequests;
import trading.gateway.requests.JsonAnswer;
import trading.gateway.requests.PlainBody;
import trading.gateway.requests.QueryParameters;
import trading.gateway.requests.StalledClients;
import trading.gateway.requests.Unbuffered;
import trading.gateway.security.ArticlesCalls;
import trading.gateway.security.Callers;
import trading.tracing.Traces;
import trading.wire.InvalidField;

/** Where orders come in. Every answer waits until Kafka has the order, and none waits for a trade. */
@RestController
final class OrderController {

    /** Pieces of a stream that are here while the one before is read in parts. */
    private static final int READ_AHEAD = 4;

    private final Callers callers;
    private final OrderPublisher publisher;
    private final UserRates rates;
    private final ArticlesCalls articles;
    private final OrderFigures figures;
    private final Traces traces;
    private final EndOfStreams streams;
    private final int maxBodyBytes;
    private final int maxLineBytes;
    private final int maxChunksInFlight;
    private final Duration stallTimeout;

    OrderController(Callers callers, OrderPublisher publisher, UserRates rates, ArticlesCalls articles,
            OrderFigures figures,
            Traces traces, EndOfStreams streams, RequestProperties properties) {
        this.callers = callers;
        this.publisher = publisher;
        this.rates = rates;
        this.articles = articles;
        this.figures = figures;
        this.traces = traces;
        this.streams = streams;
        this.maxBodyBytes = bounded(properties.maxBodySize());
        this.maxLineBytes = bounded(properties.maxLineSize());
        this.maxChunksInFlight = properties.maxChunksInFlight();
        this.stallTimeout = properties.stallTimeout();
    }

    /** A size that is too large is told of when everything is set up. */
    private static int bounded(DataSize size) {
        return Math.clamp(size.toBytes(), 0, Integer.MAX_VALUE);
    }

    /** Places a purchase order. */
    @OrderApi.Buy
    @GetMapping(path = "/buy", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> buy(ServerWebExchange exchange) {
        HeadRequests.refuse(exchange);
        articles.requireOwnPage(exchange);
        return publish(exchange, () -> OrderQuery.buy(exchange.getRequest(), callers.of(exchange)))
                .flatMap(order -> JsonAnswer.send(exchange, HttpStatus.OK, ok(order.orderId())));
    }

    /** Places a sales order. */
    @OrderApi.Sell
    @GetMapping(path = "/sell", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> sell(ServerWebExchange exchange) {
        HeadRequests.refuse(exchange);
        articles.requireOwnPage(exchange);
        return publish(exchange, () -> OrderQuery.sell(exchange.getRequest(), callers.of(exchange)))
                .flatMap(order -> JsonAnswer.send(exchange, HttpStatus.OK, ok(order.orderId())));
    }

    /** Places the order of the body. */
    @OrderApi.Place
    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> place(ServerWebExchange exchange) {
        PlainBody.require(exchange.getRequest());
        return DataBufferUtils.join(exchange.getRequest().getBody(), maxBodyBytes).map(OrderController::bytes)
                .defaultIfEmpty(new byte[0]).flatMap(json -> publish(exchange, () -> {
                    QueryParameters.of(exchange.getRequest());
                    return OrderReader.order(json, IdempotencyKey.of(exchange.getRequest()), callers.of(exchange));
                }))
                .flatMap(order -> pending(exchange, order.orderId()));
    }

    /** Places and cancels the orders of the body, line by line, and answers line by line. */
    @OrderApi.Place
    @PostMapping(path = "/orders", consumes = MediaType.APPLICATION_NDJSON_VALUE, produces = MediaType.APPLICATION_NDJSON_VALUE)
    Mono<Void> stream(ServerWebExchange exchange) {
        PlainBody.require(exchange.getRequest());
        QueryParameters.of(exchange.getRequest());
        IdempotencyKey.refuse(exchange.getRequest());
        OrderStream stream = new OrderStream(publisher, rates, figures, callers.of(exchange), maxLineBytes,
                Traceparent.of(exchange, traces));
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatus.OK);
        response.getHeaders().setContentType(MediaType.APPLICATION_NDJSON);
        Unbuffered.ask(response);
        StalledClients.close(response, stallTimeout);
        // Each piece is sent to Kafka when it is read, in order; as many as may be in flight then wait for their answers.
        Scheduler connection = ConnectionThread.of(exchange);
        Mono<Void> end = streams.asMono().publishOn(connection).doOnSuccess(_ -> stream.cutOff());
        Flux<CompletableFuture<byte[]>> pieces = exchange.getRequest().getBody().takeUntilOther(end)
                .flatMapIterable(stream::take, READ_AHEAD)
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release).concatWith(Mono.fromSupplier(stream::end));
        Flux<byte[]> answers = pieces.flatMapSequential(answer -> Mono.fromFuture(answer).publishOn(connection),
                maxChunksInFlight, 1);
        return response.writeAndFlushWith(answers.filter(answer -> answer.length > 0)
                .map(answer -> Mono.just(response.bufferFactory().wrap(answer))));
    }

    /** Cancels an order, if it is still open and this user's. */
    @OrderApi.Cancel
    @DeleteMapping(path = "/orders/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Void> cancel(@PathVariable String id, ServerWebExchange exchange) {
        return publish(exchange, () -> OrderQuery.cancel(id, exchange.getRequest(), callers.of(exchange)))
                .flatMap(order -> pending(exchange, order.orderId()));
    }

    private Mono<OrderCommand> publish(ServerWebExchange exchange, Parsed parsed) {
        OrderCommand order;
        try {
            order = parsed.order();
        } catch (InvalidField e) {
            figures.invalid();
            return Mono.error(e);
        } catch (ProblemException e) {
            figures.forbidden();
            return Mono.error(e);
        }
        Problem tooSoon = rates.take(order.userId());
        if (tooSoon != null) {
            return Mono.error(new ProblemException(tooSoon));
        }
        return publisher.publish(order, Traceparent.of(exchange, traces));
    }

    private static Mono<Void> pending(ServerWebExchange exchange, UUID orderId) {
        exchange.getResponse().getHeaders().set(HttpHeaders.LOCATION, "/orders/" + orderId);
        return JsonAnswer.send(exchange, HttpStatus.ACCEPTED, Answers.answer(orderId));
    }

    private static String ok(UUID orderId) {
        return "{\"msg\":\"ok\",\"id\":\"" + orderId + "\"}";
    }

    private static byte[] bytes(DataBuffer body) {
        byte[] bytes = new byte[body.readableByteCount()];
        body.read(bytes);
        DataBufferUtils.release(body);
        return bytes;
    }

    /** An order that is read, or an {@link InvalidField} or a {@link ProblemException} thrown. */
    @FunctionalInterface
    private interface Parsed {
        OrderCommand order();
    }
}
