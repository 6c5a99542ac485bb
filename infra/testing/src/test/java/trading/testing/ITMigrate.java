package trading.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import trading.mysql.Migrate;

/** Migrations that were killed or failed, and are run again: no table comes back with a transaction. */
@DisabledIfSystemProperty(named = "trading.mysql.url", matches = ".+", disabledReason = "the given database is not ours to break; without one given, this test runs")
class ITMigrate {

    private final TestDatabase database = TestDatabase.startOwn();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void oneKilledBetweenItsTablesIsDoneByTheNext() throws SQLException {
        execute("DROP TABLE CLOSED_ORDERS", "DELETE FROM flyway_schema_history");

        assertThat(migrate()).endsWith("schema version 2, 2 migrations run");
        assertThat(keyOfClosedOrders()).containsExactly("ORDER_ID", "CLOSED_AT");
        assertThat(migrate()).endsWith("schema version 2, 0 migrations run");
    }

    @Test
    void oneThatFailedIsDoneByTheNext() throws SQLException {
        execute("ALTER TABLE CLOSED_ORDERS DROP PRIMARY KEY, ADD PRIMARY KEY (ORDER_ID)",
                "UPDATE flyway_schema_history SET success = 0 WHERE version = '2'");

        assertThat(migrate()).endsWith("schema version 2, 1 migrations run");
        assertThat(keyOfClosedOrders()).containsExactly("ORDER_ID", "CLOSED_AT");
    }

    @Test
    void aTableWithRowsIsNeverTakenAway() throws SQLException {
        execute("DELETE FROM flyway_schema_history", """
                INSERT INTO SALES (PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID,
                  PO_REMAINING, SO_REMAINING, TRADED_AT)
                VALUES ('apple', 1, 'bob', 'sue', 1, 1, '1', '2', 0, 0, '2026-01-01')
                """);

        assertThatThrownBy(this::migrate).isInstanceOf(FlywayException.class).hasMessageContaining("SALES");
        assertThat(strings("SELECT PRODUCT_ID FROM SALES")).containsExactly("apple");
    }

    private String migrate() {
        return Migrate.run(database.jdbcUrl().replaceFirst("\\?.*", ""), database.username(), database.password());
    }

    private List<String> keyOfClosedOrders() throws SQLException {
        return strings("SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()"
                + " AND TABLE_NAME = 'CLOSED_ORDERS' AND INDEX_NAME = 'PRIMARY' ORDER BY SEQ_IN_INDEX");
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.executeUpdate(each);
            }
        }
    }

    private List<String> strings(String query) throws SQLException {
        List<String> strings = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
        }
        return strings;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
    }
}
