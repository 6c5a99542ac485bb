package trading.gateway.idempotency;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;
import trading.gateway.OrderProperties;
import trading.gateway.market.OpenOrders;
import trading.gateway.market.OrderState;
import trading.gateway.recent.RecentRecords;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/**
 * What was first ordered under each order id that was made from a client order id: as this gateway sent it, and as the
 * results told of it, so that other gateways' orders are known, too, as soon as they rest or close. Holds the newest ones,
 * as many as fit the memory it is given, for as long as the window is. An order that is still open is known for longer, by
 * the market data: an engine takes no other under its id. What neither knows is the engine's to judge.
 *
 * <p>Safe for use by any thread.
 */
@Component
public final class FirstOrders {

    /** What a record says of a claim, by place. */
    private static final int SINCE = 0;
    private static final int ATTEMPTS = SINCE + Long.BYTES;
    private static final int QUANTITY = ATTEMPTS + Integer.BYTES;
    private static final int PRICE = QUANTITY + Long.BYTES;
    private static final int EXPIRES = PRICE + Long.BYTES;
    private static final int SIDE = EXPIRES + Long.BYTES;
    private static final int TIME_IN_FORCE = SIDE + 1;
    private static final int STANDING = TIME_IN_FORCE + 1;
    private static final int BYTES = STANDING + 1;

    private final RecentRecords claims = new RecentRecords();
    private final OpenOrders openOrders;
    private final long windowMillis;
    private final long maxBytes;

    FirstOrders(OrderProperties properties, OpenOrders openOrders, MeterRegistry meters) {
        this.openOrders = openOrders;
        this.windowMillis = properties.idempotencyWindow().toMillis();
        this.maxBytes = properties.idempotencyCache().toBytes();
        Gauge.builder("trading.orders.remembered", this, FirstOrders::size)
                .description("Client order ids whose first order is known").register(meters);
    }

    /**
     * What stands under an id: the first order's terms, and the record that counts its attempts.
     *
     * @param position where that record is
     * @param terms what was ordered first
     */
    public record Claim(long position, OrderTerms terms) {}

    /**
     * Claims the id for an order that is about to be sent, which then {@link #stand stands} or is {@link #withdraw
     * withdrawn}.
     *
     * @return the claim of this order; one with other terms was there before, and this one must not be sent
     */
    public Claim claim(UUID orderId, OrderTerms terms) {
        long nowMillis = System.currentTimeMillis();
        OrderState open = isKnown(orderId, nowMillis) ? null : openOrders.findOpen(orderId);
        if (open != null) {
            learn(orderId, OrderTerms.of(open), nowMillis);
        }
        return claim(orderId, terms, nowMillis);
    }

    private synchronized Claim claim(UUID orderId, OrderTerms terms, long nowMillis) {
        long position = claims.newest(orderId);
        if (!isKnown(position, nowMillis)) {
            return new Claim(add(orderId, terms, nowMillis, 1, false), terms);
        }
        OrderTerms first = terms(position);
        if (first.equals(terms)) {
            addAttempts(position, 1);
        }
        return new Claim(position, first);
    }

    /** Kafka has the order, or may have it. */
    public synchronized void stand(Claim claim) {
        if (claims.isHere(claim.position)) {
            stand(claim.position);
        }
    }

    /** The order was surely not sent; unless another attempt was, it leaves no trace. */
    public synchronized void withdraw(UUID orderId, Claim claim) {
        if (!claims.isHere(claim.position)) {
            return;
        }
        int attempts = addAttempts(claim.position, -1);
        if (attempts == 0 && !isStanding(claim) && claims.newest(orderId) == claim.position) {
            claims.forget(orderId);
        }
    }

    /** Whether the order of this claim was sent, and is still known; if not, it is not certain that it was or will be. */
    public synchronized boolean isStanding(Claim claim) {
        return claims.isHere(claim.position) && claims.at(claim.position).get(STANDING) != 0;
    }

    /**
     * An engine told of an order: whatever was claimed, this is the one that stands. Of a kind that only newer gateways take
     * nothing is remembered.
     *
     * @param atMillis when it told
     */
    public synchronized void learn(UUID orderId, OrderTerms terms, long atMillis) {
        if (terms.side() == Side.UNRECOGNIZED || terms.timeInForce() == TimeInForce.UNRECOGNIZED) {
            return;
        }
        long known = claims.newest(orderId);
        if (known != RecentRecords.NONE && terms(known).equals(terms)) {
            stand(known);
            heardOf(known, atMillis);
        } else if (!isOver(atMillis, System.currentTimeMillis())) {
            add(orderId, terms, atMillis, 0, true);
        }
    }

    /**
     * An engine told that an order was filled, and remembers its id from then on. What was known for longer than the window may
     * have been another order, of which the engine has forgotten the id: then nothing is known any more.
     *
     * @param atMillis when it told
     * @param isOf whether the order may have had these terms
     */
    public synchronized void filled(UUID orderId, long atMillis, Predicate<OrderTerms> isOf) {
        long known = claims.newest(orderId);
        if (known == RecentRecords.NONE) {
            return;
        }
        if (isOver(since(known), atMillis) && !isOf.test(terms(known))) {
            claims.forget(orderId);
        } else {
            heardOf(known, atMillis);
        }
    }

    synchronized int size() {
        return claims.ids();
    }

    private long add(UUID orderId, OrderTerms terms, long sinceMillis, int attempts, boolean standing) {
        claims.add(orderId, BYTES).putLong(SINCE, sinceMillis).putInt(ATTEMPTS, attempts)
                .putLong(QUANTITY, terms.quantity()).putLong(PRICE, terms.price()).putLong(EXPIRES, terms.expiresAt())
                .put(SIDE, (byte) terms.side().getNumber()).put(TIME_IN_FORCE, (byte) terms.timeInForce().getNumber())
                .put(STANDING, (byte) (standing ? 1 : 0));
        long nowMillis = System.currentTimeMillis();
        while (claims.size() > 1 && (claims.bytes() > maxBytes || isOver(since(claims.oldest()), nowMillis))) {
            claims.removeOldest();
        }
        return claims.newest(orderId);
    }

    private void stand(long position) {
        claims.at(position).put(STANDING, (byte) 1);
    }

    /** An engine's window begins anew with all that it tells of an order. */
    private void heardOf(long position, long atMillis) {
        claims.at(position).putLong(SINCE, Math.max(since(position), atMillis));
    }

    private int addAttempts(long position, int more) {
        ByteBuffer claim = claims.at(position);
        int attempts = claim.getInt(ATTEMPTS) + more;
        claim.putInt(ATTEMPTS, attempts);
        return attempts;
    }

    private long since(long position) {
        return claims.at(position).getLong(SINCE);
    }

    private OrderTerms terms(long position) {
        ByteBuffer claim = claims.at(position);
        return new OrderTerms(Side.forNumber(claim.get(SIDE)), claim.getLong(QUANTITY), claim.getLong(PRICE),
                TimeInForce.forNumber(claim.get(TIME_IN_FORCE)), claim.getLong(EXPIRES));
    }

    private synchronized boolean isKnown(UUID orderId, long nowMillis) {
        return isKnown(claims.newest(orderId), nowMillis);
    }

    private boolean isKnown(long position, long nowMillis) {
        return position != RecentRecords.NONE && !isOver(since(position), nowMillis);
    }

    private boolean isOver(long sinceMillis, long nowMillis) {
        return nowMillis - sinceMillis > windowMillis;
    }
}
