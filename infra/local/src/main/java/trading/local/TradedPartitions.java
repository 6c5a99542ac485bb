package trading.local;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trading.wire.Topics;

/** How many partitions engines trade, as they tell by their health. Any thread may call any method. */
final class TradedPartitions {

    private static final int ANSWER_LIMIT_MILLIS = 2_000;
    private static final Pattern TRADING = Pattern.compile("\"trading\":(\\d+)");

    private TradedPartitions() {}

    /** Whether the engines that listen on these ports trade all partitions of the orders among them. */
    static boolean areAll(List<Integer> ports) {
        return ports.stream().mapToInt(TradedPartitions::of).sum() == Topics.PARTITIONS;
    }

    /** None, too, where nothing answers. */
    private static int of(int port) {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI
                    .create("http://127.0.0.1:" + port + "/actuator/health/readiness").toURL().openConnection();
            connection.setConnectTimeout(ANSWER_LIMIT_MILLIS);
            connection.setReadTimeout(ANSWER_LIMIT_MILLIS);
            boolean isReady = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            try (InputStream body = isReady ? connection.getInputStream() : connection.getErrorStream()) {
                return body == null ? 0 : in(new String(body.readAllBytes(), StandardCharsets.UTF_8));
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return 0;
        }
    }

    private static int in(String health) {
        Matcher trading = TRADING.matcher(health);
        return trading.find() ? Integer.parseInt(trading.group(1)) : 0;
    }
}
