package trading.local;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.URISyntaxException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Where a stack's database is, and who may enter.
 *
 * @param kind {@code MySQL} or {@code MariaDB}
 * @param version of the server
 * @param r2dbcUrl {@code r2dbc:mysql://HOST:PORT/DATABASE}
 * @param jdbcUrl for MariaDB's driver, which speaks to both kinds
 */
public record DatabaseAddress(String kind, String version, String r2dbcUrl, String jdbcUrl, String username,
        String password) {

    /** Names such a server to commands. */
    static final String OPTION = "--database-url";

    /** Of the URL of a server that runs already. */
    static final String FORM = "mysql://USER:PASSWORD@HOST:PORT/DATABASE";

    /** Without TLS, MySQL's default login needs the server's public key. */
    private static final String JDBC_OPTIONS = "?allowPublicKeyRetrieval=true";

    /** The address of a server of ours. */
    public static DatabaseAddress of(Database database) {
        return new DatabaseAddress(database.binaries().kind(), database.binaries().version(), "r2dbc:" + database.url(),
                "jdbc:mariadb" + database.url().substring("mysql".length()) + JDBC_OPTIONS, Database.USERNAME,
                Database.PASSWORD);
    }

    /** The same database, reached by another port of the same host. */
    DatabaseAddress through(int port) {
        URI server = URI.create(r2dbcUrl.substring("r2dbc:".length()));
        String now = server.getHost() + ":" + server.getPort();
        String then = server.getHost() + ":" + port;
        return new DatabaseAddress(kind, version, r2dbcUrl.replace(now, then), jdbcUrl.replace(now, then), username,
                password);
    }

    /**
     * What is given to {@link #ask}.
     *
     * @param option that gives it, for the message
     * @throws IllegalArgumentException if it is not {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}
     */
    static URI parse(String option, String url) {
        try {
            URI uri = new URI(url);
            @Nullable
            String user = uri.getUserInfo();
            if ("mysql".equals(uri.getScheme()) && user != null && user.indexOf(':') >= 1 && uri.getHost() != null
                    && uri.getPath().length() >= 2 && uri.getQuery() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw wrong(option, url);
        }
        throw wrong(option, url);
    }

    /** Without the password. */
    private static IllegalArgumentException wrong(String option, String url) {
        return new IllegalArgumentException(
                option + ": " + url.substring(url.lastIndexOf('@') + 1) + " (expected: " + FORM + ")");
    }

    /**
     * The address of a server that runs already.
     *
     * @param option that gives it, for the message
     * @param url {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}
     * @throws IllegalArgumentException if it is none
     * @throws SQLException if nobody answers there, or refuses
     */
    public static DatabaseAddress ask(String option, String url) throws SQLException {
        URI uri = parse(option, url);
        String user = requireNonNull(uri.getUserInfo());
        String place = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + uri.getPath();
        String username = user.substring(0, user.indexOf(':'));
        String password = user.substring(user.indexOf(':') + 1);
        String jdbcUrl = "jdbc:mariadb://" + place + JDBC_OPTIONS;
        try (Connection connection = DriverManager.getConnection(jdbcUrl, username, password)) {
            DatabaseMetaData server = connection.getMetaData();
            return new DatabaseAddress(server.getDatabaseProductName(), server.getDatabaseProductVersion(),
                    "r2dbc:mysql://" + place, jdbcUrl, username, password);
        }
    }
}
