package trading.benchmarks.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import trading.codec.BatchRecords;
import trading.codec.Commands;
import trading.codec.Events;
import trading.codec.Offsets;
import trading.codec.UnreadableCommand;
import trading.market.Batch;
import trading.market.Command;
import trading.market.Market;
import trading.market.Outcome;
import trading.market.PlaceOrder;
import trading.market.Side;
import trading.wire.Batches;
import trading.wire.OrderId;
import trading.wire.Topics;

/**
 * What travels: an order on the orders log, and a batch of 100 orders on the sales log, in which 50 buyers met 50 sellers and
 * half of the sellers have something left. Reading a batch reads every field of its events.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {

    private static final int ORDERS = 100;
    private static final String PRODUCT = "product-042";
    private static final int PARTITION = Topics.partition(PRODUCT);
    private static final long NOW_MILLIS = 1_767_225_600_000L;
    private static final long TIMEOUT_MILLIS = 60_000;
    private static final long WINDOW_MILLIS = 600_000;

    private final UUID orderId = OrderId.next(PARTITION, NOW_MILLIS);
    private final byte[] order = write(orderId);
    private Batch batch = Batch.unbounded(NOW_MILLIS, TIMEOUT_MILLIS, WINDOW_MILLIS, List.of());
    private Outcome outcome = new Market().trade(batch);
    private byte[] written = new byte[0];

    /** Trades the batch that is written and read. */
    @Setup
    public void trade() {
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            boolean sells = i < ORDERS / 2;
            int quantity = sells && i % 2 == 0 ? 6 : 5;
            commands.add(new PlaceOrder(i, OrderId.next(PARTITION, NOW_MILLIS), sells ? Side.SELL : Side.BUY, PRODUCT,
                    (sells ? "seller-%03d" : "buyer-%03d").formatted(i), quantity, 1_230_000 + i, NOW_MILLIS));
        }
        batch = Batch.unbounded(NOW_MILLIS, TIMEOUT_MILLIS, WINDOW_MILLIS, commands);
        outcome = new Market().trade(batch);
        written = encodeBatch();
    }

    @Benchmark
    public byte[] encodeOrder() {
        return write(orderId);
    }

    @Benchmark
    public Command decodeOrder() throws UnreadableCommand {
        return Commands.read(PARTITION, 1, NOW_MILLIS, order);
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public byte[] encodeBatch() {
        return BatchRecords.write(1, new Offsets(0, ORDERS - 1, 0), batch, outcome).getFirst().toByteArray();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void decodeBatch(Blackhole read) {
        trading.wire.proto.Batch message = Batches.read(written);
        message.getSalesList().forEach(sale -> read.consume(Events.read(sale)));
        message.getClosedList().forEach(closed -> read.consume(Events.read(closed)));
        message.getRestedList().forEach(rested -> read.consume(Events.read(rested)));
    }

    private static byte[] write(UUID orderId) {
        return trading.wire.proto.Command.newBuilder()
                .setPlace(trading.wire.proto.PlaceOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                        .setOrderIdLow(orderId.getLeastSignificantBits()).setSide(trading.wire.proto.Side.BUY)
                        .setProductId(PRODUCT).setUserId("buyer-123").setQuantity(7).setPrice(1_234_500).build())
                .build().toByteArray();
    }
}
