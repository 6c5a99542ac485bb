package trading.client.audit;

import trading.market.OpenOrder;

/** An order that is open in a {@link Ledger}. For one thread. */
final class LedgerEntry {

    /** As it was when it came, or at the checkpoint where the ledger began. */
    final OpenOrder order;

    /** What of it is not sold. */
    long remaining;

    /** Whether it came in the batch that is looked at. */
    boolean isNew;

    /** Whether it was published as resting. */
    boolean hasRested;

    LedgerEntry(OpenOrder order, boolean isNew) {
        this.order = order;
        this.remaining = order.remaining();
        this.isNew = isNew;
    }

    OpenOrder now() {
        return remaining == order.remaining() ? order : order.withRemaining(remaining);
    }

    /** Whether its time is over in a batch of this clock and this timeout. */
    boolean isDue(long nowMillis, long timeoutMillis) {
        return switch (order.timeInForce()) {
            case TIMEOUT, IOC -> nowMillis - timeoutMillis > order.acceptedAtMillis();
            case GTT -> nowMillis >= order.expiresAtMillis();
            case GTC -> false;
        };
    }

    /** How long it may be open, in words. */
    String lifetime(long timeoutMillis) {
        return switch (order.timeInForce()) {
            case TIMEOUT, IOC -> "open for " + timeoutMillis + " ms";
            case GTT -> "open until " + order.expiresAtMillis();
            case GTC -> "open until it is cancelled";
        };
    }
}
