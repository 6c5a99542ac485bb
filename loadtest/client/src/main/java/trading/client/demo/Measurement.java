package trading.client.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import trading.client.CommandFailed;
import trading.client.orders.GatewayAddress;
import trading.client.orders.OrdersEndpoint;
import trading.client.orders.Outcomes;
import trading.client.orders.Pace;
import trading.client.orders.RandomOrders;
import trading.client.stack.Backlog;
import trading.client.stack.CpuTimes;
import trading.client.stack.EngineSales;
import trading.client.stack.SalesTable;
import trading.client.stack.Stack;
import trading.client.stack.Throttle;

/**
 * Orders into a running stack, in two phases: a warm-up that is not counted, and a measured one. Both end when everything
 * that was sent is in the database. For one thread.
 */
final class Measurement implements AutoCloseable {

    private static final Duration WARM_UP_STEP = Duration.ofSeconds(5);

    /** So many steps are compared with as many before them: in each, senders may have waited for a second or two. */
    private static final int COMPARED_STEPS = 2;

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final CpuTimes cpuTimes;
    private final Stack stack;
    private final RandomOrders orders;
    private final Load load;
    private final Duration catchUpLimit;
    private final PrintWriter out;
    private final OrdersEndpoint endpoint;
    private final SalesTable sales;
    private final Backlog backlog;
    private final Throttle throttle;
    private long nextChunk;

    /** What became of a phase's orders, and when the first was sent. */
    private record Sent(Outcomes outcomes, long firstNanos) {}

    /**
     * @param cpuTimes of the stack that is measured
     * @param catchUpLimit how long a phase may take to end after its last order
     * @param out takes the live lines
     */
    Measurement(CpuTimes cpuTimes, RandomOrders orders, Load load, Duration catchUpLimit, PrintWriter out) {
        this.cpuTimes = cpuTimes;
        this.stack = cpuTimes.stack();
        this.orders = orders;
        this.load = load;
        this.catchUpLimit = catchUpLimit;
        this.out = out;
        this.sales = new SalesTable(stack.database());
        this.endpoint = new OrdersEndpoint(GatewayAddress.open(stack.gateway()), ANSWER_TIMEOUT);
        this.backlog = new Backlog(stack.kafka());
        this.throttle = new Throttle(stack.kafka(), load.maxBehind());
    }

    /**
     * Sends without counting: for a while, and then for as long as more sales come in a few steps than in those before them,
     * because processes that have just started only become fast under load.
     *
     * @param least if zero, nothing is sent
     * @param most when to measure although the pace still grows
     * @throws CommandFailed if no order is accepted, or the stack does not catch up
     */
    void warmUp(Duration least, Duration most) throws InterruptedException {
        if (least.isZero()) {
            return;
        }
        requireAccepted(send("warm-up", least).outcomes(), least);
        Pace pace = new Pace(COMPARED_STEPS);
        for (Duration sent = least; sent.compareTo(most) < 0
                && !pace.growsNoMore(); sent = sent.plus(WARM_UP_STEP)) {
            long salesBefore = sales.lastTradeIds();
            send("warm-up", WARM_UP_STEP);
            pace.add((sales.lastTradeIds() - salesBefore) / (double) WARM_UP_STEP.toSeconds());
        }
        catchUp();
    }

    /**
     * Sends for a while and tells what came of it.
     *
     * @throws CommandFailed if no order is accepted, or the stack does not catch up
     */
    Summary measure(Duration time) throws InterruptedException {
        long rowsBefore = sales.count();
        // For the stack as it is: engines may have come or gone since the warm-up's last look.
        cpuTimes.look();
        EngineSales engineSalesBefore = EngineSales.of(cpuTimes.stack());
        Map<String, Duration> cpuTimesBefore = cpuTimes.look();
        cpuTimes.changed();

        Sent sent = send("measured", time);
        requireAccepted(sent.outcomes(), time);
        LastRow lastRow = new LastRow(stack.database());
        catchUp();
        Duration firstOrderToLastRow = Duration.ofNanos(lastRow.seenNanos() - sent.firstNanos());

        Map<String, Duration> cpu = difference(cpuTimes.look(), cpuTimesBefore);
        EngineSales engineSales = EngineSales.of(cpuTimes.stack()).since(engineSalesBefore);
        return new Summary(sent.outcomes(), time, rowsBefore, sales.count(), firstOrderToLastRow, engineSales, cpu,
                cpuTimes.changed());
    }

    @Override
    public void close() {
        throttle.close();
        backlog.close();
        endpoint.close();
        sales.close();
    }

    private Sent send(String phase, Duration time) throws InterruptedException {
        Outcomes outcomes = new Outcomes();
        LiveLine live = new LiveLine(out, phase, outcomes, throttle, sales);
        Senders senders = new Senders(endpoint, orders, throttle, load, outcomes, nextChunk);
        nextChunk = senders.send(time, () -> {
            live.print();
            cpuTimes.look();
        });
        return new Sent(outcomes, senders.firstSentNanos());
    }

    private static void requireAccepted(Outcomes outcomes, Duration time) {
        if (time.isPositive() && outcomes.accepted() == 0) {
            throw new CommandFailed("no order was accepted in " + time.toSeconds() + " s: " + outcomes.firstProblem());
        }
    }

    private void catchUp() throws InterruptedException {
        if (!backlog.awaitDrained(catchUpLimit)) {
            Backlog.Reading behind = backlog.read();
            throw new CommandFailed("not everything was in the database " + catchUpLimit.toSeconds()
                    + " s after the last order: " + behind.orders() + " orders to trade, " + behind.batches()
                    + " batches to write");
        }
    }

    private static Map<String, Duration> difference(Map<String, Duration> now, Map<String, Duration> before) {
        Map<String, Duration> difference = new LinkedHashMap<>();
        now.forEach((name, time) -> difference.put(name, time.minus(before.getOrDefault(name, Duration.ZERO))));
        return difference;
    }
}
