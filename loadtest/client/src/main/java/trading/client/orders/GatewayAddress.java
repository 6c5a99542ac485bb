package trading.client.orders;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;

/**
 * A gateway as clients reach it.
 *
 * @param url {@code http://HOST:PORT}, and a path if it has one
 * @param token that every request has, {@code null} if none
 */
public record GatewayAddress(String url, @Nullable String token) {

    /** What a URL is expected to be, for messages. */
    public static final String EXPECTED = "http://HOST:PORT";

    private static final String TOKEN = "[A-Za-z0-9._~+/=-]+";
    private static final int MAX_PORT = 65_535;

    /** @throws CommandFailed if the URL is none of plain HTTP */
    public GatewayAddress {
        if (!isUrl(url)) {
            throw new CommandFailed("url: " + url + " (expected: " + EXPECTED + ")");
        }
    }

    /** Whether it is a URL of plain HTTP with a host, and a port that there can be if it has one. */
    public static boolean isUrl(String text) {
        try {
            URI uri = new URI(text);
            return "http".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() != 0
                    && uri.getPort() <= MAX_PORT;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** One that asks for no tokens. */
    public static GatewayAddress open(String url) {
        return new GatewayAddress(url, null);
    }

    /**
     * The token of a file.
     *
     * @throws IOException if it cannot be read, or has something else in it
     */
    public static String token(Path file) throws IOException {
        String token = Files.readString(file).strip();
        if (!token.matches(TOKEN)) {
            throw new IOException(file + ": no token");
        }
        return token;
    }

    /** What paths follow that begin without a slash. */
    URI uri() {
        return URI.create(url.endsWith("/") ? url : url + '/');
    }

    /** As a header's line, with its end; empty without a token. */
    String authorization() {
        return token == null ? "" : "Authorization: Bearer " + token + "\r\n";
    }

    /** Without the token: that is nobody else's business. */
    @Override
    public String toString() {
        return url;
    }
}
