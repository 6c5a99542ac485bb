package trading.client.audit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;
import trading.client.stack.DatabaseUrl;
import trading.client.stack.Stack;

/** Compares the rows of SALES with the sales that the rules give. For one thread. */
final class SalesRows implements AutoCloseable {

    /** Rows that the driver keeps at a time. */
    private static final int FETCH_ROWS = 1000;
    private static final String SELECT = "SELECT PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID,"
            + " SO_ID, PO_REMAINING, SO_REMAINING, TRADED_AT FROM SALES WHERE PRODUCT_ID = ? ORDER BY TRADE_ID";

    private final Connection connection;

    SalesRows(Stack.Database database) {
        try {
            connection = DriverManager.getConnection(DatabaseUrl.jdbc(database.jdbcUrl()), database.username(),
                    database.password());
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Names every difference between the rows of a product and the sales that it must have.
     *
     * @param expected in the order of their trade ids
     * @return how many rows there are
     */
    long compare(String productId, List<SalesRow> expected, Differences differences) {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setFetchSize(FETCH_ROWS);
            select.setString(1, productId);
            try (ResultSet rows = select.executeQuery()) {
                return compare(rows, expected, differences);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static long compare(ResultSet rows, List<SalesRow> expected, Differences differences)
            throws SQLException {
        RowComparison comparison = new RowComparison(expected, differences);
        long count = 0;
        while (rows.next()) {
            comparison.found(SalesRow.read(rows));
            count++;
        }
        comparison.end();
        return count;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static CommandFailed failed(SQLException e) {
        return new CommandFailed("database: " + e.getMessage(), e);
    }

    /** Walks through rows and expected rows together; both are in the order of their trade ids. */
    static final class RowComparison {

        private final Iterator<SalesRow> expected;
        private final Differences differences;
        private @Nullable SalesRow next;

        RowComparison(List<SalesRow> expected, Differences differences) {
            this.expected = expected.iterator();
            this.differences = differences;
            advance();
        }

        void found(SalesRow row) {
            while (next != null && next.TRADE_ID() < row.TRADE_ID()) {
                missing(next);
                advance();
            }
            if (next == null || next.TRADE_ID() > row.TRADE_ID()) {
                differences.add(where(row), "a row", "none");
                return;
            }
            Fields.compare(where(row), row, next, differences);
            advance();
        }

        void end() {
            while (next != null) {
                missing(next);
                advance();
            }
        }

        private void missing(SalesRow row) {
            differences.add(where(row), "no row", row);
        }

        private void advance() {
            next = expected.hasNext() ? expected.next() : null;
        }

        private static String where(SalesRow row) {
            return "SALES, " + row.PRODUCT_ID() + ", trade " + row.TRADE_ID();
        }
    }
}
