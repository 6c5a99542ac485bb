package trading.client.stack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import trading.client.CommandFailed;

/**
 * The SALES table of a stack's database, counted.
 *
 * <p>For one thread.
 */
public final class SalesTable implements AutoCloseable {

    private final Connection connection;

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

    /** Rows, counted one by one: exact, and slow in a large table. */
    public long count() {
        return number("SELECT COUNT(*) FROM SALES");
    }

    /** The sum of every product's last trade id: the number of sales as long as none is missing, and quickly read. */
    public long lastTradeIds() {
        return number("SELECT COALESCE(SUM(LAST_ID), 0) FROM"
                + " (SELECT MAX(TRADE_ID) AS LAST_ID FROM SALES GROUP BY PRODUCT_ID) AS PRODUCTS");
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

    private long number(String sql) {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }
}
