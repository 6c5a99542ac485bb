package trading.client.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import trading.client.stack.Stack;
import trading.testing.TestDatabase;
import trading.wire.OrderId;

class ITExpiredOrders {

    private static final TestDatabase DATABASE = TestDatabase.start();

    /** Later than whatever other tests have placed. */
    private final long began = System.currentTimeMillis() + Duration.ofDays(1).toMillis();

    @Test
    void onlyOrdersPlacedSinceCount() throws SQLException {
        closed(OrderId.next(7, began - 1), "EXPIRED");
        closed(OrderId.next(7, began), "EXPIRED");
        closed(OrderId.next(0, began + 60_000), "EXPIRED");
        closed(OrderId.next(7, began + 1), "CANCELLED");
        closed(new UUID(0xffff_ffff_ffff_8007L, began), "EXPIRED");

        Stack.Database database = new Stack.Database(null, null, DATABASE.jdbcUrl(), DATABASE.username(),
                DATABASE.password());
        try (ExpiredOrders expired = new ExpiredOrders(database, began)) {
            assertThat(expired.count()).isEqualTo(2);
        }
    }

    private static void closed(UUID orderId, String reason) throws SQLException {
        try (Connection connection = DriverManager.getConnection(DATABASE.jdbcUrl(), DATABASE.username(),
                DATABASE.password());
                PreparedStatement insert = connection.prepareStatement("INSERT INTO CLOSED_ORDERS"
                        + " VALUES (?, 'BUY', 'apple', 'sue', 5, 3, NULL, ?, '2026-01-01')")) {
            insert.setString(1, orderId.toString());
            insert.setString(2, reason);
            insert.executeUpdate();
        }
    }
}
