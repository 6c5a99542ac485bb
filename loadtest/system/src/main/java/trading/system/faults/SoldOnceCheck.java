package trading.system.faults;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import trading.local.DatabaseAddress;
import trading.system.load.ClientOrder;

/**
 * Compares what clients remember with what SALES says that each order sold or bought in all: however often one was sent, it is
 * one order. The audit takes a batch's word for how long ids are remembered; this does not.
 */
final class SoldOnceCheck {

    private static final String SOLD = """
            SELECT ID, SUM(QUANTITY) FROM
              (SELECT PO_ID AS ID, QUANTITY FROM SALES UNION ALL SELECT SO_ID, QUANTITY FROM SALES) PARTS
            GROUP BY ID
            """;

    private SoldOnceCheck() {}

    /** Names each order of which more was traded than it wanted, up to a number of them. */
    static List<String> compare(List<ClientOrder> memory, DatabaseAddress database, int maxFindings)
            throws IOException {
        return compare(memory, sold(database), maxFindings);
    }

    /** @param sold by order */
    static List<String> compare(List<ClientOrder> memory, Map<UUID, Long> sold, int maxFindings) {
        return memory.stream().filter(order -> sold.getOrDefault(order.id(), 0L) > order.quantity()).limit(maxFindings)
                .map(order -> order + ": " + sold.get(order.id()) + " traded (expected: " + order.quantity()
                        + " at most, however often it was sent)")
                .toList();
    }

    private static Map<UUID, Long> sold(DatabaseAddress database) throws IOException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SOLD)) {
            Map<UUID, Long> sold = new HashMap<>();
            while (rows.next()) {
                sold.put(UUID.fromString(rows.getString(1)), rows.getLong(2));
            }
            return sold;
        } catch (SQLException e) {
            throw new IOException("SALES: " + e.getMessage(), e);
        }
    }
}
