package trading.client.overload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import trading.client.CommandFailed;
import trading.client.stack.DatabaseUrl;
import trading.client.stack.Stack;

/** The orders that expired, counted in a stack's database. For one thread. */
final class ExpiredOrders implements AutoCloseable {

    private final Connection connection;

    /** @throws CommandFailed if the database does not answer */
    ExpiredOrders(Stack.Database database) {
        try {
            connection = DriverManager.getConnection(DatabaseUrl.jdbc(database.jdbcUrl()), database.username(),
                    database.password());
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /** How many orders have expired with something left. */
    long count() {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement
                        .executeQuery("SELECT COUNT(*) FROM CLOSED_ORDERS WHERE REASON = 'EXPIRED'")) {
            rows.next();
            return rows.getLong(1);
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
