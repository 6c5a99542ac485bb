package trading.client.sql;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import trading.client.CommandFailed;
import trading.client.stack.DatabaseOption;
import trading.client.stack.DatabaseUrl;
import trading.client.stack.Stack;
import trading.client.stack.StackOptions;

/** Runs one statement, or each line of standard input as one, and prints rows as tab-separated lines. */
@Command(name = "sql", mixinStandardHelpOptions = true, description = "Rows of the stack's database as tab-separated lines, or a prompt.")
public final class SqlCommand implements Callable<Integer> {

    /** Rows that the driver keeps at a time, so that a large table does not have to fit into memory. */
    private static final int FETCH_ROWS = 1000;
    private static final String PROMPT = "sql> ";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final StackOptions stack = new StackOptions();

    @Parameters(arity = "0..1", paramLabel = "STATEMENT", description = "Without one, statements are read line by line; quit ends.")
    private @Nullable String statement;

    @Mixin
    private final DatabaseOption databaseOption = new DatabaseOption();

    @Override
    public Integer call() throws IOException {
        try (Connection connection = connect()) {
            if (statement == null) {
                return prompt(connection) ? 0 : 1;
            }
            execute(connection, statement);
            return 0;
        } catch (SQLException e) {
            throw new CommandFailed(line(e), e);
        }
    }

    private Connection connect() throws SQLException {
        Stack.Database named = databaseOption.database();
        Stack.Database database = named != null ? named : stack.stack().database();
        return DriverManager.getConnection(DatabaseUrl.jdbc(database.jdbcUrl()), database.username(),
                database.password());
    }

    /** Whether every statement could be run. */
    private boolean prompt(Connection connection) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        boolean interactive = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean allRan = true;
        while (true) {
            if (interactive) {
                out.print(PROMPT);
                out.flush();
            }
            String line = in.readLine();
            if (line == null || line.strip().matches("(?i)(quit|exit)\\s*;?")) {
                return allRan;
            }
            if (line.isBlank()) {
                continue;
            }
            try {
                execute(connection, line);
            } catch (SQLException e) {
                allRan = false;
                spec.commandLine().getErr().println(line(e));
            }
        }
    }

    private void execute(Connection connection, String sql) throws SQLException {
        PrintWriter out = spec.commandLine().getOut();
        try (Statement running = connection.createStatement()) {
            running.setFetchSize(FETCH_ROWS);
            if (running.execute(sql)) {
                try (ResultSet rows = running.getResultSet()) {
                    TabSeparated.print(rows, out);
                }
            }
        } finally {
            out.flush();
        }
    }

    private static String line(SQLException e) {
        return "SQL error " + e.getErrorCode() + " (" + e.getSQLState() + "): "
                + String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " ");
    }
}
