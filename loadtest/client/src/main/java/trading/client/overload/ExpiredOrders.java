package trading.client.overload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import trading.client.CommandFailed;
import trading.client.stack.DatabaseUrl;
import trading.client.stack.Stack;
import trading.wire.OrderId;

/** The orders placed since a moment that expired, counted in a stack's database. For one thread. */
final class ExpiredOrders implements AutoCloseable {

    /** Of an id's text: twelve digits that sort as the time does, and a dash between them. */
    private static final int TIME_LENGTH = 13;

    private final String since;
    private final Connection connection;

    /**
     * @param sinceMillis when the first that counts got its id from a gateway; those whose clients named them do not count
     * @throws CommandFailed if the database does not answer
     */
    ExpiredOrders(Stack.Database database, long sinceMillis) {
        this.since = OrderId.next(0, sinceMillis).toString().substring(0, TIME_LENGTH);
        try {
            connection = DriverManager.getConnection(DatabaseUrl.jdbc(database.jdbcUrl()), database.username(),
                    database.password());
        } catch (SQLException e) {
            throw new CommandFailed("database: " + e.getMessage(), e);
        }
    }

    /** How many orders have expired with something left. */
    long count() {
        try (PreparedStatement statement = connection.prepareStatement("SELECT COUNT(*) FROM CLOSED_ORDERS"
                + " WHERE REASON = 'EXPIRED' AND ORDER_ID >= ? AND ORDER_ID LIKE '________-____-7%'")) {
            statement.setString(1, since);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
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
