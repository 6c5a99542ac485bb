package trading.persister;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.testing.TestDatabase;
import trading.wire.OrderId;
import trading.wire.Topics;

/**
 * What indexes by user cost each sale that is written: a measurement, run by its name only. The same rows are written without
 * and with them in turn, forwards and backwards, so that neither the table's growth nor the machine's mood favours one.
 */
class UserIndexCost {

    private static final int STATEMENTS = Integer.getInteger("statements", 60);
    private static final int LOAD_FROM_ROWS = Integer.getInteger("load-from-rows", 300);
    private static final int WARM_UP = 10;
    private static final int ROWS = Integer.getInteger("rows", 1_000);
    private static final int PRODUCTS = 100;

    private static final List<Variant> VARIANTS = List.of(new Variant("without", "", ""),
            new Variant("by name", "ADD KEY X_B (BUYER_NAME), ADD KEY X_S (SELLER_NAME)", "DROP KEY X_B, DROP KEY X_S"),
            new Variant("by name and order",
                    "ADD KEY X_B (BUYER_NAME, PO_ID, PO_REMAINING), ADD KEY X_S (SELLER_NAME, SO_ID, SO_REMAINING)",
                    "DROP KEY X_B, DROP KEY X_S"));

    private final Random random = new Random(1);
    private long trades;

    private record Variant(String name, String add, String drop) {}

    /** Microseconds a row. */
    private record Cost(double wall, double database, double client) {}

    @ParameterizedTest
    @ValueSource(ints = {1_000, 100_000})
    @Timeout(600)
    void measure(int users) {
        try (TestDatabase database = TestDatabase.startOwn();
                OpenTable opened = new OpenTable(database, ROWS, LOAD_FROM_ROWS)) {
            SalesTable table = opened.table();
            write(table, 2 * STATEMENTS, users);
            for (int round = 0; round < 4; round++) {
                for (Variant variant : round % 2 == 0 ? VARIANTS : VARIANTS.reversed()) {
                    if (!variant.add().isEmpty()) {
                        Sql.update(database, "ALTER TABLE SALES " + variant.add());
                    }
                    write(table, WARM_UP, users);
                    Cost cost = write(table, STATEMENTS, users);
                    System.out.printf(
                            "users %,d, %s, %,d rows: us a row: wall %.1f, database %.1f, client %.1f; bytes a row:"
                                    + " %s%n",
                            users, variant.name(), trades, cost.wall(), cost.database(), cost.client(),
                            bytes(database));
                    if (!variant.drop().isEmpty()) {
                        Sql.update(database, "ALTER TABLE SALES " + variant.drop());
                    }
                }
            }
        }
    }

    private String bytes(TestDatabase database) {
        Sql.rows(database, "ANALYZE TABLE SALES");
        return Sql.rows(database, "SELECT CONCAT('table ', DATA_LENGTH DIV ?, ', indexes ', INDEX_LENGTH DIV ?)"
                + " FROM information_schema.TABLES WHERE TABLE_NAME = 'SALES'", trades, trades).getFirst();
    }

    private Cost write(SalesTable table, int statements, int users) {
        List<List<SaleRow>> all = new ArrayList<>();
        for (int i = 0; i < statements; i++) {
            List<SaleRow> rows = new ArrayList<>();
            for (int j = 0; j < ROWS; j++) {
                rows.add(row(users));
            }
            all.add(rows);
        }
        long client = clientNanos();
        long database = databaseNanos();
        long began = System.nanoTime();
        all.forEach(rows -> table.write(rows, List.of()));
        double perRow = 1_000.0 * statements * ROWS;
        return new Cost((System.nanoTime() - began) / perRow, (databaseNanos() - database) / perRow,
                (clientNanos() - client) / perRow);
    }

    private SaleRow row(int users) {
        trades++;
        return new SaleRow("product-" + trades % PRODUCTS, trades, "buyer-" + random.nextInt(users),
                "seller-" + random.nextInt(users), 12_300, 5, order(), order(), 0, 3,
                LocalDateTime.now(ZoneOffset.UTC));
    }

    private UUID order() {
        return OrderId.next(random.nextInt(Topics.PARTITIONS), System.currentTimeMillis());
    }

    private static long clientNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long databaseNanos() {
        return ProcessHandle.current().descendants()
                .filter(process -> process.info().command().orElse("").matches(".*(mariadbd|mysqld)"))
                .mapToLong(process -> process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos()).sum();
    }
}
