package trading.client.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import trading.client.orders.Outcomes;
import trading.client.stack.Backlog;
import trading.client.stack.SalesTable;
import trading.client.stack.Throttle;

/** A line of figures a second. For one thread. */
final class LiveLine {

    private final PrintWriter out;
    private final String phase;
    private final Outcomes outcomes;
    private final Throttle throttle;
    private final SalesTable sales;
    private final long startNanos = System.nanoTime();
    private long beforeNanos = startNanos;
    private long acceptedBefore;
    private long salesBefore;

    LiveLine(PrintWriter out, String phase, Outcomes outcomes, Throttle throttle, SalesTable sales) {
        this.out = out;
        this.phase = phase;
        this.outcomes = outcomes;
        this.throttle = throttle;
        this.sales = sales;
        this.salesBefore = sales.lastTradeIds();
    }

    void print() {
        long nowNanos = System.nanoTime();
        double seconds = (nowNanos - beforeNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        long acceptedNow = outcomes.accepted();
        long salesNow = sales.lastTradeIds();
        Backlog.Reading backlog = throttle.latest();
        out.println(String.format(Locale.ROOT,
                "%-8s %3d s  %,9.0f orders/s  %,11.0f sales/min  behind: %,7d orders to trade, %,6d batches to write%s",
                phase, Duration.ofNanos(nowNanos - startNanos).toSeconds(), (acceptedNow - acceptedBefore) / seconds,
                (salesNow - salesBefore) / seconds * 60, backlog.orders(), backlog.batches(), refusals()));
        out.flush();
        beforeNanos = nowNanos;
        acceptedBefore = acceptedNow;
        salesBefore = salesNow;
    }

    private String refusals() {
        long others = outcomes.refused() + outcomes.invalid() + outcomes.unknown();
        return others == 0 ? "" : String.format(Locale.ROOT, "  %,d not accepted", others);
    }
}
