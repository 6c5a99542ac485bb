package trading.gateway.orders;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import trading.client.orders.RandomOrders;
import trading.gateway.security.Caller;
import trading.wire.Topics;

/**
 * From the bytes of an order to the record for Kafka's producer: read, checked, given an id, written. The demo's orders. Lies
 * in the gateway's package, whose reader is nobody else's.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GatewayBenchmark {

    private static final int ORDERS = 1_000;
    private static final long SEED = 20_140_101;
    private static final int PRODUCTS = 100;

    /** The lines of a request, one behind the other. */
    private final byte[] lines = new byte[ORDERS * RandomOrders.MAX_LINE_LENGTH];
    private final int[] ends = new int[ORDERS];

    /** The same orders as bodies of their own. */
    private final byte[][] bodies = new byte[ORDERS][];

    /** The same with a client order id each. */
    private final byte[][] repeatable = new byte[ORDERS][];

    /** Draws the orders. */
    public GatewayBenchmark() {
        int length = new RandomOrders(SEED, PRODUCTS).chunk(0, ORDERS, lines);
        String[] texts = new String(lines, 0, length, StandardCharsets.US_ASCII).lines()
                .toArray(String[]::new);
        int end = 0;
        for (int i = 0; i < ORDERS; i++) {
            end += texts[i].length();
            ends[i] = end;
            end++;
            bodies[i] = texts[i].getBytes(StandardCharsets.US_ASCII);
            repeatable[i] = texts[i].replace("}", ",\"clientOrderId\":\"order-%d\"}".formatted(i))
                    .getBytes(StandardCharsets.US_ASCII);
        }
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void line(Blackhole records) {
        int from = 0;
        for (int end : ends) {
            records.consume(written(OrderReader.orderOrCancel(lines, from, end - from, Caller.ANYONE)));
            from = end + 1;
        }
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void body(Blackhole records) {
        for (byte[] body : bodies) {
            records.consume(written(OrderReader.order(body, null, Caller.ANYONE)));
        }
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void bodyWithClientOrderId(Blackhole records) {
        for (byte[] body : repeatable) {
            records.consume(written(OrderReader.order(body, null, Caller.ANYONE)));
        }
    }

    /** As {@link OrderPublisher} does. */
    private static ProducerRecord<byte[], byte[]> written(OrderCommand order) {
        return new ProducerRecord<>(Topics.ORDERS, order.partition(), order.key(), order.value());
    }
}
