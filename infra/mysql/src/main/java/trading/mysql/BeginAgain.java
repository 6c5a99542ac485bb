package trading.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Takes away what the first migration had made when it was cut off: neither server takes back a table when a transaction ends.
 * Flyway begins in an empty database only, and runs this while it holds its lock, so that nobody else made the tables. The
 * migrations after the first are a single statement each, which leaves nothing behind.
 */
final class BeginAgain implements Callback {

    private static final MigrationVersion FIRST = MigrationVersion.fromVersion("1");
    private static final List<String> TABLES = List.of("SALES", "CLOSED_ORDERS");

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_EACH_MIGRATE && FIRST.equals(context.getMigrationInfo().getVersion());
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        try (Statement statement = context.getConnection().createStatement()) {
            for (String table : TABLES) {
                dropEmpty(table, statement);
            }
        } catch (SQLException e) {
            throw new FlywayException("tables of a first migration that was cut off: " + e.getMessage(), e);
        }
    }

    @Override
    public String getCallbackName() {
        return "begin again";
    }

    /** What has rows is left as it is, for the migration to fail by. */
    private static void dropEmpty(String table, Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT 1 FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" + table + "'")) {
            if (!found.next()) {
                return;
            }
        }
        try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
            if (rows.next()) {
                return;
            }
        }
        statement.executeUpdate("DROP TABLE " + table);
    }
}
