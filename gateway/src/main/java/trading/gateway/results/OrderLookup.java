package trading.gateway.results;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.gateway.GatewayProperties;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;
import trading.gateway.problems.Problem;
import trading.gateway.problems.ProblemException;
import trading.gateway.security.Caller;
import trading.gateway.sent.SentOrders;
import trading.wire.proto.PlaceOrder;

/**
 * Finds an order, and as much of it as its caller may see, where it is known best: in its market, in the cache of results, in
 * the database, or among what this gateway sent. What the caller may not see is looked for like what is not there, and takes
 * as long. Safe for use by any thread.
 *
 * <p>Which of them is newer: a batch comes to its market first, then into the database, and only then into the cache. So the
 * market tells how an order stands, and the others add its sales. But each is heard of by a thread of its own, and the cache
 * may be ahead of the market: the later batch counts, and of the same batch what left less of the order. A market that missed
 * batches may show an order that has ended since: then its end in the database counts. One that is still being read, or had
 * to forget orders that left it before the database had them, does not show what may have been told already: then only an end
 * counts, for nothing comes after it. What was sent counts when nobody else knows of the order.
 */
@Component
final class OrderLookup {

    private final Results results;
    private final StoredResults stored;
    private final OpenOrders open;
    private final SentOrders sent;
    private final Duration retryAfter;

    OrderLookup(Results results, StoredResults stored, OpenOrders open, SentOrders sent, GatewayProperties properties) {
        this.results = results;
        this.stored = stored;
        this.open = open;
        this.sent = sent;
        this.retryAfter = properties.retryAfter();
    }

    /** What became of an order, from the cache or the database; empty when neither knows, or the caller may not see it. */
    Mono<OrderResult> result(UUID orderId, Caller caller) {
        return result(results.find(orderId, System.currentTimeMillis()), orderId, caller);
    }

    /**
     * An order as it stands, and its newest sales.
     *
     * @throws ProblemException at once or through the result, if nobody knows the order, or how it stands cannot be said now
     */
    Mono<OrderJson> find(UUID orderId, Caller caller) {
        // The market last, for what comes meanwhile comes there first; and before it whether it is read: that may end meanwhile.
        Results.Found found = results.find(orderId, System.currentTimeMillis());
        boolean isReading = open.isReading();
        OrderState state = open.find(orderId);
        return state == null || !caller.sees(state.userId())
                ? outsideItsMarket(orderId, found, caller, isReading)
                : inItsMarket(state, found, caller);
    }

    /** Whether the results have told the end of an order that its market still has: they may be ahead. */
    boolean hasEnded(OrderState state) {
        OrderResult told = results.find(state.orderId(), System.currentTimeMillis()).result();
        return told != null && told.status().isDone() && !isNewer(state, told) && ofTheSame(state, told) != null;
    }

    private Mono<OrderJson> inItsMarket(OrderState state, Results.Found found, Caller caller) {
        OrderResult cached = cached(found, caller);
        if (cached != null && !isNewer(state, cached)) {
            return Mono.just(OrderJson.of(cached));
        }
        OrderResult before = ofTheSame(state, cached);
        boolean hasNoSale = state.remaining() == state.quantity();
        if (before != null || (hasNoSale && !open.mayHaveMissedTheEnd(state))) {
            return Mono.just(OrderJson.of(state, before));
        }
        return stored(found, state.orderId(), caller)
                .map(result -> result.status().isDone() && !isNewer(state, result)
                        ? OrderJson.of(result)
                        : OrderJson.of(state, ofTheSame(state, result)))
                .defaultIfEmpty(OrderJson.of(state, null));
    }

    private Mono<OrderJson> outsideItsMarket(UUID orderId, Results.Found found, Caller caller, boolean isReading) {
        boolean mayHaveEnded = open.mayHaveForgotten(orderId, found.storedMillis());
        return result(found, orderId, caller).doOnNext(result -> requireDoneWhileReading(isReading, result))
                .filter(result -> !mayHaveEnded || result.status().isDone()).map(OrderJson::of)
                .switchIfEmpty(Mono.fromSupplier(() -> withoutResult(orderId, caller, mayHaveEnded, isReading)));
    }

    /** Where the order stands in its market may have been told before by another gateway, or by this one before its start. */
    private void requireDoneWhileReading(boolean isReading, OrderResult result) {
        if (isReading && !result.status().isDone()) {
            throw open.stillReading();
        }
    }

    private OrderJson withoutResult(UUID orderId, Caller caller, boolean mayHaveEnded, boolean wasReading) {
        if (mayHaveEnded) {
            // Its end may have been told already, and what is known is older.
            throw new ProblemException(Problem.resultsUnavailable(
                    "The order may have left its market, and the database does not have its end yet", retryAfter));
        }
        PlaceOrder pending = sent.find(orderId);
        if (pending != null && caller.sees(pending.getUserId())) {
            return OrderJson.pending(orderId, pending);
        }
        if (wasReading) {
            throw open.stillReading();
        }
        throw new ProblemException(Problem.unknownOrPending(orderId.toString()));
    }

    /** The id that a client made may have been another order's before. */
    private static @Nullable OrderResult ofTheSame(OrderState state, @Nullable OrderResult result) {
        return result == null || result.changedAtMillis() < state.acceptedAtMillis() ? null : result;
    }

    /** A batch may come in parts, of which the results have not told the last yet. */
    private static boolean isNewer(OrderState state, OrderResult result) {
        return state.changedAtMillis() == result.changedAtMillis()
                ? state.remaining() < result.remaining() || (state.closed() != null && !result.status().isDone())
                : state.changedAtMillis() > result.changedAtMillis();
    }

    private Mono<OrderResult> result(Results.Found found, UUID orderId, Caller caller) {
        OrderResult cached = cached(found, caller);
        return cached != null ? Mono.just(cached) : stored(found, orderId, caller);
    }

    private static @Nullable OrderResult cached(Results.Found found, Caller caller) {
        OrderResult cached = found.result();
        return cached == null || !caller.sees(cached.terms().userId()) ? null : cached;
    }

    private Mono<OrderResult> stored(Results.Found found, UUID orderId, Caller caller) {
        return found.databaseMayKnow()
                ? stored.find(orderId).filter(result -> caller.sees(result.terms().userId()))
                : Mono.empty();
    }
}
