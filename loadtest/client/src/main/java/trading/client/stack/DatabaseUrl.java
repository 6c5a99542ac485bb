package trading.client.stack;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trading.client.CommandFailed;

/** Any way of writing where a MySQL or MariaDB database is, as the one driver reads it. */
public final class DatabaseUrl {

    private static final Pattern URL = Pattern
            .compile("(?:jdbc:|r2dbc:)?(?:mysql|mariadb)://([^/?@]+/[^/?@]*)(?:\\?(.*))?");

    /** Longer than to count many millions of rows takes; whoever has not answered by then is away. */
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(5);

    private DatabaseUrl() {}

    /**
     * The JDBC URL of MariaDB's driver, which speaks to both servers.
     *
     * @param url {@code mysql://HOST[:PORT]/DATABASE[?OPTION=VALUE&…]}, with or without {@code jdbc:} or {@code r2dbc:}
     * @throws CommandFailed if it is none
     */
    public static String jdbc(String url) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new CommandFailed("url: " + url + " (expected: mysql://HOST:PORT/DATABASE)");
        }
        String options = matcher.group(2);
        // Without TLS, MySQL's default login needs the server's public key.
        String given = options == null || options.isEmpty() ? "allowPublicKeyRetrieval=true" : options;
        return "jdbc:mariadb://" + matcher.group(1) + "?"
                + (given.contains("socketTimeout=") ? "" : "socketTimeout=" + ANSWER_LIMIT.toMillis() + "&") + given;
    }
}
