package trading.client.stack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import trading.client.CommandFailed;
import trading.wire.LastSales;

/**
 * What is in the SALES table of a stack's database, and what that database is.
 *
 * <p>For one thread.
 */
public final class SalesTable implements AutoCloseable {

    private static final String LAST_OF_NEXT_PRODUCTS = LastSales.query("PRODUCT_ID, TRADE_ID", "?");

    private static final String COUNTS = """
            SELECT COALESCE(SUM(SALES), 0), COALESCE(SUM(LAST_ID), 0) FROM
              (SELECT COUNT(*) AS SALES, MAX(TRADE_ID) AS LAST_ID FROM SALES GROUP BY PRODUCT_ID) AS PRODUCTS
            """;

    private final Connection connection;

    /**
     * What is there, in two ways that agree as long as no sale is missing.
     *
     * @param rows counted one by one
     * @param lastTradeIds the sum of every product's last trade id
     */
    public record Counts(long rows, long lastTradeIds) {}

    /**
     * @throws CommandFailed if the database does not answer
     */
    public SalesTable(Stack.Database database) {
        try {
            connection = DriverManager.getConnection(DatabaseUrl.jdbc(database.jdbcUrl()), database.username(),
                    database.password());
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /** Whatever is asked from now on is answered within this time, or fails; a millisecond at least. */
    public void answersWithin(Duration limit) {
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.max(1, limit.toMillis())));
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /** Rows, counted one by one: exact, and slow in a large table. */
    public long count() {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM SALES")) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /**
     * The sum of every product's last trade id: the number of sales as long as none is missing, and one product is read a
     * moment after another. Takes longer the more products there are, and no longer the more sales.
     */
    public long lastTradeIds() {
        try (PreparedStatement next = connection.prepareStatement(LAST_OF_NEXT_PRODUCTS)) {
            long sum = 0;
            int products;
            String last = "";
            do {
                for (int i = 1; i <= LastSales.PRODUCTS; i++) {
                    next.setString(i, last);
                }
                products = 0;
                try (ResultSet sales = next.executeQuery()) {
                    while (sales.next()) {
                        products++;
                        last = sales.getString(1);
                        sum += sales.getLong(2);
                    }
                }
            } while (products == LastSales.PRODUCTS);
            return sum;
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /** Both counts of the same moment, while others write: exact, and slow in a large table. */
    public Counts counts() {
        try (Statement statement = connection.createStatement(); ResultSet counts = statement.executeQuery(COUNTS)) {
            counts.next();
            return new Counts(counts.getLong(1), counts.getLong(2));
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /**
     * The ids of all orders that have a sale.
     *
     * @param products how the products' ids begin: letters, digits and hyphens
     */
    public Set<String> orderIds(String products) {
        Set<String> ids = new HashSet<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT PO_ID, SO_ID FROM SALES WHERE PRODUCT_ID LIKE CONCAT(?, '%')")) {
            statement.setString(1, products);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getString(1));
                    ids.add(rows.getString(2));
                }
            }
            return ids;
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /** What the server calls itself, and its version. */
    public String version() {
        try {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }
}
