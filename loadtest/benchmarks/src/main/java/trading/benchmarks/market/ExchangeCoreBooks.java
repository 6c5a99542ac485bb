package trading.benchmarks.market;

import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.cmd.OrderCommandType;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.IOrderBook;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;
import exchange.core2.core.orderbook.OrderBookNaiveImpl;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Order books of exchange-core, one for each product. Orders become good-till-cancelled limit orders, one command each. The
 * books know no time: here a bit for each order says whether it is still open, and what has grown too old is cancelled.
 */
final class ExchangeCoreBooks implements MeasuredBook {

    /** An order's id is its block and its place in it; a block has two words of bits. */
    private static final int PLACE_BITS = 7;
    private static final int WORDS = (1 << PLACE_BITS) / Long.SIZE;
    private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;

    /** Objects of each kind that the matching engine of exchange-core 0.5.3 keeps for reuse. */
    private static final Map<Integer, Integer> POOLED_OBJECTS = Map.of(ObjectsPool.DIRECT_ORDER, 1024 * 1024,
            ObjectsPool.DIRECT_BUCKET, 1024 * 64, ObjectsPool.ART_NODE_4, 1024 * 32, ObjectsPool.ART_NODE_16,
            1024 * 16, ObjectsPool.ART_NODE_48, 1024 * 8, ObjectsPool.ART_NODE_256, 1024 * 4);

    private static final int SELLERS_FROM = 1_000;

    private final OrderFlow flow;
    private final IOrderBook[] books;
    private final OrderCommand command = new OrderCommand();

    /** The bits of the blocks whose orders may be open, block modulo length. */
    private final long[] open;
    private final int openMask;

    private ExchangeCoreBooks(OrderFlow flow, IntFunction<IOrderBook> book) {
        this.flow = flow;
        this.books = new IOrderBook[flow.products()];
        for (int product = 0; product < books.length; product++) {
            books[product] = book.apply(product);
        }
        int blocks = Integer.highestOneBit(Math.toIntExact(flow.lifetimeBlocks()) + 2) << 1;
        this.open = new long[blocks * WORDS];
        this.openMask = open.length - 1;
    }

    /** The fast ones. */
    static ExchangeCoreBooks direct(OrderFlow flow) {
        ObjectsPool pool = new ObjectsPool(POOLED_OBJECTS);
        return new ExchangeCoreBooks(flow, product -> new OrderBookDirectImpl(specification(product), pool,
                OrderBookEventsHelper.NON_POOLED_EVENTS_HELPER, LoggingConfiguration.DEFAULT));
    }

    /** The simple ones, on Java's own trees and maps. */
    static ExchangeCoreBooks naive(OrderFlow flow) {
        return new ExchangeCoreBooks(flow,
                product -> new OrderBookNaiveImpl(specification(product), LoggingConfiguration.DEFAULT));
    }

    private static CoreSymbolSpecification specification(int product) {
        return CoreSymbolSpecification.builder().symbolId(product).type(SymbolType.CURRENCY_EXCHANGE_PAIR)
                .baseCurrency(1).quoteCurrency(2).baseScaleK(1).quoteScaleK(1).build();
    }

    @Override
    public long trade(long block) {
        withdraw(block - flow.lifetimeBlocks() - 1);
        Tape tape = flow.tape();
        int start = tape.start(block);
        int size = flow.size(block);
        long quantity = 0;
        for (int place = 0; place < size; place++) {
            long orderId = block << PLACE_BITS | place;
            place(tape, start + place, orderId, block);
            require(IOrderBook.processCommand(books[command.symbol], command));
            quantity += traded(orderId, command.size);
        }
        return quantity;
    }

    private void place(Tape tape, int index, long orderId, long block) {
        boolean buys = tape.buys(index);
        command.command = OrderCommandType.PLACE_ORDER;
        command.orderType = OrderType.GTC;
        command.resultCode = CommandResultCode.VALID_FOR_MATCHING_ENGINE;
        command.orderId = orderId;
        command.symbol = tape.product(index);
        command.price = tape.price(index, block);
        command.reserveBidPrice = command.price;
        command.size = tape.quantity(index);
        command.action = buys ? OrderAction.BID : OrderAction.ASK;
        command.uid = user(tape, index);
        command.timestamp = block;
        command.matcherEvent = null;
    }

    private static int user(Tape tape, int index) {
        return tape.user(index) + (tape.buys(index) ? 0 : SELLERS_FROM);
    }

    /** Adds up what the order traded, and takes down who is open after that. */
    private long traded(long orderId, long size) {
        long quantity = 0;
        for (MatcherTradeEvent event = command.matcherEvent; event != null; event = event.nextEvent) {
            quantity += event.size;
            if (event.matchedOrderCompleted) {
                flip(event.matchedOrderId);
            }
        }
        if (quantity < size) {
            flip(orderId);
        }
        return quantity;
    }

    /** Opens what was closed, and the reverse. */
    private void flip(long orderId) {
        open[(int) (orderId >> 6) & openMask] ^= 1L << orderId;
    }

    private void withdraw(long block) {
        if (block < 0) {
            return;
        }
        Tape tape = flow.tape();
        int start = tape.start(block);
        for (long word = block * WORDS; word < (block + 1) * WORDS; word++) {
            int index = (int) word & openMask;
            for (long left = open[index]; left != 0; left &= left - 1) {
                long orderId = word << 6 | Long.numberOfTrailingZeros(left);
                cancel(tape, start + (int) (orderId & PLACE_MASK), orderId);
            }
            open[index] = 0;
        }
    }

    private void cancel(Tape tape, int index, long orderId) {
        command.command = OrderCommandType.CANCEL_ORDER;
        command.resultCode = CommandResultCode.VALID_FOR_MATCHING_ENGINE;
        command.orderId = orderId;
        command.symbol = tape.product(index);
        command.uid = user(tape, index);
        command.matcherEvent = null;
        require(IOrderBook.processCommand(books[command.symbol], command));
    }

    private void require(CommandResultCode result) {
        if (result != CommandResultCode.SUCCESS) {
            throw new IllegalStateException(command + ": " + result + " (expected: SUCCESS)");
        }
    }

    @Override
    public int openOrders() {
        int orders = 0;
        for (IOrderBook book : books) {
            orders += book.getOrdersNum(OrderAction.BID) + book.getOrdersNum(OrderAction.ASK);
        }
        return orders;
    }
}
