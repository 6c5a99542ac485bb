package trading.benchmarks.market;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * An order into a book in which many are open, and its share of what is withdrawn: the engine's market, and exchange-core's
 * order books beside it with the same orders. After each iteration the quantity traded and the number of open orders must be
 * what they should.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MarketBenchmark {

    /** How far the number of open orders may be from what was asked for: 1/4 of it. */
    private static final int TOLERANCE_ONE_IN = 4;

    /** Which orders come, and to how many. */
    @State(Scope.Thread)
    public static class Orders {

        @Param({"deep", "flat", "adversarial"})
        public String shape = "";

        /** Open orders, about. */
        @Param({"1000", "100000", "1000000"})
        public int open;

        /** Orders that the market trades at once; a divisor of 100. */
        @Param("100")
        public int batch;
    }

    /** A filled book, and where it stands in the flow. */
    @SuppressWarnings("NullAway.Init") // JMH calls fill first
    abstract static class Filled {

        private OrderFlow flow;
        private MeasuredBook book;
        private int wantedOpen;
        private long block;
        private long checkedBlock;
        private long quantity;

        final void fill(Orders orders, Function<OrderFlow, MeasuredBook> newBook) {
            if (orders.batch < 1 || OrderFlow.BLOCK % orders.batch != 0) {
                throw new IllegalArgumentException(
                        "batch: " + orders.batch + " (expected: a divisor of " + OrderFlow.BLOCK + ")");
            }
            flow = OrderFlow.of(orders.shape, orders.open);
            book = newBook.apply(flow);
            wantedOpen = orders.open;
            for (block = 0; block < flow.fillingBlocks(); block++) {
                book.trade(block);
            }
            checkedBlock = block;
        }

        final long next() {
            long traded = book.trade(block);
            block++;
            quantity += traded;
            return traded;
        }

        /** Fails when something else was measured than was meant. */
        @TearDown(Level.Iteration)
        public void check() {
            long expected = 0;
            for (; checkedBlock < block; checkedBlock++) {
                expected += flow.takenQuantity(checkedBlock);
            }
            require("quantity traded", quantity, expected, 0);
            quantity = 0;
            require("open orders", book.openOrders(), wantedOpen, wantedOpen / TOLERANCE_ONE_IN);
        }

        private static void require(String what, long found, long expected, long tolerance) {
            if (Math.abs(found - expected) > tolerance) {
                throw new IllegalStateException(
                        what + ": " + found + " (expected: " + expected + ", at most " + tolerance + " off)");
            }
        }
    }

    /** The engine's market. */
    @State(Scope.Thread)
    public static class FilledMarket extends Filled {

        @Setup
        public void fill(Orders orders) {
            fill(orders, flow -> new TradingMarket(flow, orders.batch));
        }
    }

    /** exchange-core's fast order book. */
    @State(Scope.Thread)
    public static class FilledDirectBook extends Filled {

        @Setup
        public void fill(Orders orders) {
            fill(orders, ExchangeCoreBooks::direct);
        }
    }

    /** exchange-core's simple order book. */
    @State(Scope.Thread)
    public static class FilledNaiveBook extends Filled {

        @Setup
        public void fill(Orders orders) {
            fill(orders, ExchangeCoreBooks::naive);
        }
    }

    @Benchmark
    @OperationsPerInvocation(OrderFlow.BLOCK)
    public long market(FilledMarket market) {
        return market.next();
    }

    @Benchmark
    @OperationsPerInvocation(OrderFlow.BLOCK)
    public long exchangeCoreDirect(FilledDirectBook book) {
        return book.next();
    }

    @Benchmark
    @OperationsPerInvocation(OrderFlow.BLOCK)
    public long exchangeCoreNaive(FilledNaiveBook book) {
        return book.next();
    }
}
