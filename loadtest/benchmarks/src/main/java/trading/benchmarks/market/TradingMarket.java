package trading.benchmarks.market;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import trading.market.Batch;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.Side;

/** The engine's market. Its orders expire by time: a block is a millisecond. */
final class TradingMarket implements MeasuredBook {

    private static final int USERS = 1_000;
    private static final long VARIANT = 1L << 63;
    private static final long VERSION_7 = 0x7000;

    private final OrderFlow flow;
    private final int batchOrders;
    private final Market market = new Market();
    private final List<String> products;
    private final List<String> buyers = names("buyer-%03d", USERS);
    private final List<String> sellers = names("seller-%03d", USERS);
    private long offset;

    /** @param batchOrders how many orders are traded at once, so many that blocks are whole numbers of batches */
    TradingMarket(OrderFlow flow, int batchOrders) {
        this.flow = flow;
        this.batchOrders = batchOrders;
        this.products = names("product-%03d", flow.products());
    }

    private static List<String> names(String format, int count) {
        return IntStream.range(0, count).mapToObj(format::formatted).toList();
    }

    @Override
    public long trade(long block) {
        Tape tape = flow.tape();
        int start = tape.start(block);
        int size = flow.size(block);
        long quantity = 0;
        for (int from = 0; from < size; from += batchOrders) {
            List<Command> commands = commands(tape, block, start + from, Math.min(batchOrders, size - from));
            Outcome outcome = market.trade(Batch.unbounded(block, flow.lifetimeBlocks(), 0, commands));
            for (Sale sale : outcome.sales()) {
                quantity += sale.quantity();
            }
        }
        return quantity;
    }

    /** What the engine reads from the log: an object for the order, and one for its id. */
    List<Command> commands(Tape tape, long block, int from, int count) {
        List<Command> commands = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            boolean buys = tape.buys(i);
            commands.add(new PlaceOrder(offset, orderId(block, offset), buys ? Side.BUY : Side.SELL,
                    products.get(tape.product(i)), (buys ? buyers : sellers).get(tape.user(i)), tape.quantity(i),
                    tape.price(i, block), block));
            offset++;
        }
        return commands;
    }

    /** Time before chance, as the gateway makes them; the offset stands for chance, mixed as SplittableRandom does. */
    private static UUID orderId(long block, long offset) {
        long mixed = (offset + 1) * 0x9e37_79b9_7f4a_7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return new UUID(block << 16 | VERSION_7, (mixed ^ (mixed >>> 31)) | VARIANT);
    }

    @Override
    public int openOrders() {
        return market.openOrders();
    }
}
