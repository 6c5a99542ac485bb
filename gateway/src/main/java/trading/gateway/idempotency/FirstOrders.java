package trading.gateway.idempotency;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import trading.gateway.GatewayProperties;

/**
 * What was first ordered under each order id that was made from a client order id: as this gateway sent it, and as the
 * results told of it, so that other gateways' orders are known, too, as soon as they rest or close. Holds the newest ones,
 * as many as fit the memory it is given, for as long as the window is; what it does not know is the engine's to judge.
 *
 * <p>Safe for use by any thread.
 */
@Component
public final class FirstOrders {

    /** The entry of a map, the id, the claim and its terms, roughly. */
    private static final int ORDER_BYTES = 176;

    private final Map<UUID, Claim> claims = new LinkedHashMap<>();
    private final long windowMillis;
    private final long maxClaims;

    FirstOrders(GatewayProperties properties, MeterRegistry meters) {
        this.windowMillis = properties.idempotencyWindow().toMillis();
        this.maxClaims = Math.max(1, properties.idempotencyCache().toBytes() / ORDER_BYTES);
        Gauge.builder("trading.orders.remembered", this, FirstOrders::size)
                .description("Client order ids whose first order is known").register(meters);
    }

    /** Who ordered first under an id, and how far that has come. */
    public static final class Claim {

        private final OrderTerms terms;
        private final long sinceMillis;

        /** Orders with these terms that were not withdrawn. */
        private int attempts;
        private boolean standing;

        private Claim(OrderTerms terms, long sinceMillis) {
            this.terms = terms;
            this.sinceMillis = sinceMillis;
        }

        /** What was ordered first. */
        public OrderTerms terms() {
            return terms;
        }
    }

    /**
     * Claims the id for an order that is about to be sent, which then {@link #stand stands} or is {@link #withdraw
     * withdrawn}.
     *
     * @return the claim of this order; one with other terms was there before, and this one must not be sent
     */
    public synchronized Claim claim(UUID orderId, OrderTerms terms) {
        long nowMillis = System.currentTimeMillis();
        Claim claim = claims.get(orderId);
        if (claim == null || isOver(claim, nowMillis)) {
            claim = put(orderId, new Claim(terms, nowMillis), nowMillis);
        }
        if (claim.terms.equals(terms)) {
            claim.attempts++;
        }
        return claim;
    }

    /** Kafka has the order, or may have it. */
    public synchronized void stand(Claim claim) {
        claim.standing = true;
    }

    /** The order was surely not sent; unless another attempt was, it leaves no trace. */
    public synchronized void withdraw(UUID orderId, Claim claim) {
        claim.attempts--;
        if (!claim.standing && claim.attempts == 0) {
            claims.remove(orderId, claim);
        }
    }

    /** Whether the order of this claim was sent; if not, it is not certain yet that it will be. */
    public synchronized boolean isStanding(Claim claim) {
        return claim.standing;
    }

    /**
     * An engine told of an order: whatever was claimed, this is the one that stands.
     *
     * @param atMillis when it told
     */
    public synchronized void learn(UUID orderId, OrderTerms terms, long atMillis) {
        long nowMillis = System.currentTimeMillis();
        @Nullable
        Claim known = claims.get(orderId);
        if (known != null && known.terms.equals(terms)) {
            known.standing = true;
        } else {
            Claim told = new Claim(terms, atMillis);
            told.standing = true;
            if (!isOver(told, nowMillis)) {
                put(orderId, told, nowMillis);
            }
        }
    }

    synchronized int size() {
        return claims.size();
    }

    private Claim put(UUID orderId, Claim claim, long nowMillis) {
        claims.remove(orderId);
        claims.put(orderId, claim);
        Iterator<Claim> oldest = claims.values().iterator();
        Claim next = oldest.next();
        while (claims.size() > maxClaims || isOver(next, nowMillis)) {
            oldest.remove();
            next = oldest.next();
        }
        return claim;
    }

    private boolean isOver(Claim claim, long nowMillis) {
        return nowMillis - claim.sinceMillis > windowMillis;
    }
}
