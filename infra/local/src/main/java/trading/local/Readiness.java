package trading.local;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a service tells of its readiness.
 *
 * @param isReady whether it serves
 * @param trading partitions that it trades, 0 of what is no engine
 */
record Readiness(boolean isReady, int trading) {

    private static final int ANSWER_LIMIT_MILLIS = 2_000;
    private static final Pattern TRADING = Pattern.compile("\"trading\":(\\d+)");
    private static final Readiness NONE = new Readiness(false, 0);

    /** What listens on this port tells; that it is not ready where nothing answers. */
    static Readiness ask(int port) {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI
                    .create("http://127.0.0.1:" + port + "/actuator/health/readiness").toURL().openConnection();
            connection.setConnectTimeout(ANSWER_LIMIT_MILLIS);
            connection.setReadTimeout(ANSWER_LIMIT_MILLIS);
            boolean isReady = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            try (InputStream body = isReady ? connection.getInputStream() : connection.getErrorStream()) {
                return new Readiness(isReady, body == null ? 0 : trading(body));
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return NONE;
        }
    }

    private static int trading(InputStream health) throws IOException {
        Matcher trading = TRADING.matcher(new String(health.readAllBytes(), StandardCharsets.UTF_8));
        return trading.find() ? Integer.parseInt(trading.group(1)) : 0;
    }
}
