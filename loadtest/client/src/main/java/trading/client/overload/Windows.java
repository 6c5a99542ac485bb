package trading.client.overload;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import trading.client.orders.Outcomes;
import trading.client.stack.ProcessSize;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;

/**
 * What happened in each window of some seconds, as a line of figures; a thread of its own prints them. Ends with
 * {@link #close}.
 */
final class Windows implements AutoCloseable {

    private final PrintWriter out;
    private final Stack stack;
    private final Outcomes streams;
    private final Outcomes singles;
    private final Duration length;
    private final Thread thread = Thread.ofPlatform().daemon().name("windows").unstarted(this::run);
    private final Map<String, Long> mostMegabytes = new LinkedHashMap<>();

    private final CountDownLatch ready = new CountDownLatch(1);

    private volatile String phase = "";
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;
    private OptionalLong worstAcceptedPerSecond = OptionalLong.empty();
    private long beforeNanos;
    private long acceptedBefore;
    private long refusedBefore;
    private long unsentBefore;
    private long salesBefore;
    private long expiredBefore;

    /**
     * @param streams orders in chunks
     * @param singles orders in requests of their own
     */
    Windows(PrintWriter out, Stack stack, Outcomes streams, Outcomes singles, Duration length) {
        this.out = out;
        this.stack = stack;
        this.streams = streams;
        this.singles = singles;
        this.length = length;
        out.println(
                "Orders a second: accepted, refused, not sent by this client; sales and expired orders in the database.");
        out.println(
                "Milliseconds (median/99 %/longest) from the planned time to the answer, where orders were accepted and"
                        + " where orders were refused: of chunks, of single orders.");
        out.println("Resident megabytes: " + String.join(", ", ProcessSize.all(stack).keySet()));
    }

    /** Returns when the first window has begun, or none can. */
    void start() throws InterruptedException {
        thread.start();
        ready.await();
    }

    /** Names the lines from now on. */
    void phase(String name) {
        phase = name;
    }

    /** Orders a second that were accepted in the worst whole window of a phase since this was asked last; empty if none ended. */
    synchronized OptionalLong worstAcceptedPerSecond() {
        OptionalLong worst = worstAcceptedPerSecond;
        worstAcceptedPerSecond = OptionalLong.empty();
        return worst;
    }

    /** Why there are no more windows; {@code null} if they go on. */
    @Nullable
    String failure() {
        RuntimeException failed = failure;
        return failed == null ? null : failed.toString();
    }

    /** The most that each process took. */
    synchronized Map<String, Long> mostMegabytes() {
        return new LinkedHashMap<>(mostMegabytes);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        try (SalesTable sales = new SalesTable(stack.database());
                ExpiredOrders expiredOrders = new ExpiredOrders(stack.database(), System.currentTimeMillis())) {
            salesBefore = sales.lastTradeIds();
            expiredBefore = expiredOrders.count();
            beforeNanos = System.nanoTime();
            ready.countDown();
            while (!closed) {
                String begun = phase;
                Thread.sleep(length);
                print(begun, sales.lastTradeIds(), expiredOrders.count());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // What happened afterwards was not seen, and that is said at the end.
            failure = e;
        } finally {
            ready.countDown();
        }
    }

    private synchronized void print(String begun, long salesNow, long expiredNow) {
        long nowNanos = System.nanoTime();
        double seconds = (nowNanos - beforeNanos) / 1e9;
        long accepted = streams.accepted() + singles.accepted();
        long refused = streams.refused() + singles.refused();
        long unsent = streams.notSent() + singles.notSent();
        long acceptedPerSecond = Math.round((accepted - acceptedBefore) / seconds);
        if (begun.equals(phase)) {
            worstAcceptedPerSecond = OptionalLong
                    .of(Math.min(worstAcceptedPerSecond.orElse(Long.MAX_VALUE), acceptedPerSecond));
        }
        Map<String, Long> megabytes = new LinkedHashMap<>();
        ProcessSize.all(stack).forEach((name, size) -> megabytes.put(name, size.residentMegabytes()));
        megabytes.forEach((name, memory) -> mostMegabytes.merge(name, memory, Math::max));
        out.println(String.format(Locale.ROOT,
                "%-9s accepted %,7d  refused %,7.0f  unsent %,7.0f  sales %,7.0f  expired %,6.0f  chunks %s %s  singles %s %s  MB %s",
                phase, acceptedPerSecond, (refused - refusedBefore) / seconds, (unsent - unsentBefore) / seconds,
                (salesNow - salesBefore) / seconds, (expiredNow - expiredBefore) / seconds, streams.accepting(),
                streams.refusing(), singles.accepting(), singles.refusing(), megabytes.values()));
        out.flush();
        beforeNanos = nowNanos;
        acceptedBefore = accepted;
        refusedBefore = refused;
        unsentBefore = unsent;
        salesBefore = salesNow;
        expiredBefore = expiredNow;
    }
}
