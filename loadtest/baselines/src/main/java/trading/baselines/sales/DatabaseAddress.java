package trading.baselines.sales;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is, and who may enter.
 *
 * @param name of the database at the server
 */
public record DatabaseAddress(String host, int port, String name, String username, String password) {

    private static final int DEFAULT_PORT = 3306;

    /**
     * Reads {@code mysql://USER:PASSWORD@HOST:PORT/DATABASE}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static DatabaseAddress parse(String url) {
        URI uri = URI.create(url);
        @Nullable
        String user = uri.getUserInfo();
        if (!"mysql".equals(uri.getScheme()) || user == null || user.indexOf(':') < 1 || uri.getHost() == null
                || uri.getPath().length() < 2) {
            throw new IllegalArgumentException(
                    "DATABASE_URL: not to be read (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)");
        }
        return new DatabaseAddress(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                uri.getPath().substring(1), user.substring(0, user.indexOf(':')),
                user.substring(user.indexOf(':') + 1));
    }

    String jdbcUrl() {
        // Without TLS, MySQL's default login needs the server's public key.
        return "jdbc:mariadb://" + host + ":" + port + "/" + name + "?allowPublicKeyRetrieval=true";
    }
}
