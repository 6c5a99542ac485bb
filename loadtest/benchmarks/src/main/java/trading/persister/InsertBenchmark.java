package trading.persister;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import trading.wire.OrderId;

/**
 * 500 sales as insert statements of so many rows each, from the rows to the bytes for the network, without a database: text,
 * parameters, and what the driver makes of them. Lies in the persister's package, whose tables are nobody else's.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InsertBenchmark {

    private static final int SALES = 500;

    /** Rows of one statement. */
    @Param({"1", "100", "500"})
    public int rows;

    private final EncodingConnection connection = new EncodingConnection();
    private final List<SaleRow> sales = IntStream.range(0, SALES).mapToObj(InsertBenchmark::sale).toList();
    @SuppressWarnings("NullAway.Init") // JMH calls connect first
    private R2dbcSalesTable table;

    /** A table at the other end of the connection that leads nowhere. */
    @Setup
    public void connect() {
        PersisterProperties properties = new Binder(
                new MapConfigurationPropertySource(
                        Map.of("trading.persister.statement-rows", rows, "trading.persister.load-from-rows", 0)))
                .bindOrCreate("trading.persister", PersisterProperties.class);
        MeterRegistry meters = new SimpleMeterRegistry();
        DatabaseConnections connections = new DatabaseConnections(connection, properties, meters);
        table = new R2dbcSalesTable(connections,
                new RowLoads(connections, new LoadFolder(properties), properties, meters),
                properties);
        insert();
        if (connection.encodedBytes() < SALES) {
            throw new IllegalStateException("bytes of " + SALES + " sales: " + connection.encodedBytes());
        }
    }

    @Benchmark
    @OperationsPerInvocation(SALES)
    public int insert() {
        return table.write(sales, List.of()).total();
    }

    private static SaleRow sale(int number) {
        long nowMillis = 1_767_225_600_000L;
        return new SaleRow("product-%03d".formatted(number % 10), 1_000_000 + number, "buyer-%03d".formatted(number),
                "seller-%03d".formatted(number), 1_234_500 + 100 * number, 1 + number % 10,
                OrderId.next(number % 48, nowMillis), OrderId.next(number % 48, nowMillis), number % 3, number % 5,
                LocalDateTime.of(2026, 1, 1, 0, 0, 0, 123_000_000));
    }
}
