package trading.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The indexes by which orders of a user are found. They are an option and no migration, since every sale that is written
 * pays for them. The tables are read and written while they are added.
 */
final class UserIndexes {

    private static final int LOCK_WAIT_SECONDS = 600;

    private static final List<Index> INDEXES = List.of(
            new Index("SALES", "SALES_BY_BUYER", "BUYER_NAME, PO_ID, PO_REMAINING"),
            new Index("SALES", "SALES_BY_SELLER", "SELLER_NAME, SO_ID, SO_REMAINING"),
            new Index("CLOSED_ORDERS", "CLOSED_ORDERS_BY_USER", "USER_ID, ORDER_ID"));

    private record Index(String table, String name, String columns) {}

    private UserIndexes() {}

    /**
     * Adds those that are missing, one run of this at a time; the result is how many.
     *
     * @throws IllegalStateException if another run takes too long
     */
    static int addMissing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (number(statement, "SELECT GET_LOCK('trading-user-indexes', " + LOCK_WAIT_SECONDS + ")") != 1) {
                throw new IllegalStateException("indexes by user: another run adds them for more than "
                        + LOCK_WAIT_SECONDS + " s (expected: it ends)");
            }
            try {
                return addMissing(connection, "SALES") + addMissing(connection, "CLOSED_ORDERS");
            } finally {
                number(statement, "SELECT RELEASE_LOCK('trading-user-indexes')");
            }
        }
    }

    /** All of a table at once, since each time it is read as a whole. */
    private static int addMissing(Connection connection, String table) throws SQLException {
        List<String> present = present(connection, table);
        List<Index> missing = INDEXES.stream()
                .filter(index -> index.table().equals(table) && !present.contains(index.name())).toList();
        if (!missing.isEmpty()) {
            String added = missing.stream().map(index -> "ADD KEY " + index.name() + " (" + index.columns() + ")")
                    .collect(Collectors.joining(", "));
            try (Statement statement = connection.createStatement()) {
                statement.execute("ALTER TABLE " + table + " " + added + ", ALGORITHM=INPLACE, LOCK=NONE");
            }
        }
        return missing.size();
    }

    private static List<String> present(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT GROUP_CONCAT(DISTINCT INDEX_NAME) FROM"
                + " information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?")) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                String names = row.getString(1);
                return names == null ? List.of() : List.of(names.split(","));
            }
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
