package trading.gateway.results;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.CloseReason;

/** How far an order has come. */
public enum OrderStatus {
    /** Kafka has it; no engine has told of it yet. */
    PENDING,
    /** Waits in the market, nothing sold or bought yet. */
    OPEN,
    /** Waits in the market for the rest. */
    PARTIALLY_FILLED,
    /** Nothing is left to trade. */
    FILLED,
    /** Closed by its age, or by its own time, with something left. */
    EXPIRED,
    /** Closed with something left by its user, by an order of the same user, or since it was to trade at once. */
    CANCELLED,
    /** Closed at once: its market, or its user, had as many open orders as there may be, or its market as many products. */
    REJECTED;

    /** Whether nothing more will become of the order. */
    boolean isDone() {
        return switch (this) {
            case PENDING, OPEN, PARTIALLY_FILLED -> false;
            case FILLED, EXPIRED, CANCELLED, REJECTED -> true;
        };
    }

    /**
     * What a batch makes of an order.
     *
     * @param closed why it closed with something left, {@code null} unless it did
     */
    static OrderStatus of(@Nullable CloseReason closed, long filled, long remaining) {
        if (closed != null) {
            return of(closed);
        }
        return remaining == 0 ? FILLED : filled == 0 ? OPEN : PARTIALLY_FILLED;
    }

    /** What the reason in a row of {@code CLOSED_ORDERS} makes of an order. */
    static OrderStatus ofReason(String reason) {
        return Arrays.stream(CloseReason.values()).filter(each -> each.name().equals(reason)).findFirst()
                .map(OrderStatus::of).orElse(EXPIRED);
    }

    private static OrderStatus of(CloseReason closed) {
        return switch (closed) {
            case CANCELLED, SELF_TRADE, UNFILLED -> CANCELLED;
            case REJECTED, MAX_OPEN_ORDERS, MAX_GTC_ORDERS, MAX_PRODUCTS -> REJECTED;
            case EXPIRED, CLOSE_REASON_UNSPECIFIED, UNRECOGNIZED -> EXPIRED;
        };
    }
}
