package trading.client.load;

import java.time.Duration;
import trading.client.orders.Pace;

/** Tells when throughput has become stable: the last three windows of five seconds lie within ten percent. For one thread. */
final class Stability {

    private static final long WINDOW_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int WINDOWS = 3;

    private final Pace pace = new Pace(WINDOWS);
    private final long startNanos;
    private final long salesAtStart;
    private long beforeNanos;
    private long salesBefore;

    /** Begins at this moment. */
    Stability(long nowNanos, long sales) {
        this.startNanos = nowNanos;
        this.salesAtStart = sales;
        this.beforeNanos = nowNanos;
        this.salesBefore = sales;
    }

    /** Takes what there is at a moment. */
    void add(long nowNanos, long sales) {
        if (nowNanos - beforeNanos >= WINDOW_NANOS) {
            pace.add((sales - salesBefore) * 1e9 / (nowNanos - beforeNanos));
            beforeNanos = nowNanos;
            salesBefore = sales;
        }
    }

    /** Whether the newest windows are alike, and not of nothing. */
    boolean isStable() {
        return pace.isSteady();
    }

    /** Sales since the beginning, at a moment. */
    long since(long sales) {
        return sales - salesAtStart;
    }

    /** Nanoseconds since the beginning, at a moment. */
    long nanosSince(long nowNanos) {
        return nowNanos - startNanos;
    }
}
