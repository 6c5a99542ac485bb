package trading.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * Brings the schema of a MySQL or MariaDB database to the newest version: a step of its own, run before the services
 * start. Running it again, or twice at once, changes nothing; one that failed or was killed is done by the next.
 *
 * <p>Environment: {@code MYSQL_URL} ({@code mysql://HOST[:PORT]/DATABASE[?OPTION=VALUE&…]}, options as MariaDB's
 * Connector/J has them, {@code sslMode=verify-full} among them), {@code MYSQL_USERNAME}, {@code MYSQL_PASSWORD},
 * {@code MYSQL_WAIT_SECONDS}, how long a database that does not answer yet is waited for (60), and
 * {@code MYSQL_ORDERS_BY_USER}, {@code true} to add the indexes by user, too, by which gateways with
 * {@code trading.gateway.done-orders} list orders that are done.
 */
public final class Migrate {

    /** How long {@link #run} waits for a database that is just starting. */
    public static final Duration DEFAULT_WAIT = Duration.ofSeconds(60);

    private static final Duration PAUSE_BETWEEN_ATTEMPTS = Duration.ofMillis(250);
    private static final int MAX_WAIT_SECONDS = 3600;
    private static final Pattern URL = Pattern
            .compile("(?:jdbc:|r2dbc:)?(?:mysql|mariadb)://([^/?@]+/[^/?@]+)(?:\\?(.*))?");
    private static final String EXPECTED_URL = "mysql://HOST:PORT/DATABASE";

    private Migrate() {}

    /** Exit status 0 when the schema is up to date, 1 otherwise, with a line on the error stream that says why. */
    public static void main(String[] args) {
        try {
            System.out.println(migrate(System.getenv()));
        } catch (IllegalArgumentException | IllegalStateException | FlywayException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Migrates and returns; waits up to {@link #DEFAULT_WAIT} for the database to answer.
     *
     * @param url {@code mysql://HOST[:PORT]/DATABASE}, with or without {@code jdbc:} or {@code r2dbc:} before it
     * @return one line that names the server and the schema's version
     * @throws IllegalArgumentException if the URL is none
     * @throws IllegalStateException if the database refuses, or does not answer in time
     * @throws FlywayException if a migration fails
     */
    public static String run(String url, String username, String password) {
        return run(url, username, password, DEFAULT_WAIT);
    }

    private static String migrate(Map<String, String> environment) {
        String url = required(environment, "MYSQL_URL", EXPECTED_URL);
        String username = required(environment, "MYSQL_USERNAME", "the database user");
        String password = required(environment, "MYSQL_PASSWORD", "the database user's password");
        boolean byUser = ordersByUser(environment);
        String migrated = run(url, username, password, wait(environment));
        return byUser ? migrated + ", " + addUserIndexes(url, username, password) : migrated;
    }

    /**
     * Adds the indexes by user to a schema that is up to date, as far as they are missing.
     *
     * @return some words that say how many were added
     * @throws IllegalStateException if the database refuses
     */
    public static String addUserIndexes(String url, String username, String password) {
        try (Connection connection = database(url, username, password).getConnection()) {
            return UserIndexes.addMissing(connection) + " indexes by user added";
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "MYSQL_URL: " + shown(url) + " (expected: indexes by user): " + e.getMessage(), e);
        }
    }

    private static String run(String url, String username, String password, Duration wait) {
        DataSource database = database(url, username, password);
        String server = awaitAnswer(database, url, wait);
        Flyway flyway = Flyway.configure(Migrate.class.getClassLoader()).dataSource(database)
                .locations("classpath:db/migration").callbacks(new BeginAgain()).load();
        if (Stream.of(flyway.info().all()).anyMatch(migration -> migration.getState().isFailed())) {
            flyway.repair();
        }
        int migrations = flyway.migrate().migrationsExecuted;
        String version = String.valueOf(flyway.info().current().getVersion());
        return "%s: schema version %s, %d migrations run".formatted(server, version, migrations);
    }

    /** Without what may be secret: a user with his password, and options. */
    private static String shown(String url) {
        return url.replaceFirst("//.*@", "//…@").replaceFirst("\\?.*", "?…");
    }

    private static DataSource database(String url, String username, String password) {
        try {
            MariaDbDataSource database = new MariaDbDataSource(jdbcUrl(url));
            database.setUser(username);
            database.setPassword(password);
            return database;
        } catch (SQLException e) {
            throw new IllegalArgumentException("MYSQL_URL: " + shown(url) + " (expected: " + EXPECTED_URL + ")", e);
        }
    }

    /** MariaDB's driver speaks to both servers; MySQL's fails on MariaDB before 11.1, which lacks a variable it reads. */
    static String jdbcUrl(String url) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("MYSQL_URL: " + shown(url) + " (expected: " + EXPECTED_URL + ")");
        }
        @Nullable
        String options = matcher.group(2);
        // Without TLS, MySQL's default login needs the server's public key.
        return "jdbc:mariadb://" + matcher.group(1) + "?"
                + (options == null || options.isEmpty() ? "allowPublicKeyRetrieval=true" : options);
    }

    private static String awaitAnswer(DataSource database, String url, Duration wait) {
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            try (Connection connection = database.getConnection()) {
                var server = connection.getMetaData();
                return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
            } catch (SQLException e) {
                if (!mayBeStarting(e)) {
                    throw new IllegalStateException("MYSQL_URL: " + shown(url) + " refuses: " + e.getMessage(), e);
                }
                if (System.nanoTime() >= deadline) {
                    throw new IllegalStateException(
                            "MYSQL_URL: " + shown(url) + " (expected: a database that answers within "
                                    + wait.toSeconds() + " s): " + e.getMessage(),
                            e);
                }
            }
            pause();
        }
    }

    private static boolean mayBeStarting(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_BETWEEN_ATTEMPTS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    private static boolean ordersByUser(Map<String, String> environment) {
        return switch (environment.getOrDefault("MYSQL_ORDERS_BY_USER", "false")) {
            case "true" -> true;
            case "false", "" -> false;
            default -> throw new IllegalArgumentException("MYSQL_ORDERS_BY_USER: "
                    + environment.get("MYSQL_ORDERS_BY_USER") + " (expected: true or false)");
        };
    }

    private static Duration wait(Map<String, String> environment) {
        String seconds = environment.getOrDefault("MYSQL_WAIT_SECONDS", Long.toString(DEFAULT_WAIT.toSeconds()));
        if (!seconds.matches("\\d{1,4}") || Integer.parseInt(seconds) > MAX_WAIT_SECONDS) {
            throw new IllegalArgumentException(
                    "MYSQL_WAIT_SECONDS: " + seconds + " (expected: seconds, 0 to " + MAX_WAIT_SECONDS + ")");
        }
        return Duration.ofSeconds(Integer.parseInt(seconds));
    }

    private static String required(Map<String, String> environment, String name, String expected) {
        String value = environment.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(name + ": missing (expected: " + expected + ")");
        }
        return value;
    }
}
