package trading.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * The one database that goes with a stack's own Kafka, from its first start on. Kafka remembers what has been written: with
 * another database, that would be missing there; and where Kafka begins anew, sales begin at the trade ids that rows have.
 *
 * @param data folder of the stack's data; its file {@value #NOTE} says which database it is
 */
record PairedDatabase(Path data) {

    private static final String NOTE = "database";
    private static final String OWN = "started with the stack";
    private static final String KAFKA = "kafka";
    private static final List<String> TABLES = List.of("SALES", "CLOSED_ORDERS");
    private static final String NO_SUCH_TABLE = "42S02";

    /**
     * Takes a database for Kafka's, before either is used.
     *
     * @param given a server that runs already; without, one is started with the stack
     * @throws IOException if Kafka's data go with another, or begin anew beside rows
     */
    void take(Optional<DatabaseAddress> given) throws IOException {
        String name = given.map(DatabaseAddress::r2dbcUrl).orElse(OWN);
        Path note = data.resolve(NOTE);
        if (Files.exists(note)) {
            String taken = Files.readString(note).strip();
            if (!taken.equals(name)) {
                throw new IOException("database: " + name + " (expected: " + taken + ", which has what this stack's"
                        + " Kafka says was written; or ./pipeline clean, which deletes Kafka's data; or, where the"
                        + " database has moved, without " + note + ")");
            }
            return;
        }
        if (given.isPresent() && !hasKafka()) {
            requireNoRows(given.get());
        }
        Files.createDirectories(data);
        Files.writeString(note, name + "\n");
    }

    private boolean hasKafka() throws IOException {
        if (!Files.isDirectory(data)) {
            return false;
        }
        try (var folders = Files.list(data)) {
            return folders.anyMatch(folder -> String.valueOf(folder.getFileName()).startsWith(KAFKA));
        }
    }

    private static void requireNoRows(DatabaseAddress database) throws IOException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password()); Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                if (hasRows(statement, table)) {
                    throw new IOException(DatabaseAddress.OPTION + ": " + database.r2dbcUrl() + " has rows in " + table
                            + " (expected: none, since this stack's Kafka begins anew)");
                }
            }
        } catch (SQLException e) {
            throw new IOException(DatabaseAddress.OPTION + ": " + e.getMessage(), e);
        }
    }

    private static boolean hasRows(Statement statement, String table) throws SQLException {
        try (ResultSet first = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
            return first.next();
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }
}
