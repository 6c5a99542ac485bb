package trading.system.faults;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.local.DatabaseAddress;

/**
 * Compares the candles that a gateway tells, of every product and every length, with what SQL adds up over SALES. Of each
 * length the newest {@value #MAX_CANDLES} are compared. For one thread.
 */
public final class CandleCheck {

    private static final Map<String, Integer> SECONDS = new TreeMap<>(Map.of("1s", 1, "1m", 60, "5m", 300, "1h", 3600));

    /** More than that the gateway does not tell at once. */
    private static final int MAX_CANDLES = 1_000;

    /** Rows are written before each gateway has read of them. */
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);

    /** {@code TO_SECONDS('1970-01-01')}; a multiple of an hour. */
    private static final long EPOCH = 62_167_219_200L;

    private static final String SPAN = "SELECT MIN(TO_SECONDS(TRADED_AT)), MAX(TO_SECONDS(TRADED_AT)) FROM SALES";

    private static final String CANDLES = """
            SELECT C.PRODUCT_ID, C.STARTS_AT, F.PRICE, C.HIGHEST, C.LOWEST, L.PRICE, C.SALES, C.VOLUME, C.TURNOVER FROM
              (SELECT PRODUCT_ID, TO_SECONDS(TRADED_AT) DIV ? AS STARTS_AT, MAX(PRICE) AS HIGHEST, MIN(PRICE) AS LOWEST,
                  COUNT(*) AS SALES, SUM(QUANTITY) AS VOLUME, SUM(PRICE * QUANTITY) AS TURNOVER,
                  MIN(TRADE_ID) AS FIRST_ID, MAX(TRADE_ID) AS LAST_ID
                FROM SALES WHERE TO_SECONDS(TRADED_AT) >= ? GROUP BY PRODUCT_ID, STARTS_AT) C
              JOIN SALES F ON F.PRODUCT_ID = C.PRODUCT_ID AND F.TRADE_ID = C.FIRST_ID
              JOIN SALES L ON L.PRODUCT_ID = C.PRODUCT_ID AND L.TRADE_ID = C.LAST_ID
            """;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private CandleCheck() {}

    /** Which candle. */
    private record Place(String productId, String interval, String time) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return productId + ", " + interval + " from " + time;
        }
    }

    /** Sums without trailing zeros, so that equal ones are equal. */
    private record Candle(BigDecimal open, BigDecimal high, BigDecimal low, BigDecimal close, BigDecimal sales,
            BigDecimal volume, BigDecimal turnover) {

        Candle {
            open = open.stripTrailingZeros();
            high = high.stripTrailingZeros();
            low = low.stripTrailingZeros();
            close = close.stripTrailingZeros();
            sales = sales.stripTrailingZeros();
            volume = volume.stripTrailingZeros();
            turnover = turnover.stripTrailingZeros();
        }
    }

    /**
     * Names each disagreement, up to a number of them; they may settle for a moment.
     *
     * @param gateway {@code http://HOST:PORT}, of a stack that has written all that it traded
     */
    public static List<String> compare(String gateway, DatabaseAddress database, int maxFindings)
            throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            List<String> findings = look(gateway, database, maxFindings);
            if (findings.isEmpty() || System.nanoTime() > deadline) {
                return findings;
            }
            Thread.sleep(PAUSE);
        }
    }

    private static List<String> look(String gateway, DatabaseAddress database, int maxFindings)
            throws InterruptedException {
        Map<Place, Candle> stored = new TreeMap<>();
        Map<Place, Candle> told = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (Map.Entry<String, Integer> interval : SECONDS.entrySet()) {
                long seconds = interval.getValue();
                long[] span = span(connection, seconds);
                stored.putAll(stored(connection, interval.getKey(), seconds, span[0]));
                Set<String> products = new TreeSet<>();
                stored.keySet().forEach(place -> products.add(place.productId()));
                for (String productId : products) {
                    told.putAll(told(http, gateway, productId, interval.getKey(), span));
                }
            }
        } catch (SQLException | IOException e) {
            return List.of("candles: " + e + " (expected: candles of the gateway, and rows)");
        }
        return differences(told, stored, maxFindings);
    }

    private static List<String> differences(Map<Place, Candle> told, Map<Place, Candle> stored, int maxFindings) {
        Set<Place> places = new TreeSet<>(told.keySet());
        places.addAll(stored.keySet());
        List<String> findings = new ArrayList<>();
        for (Place place : places) {
            Candle expected = stored.get(place);
            Candle found = told.get(place);
            if (findings.size() < maxFindings && (expected == null || !expected.equals(found))) {
                findings.add("candle of " + place + ": " + (found == null ? "none" : found) + " (expected: "
                        + (expected == null ? "none" : expected) + ", as SALES has it)");
            }
        }
        return findings;
    }

    /** From the beginning of the first candle to the end of the last one, in seconds since year 0. */
    private static long[] span(Connection connection, long seconds) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(SPAN); ResultSet row = query.executeQuery()) {
            row.next();
            long end = (row.getLong(2) / seconds + 1) * seconds;
            return new long[]{Math.max(row.getLong(1) / seconds * seconds, end - MAX_CANDLES * seconds), end};
        }
    }

    private static Map<Place, Candle> stored(Connection connection, String interval, long seconds, long from)
            throws SQLException {
        Map<Place, Candle> candles = new TreeMap<>();
        try (PreparedStatement query = connection.prepareStatement(CANDLES)) {
            query.setLong(1, seconds);
            query.setLong(2, from);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    candles.put(new Place(row.getString(1), interval, time(row.getLong(2) * seconds)),
                            new Candle(row.getBigDecimal(3), row.getBigDecimal(4), row.getBigDecimal(5),
                                    row.getBigDecimal(6), row.getBigDecimal(7), row.getBigDecimal(8),
                                    row.getBigDecimal(9)));
                }
            }
        }
        return candles;
    }

    private static Map<Place, Candle> told(HttpClient http, String gateway, String productId, String interval,
            long[] span) throws IOException, InterruptedException {
        URI uri = URI.create(gateway + "/products/" + productId + "/candles?interval=" + interval + "&from="
                + time(span[0]) + "&to=" + time(span[1]));
        HttpResponse<String> answer = http.send(HttpRequest.newBuilder(uri).timeout(ANSWER_LIMIT).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException(uri + ": " + answer.statusCode() + " " + answer.body());
        }
        Map<Place, Candle> candles = new TreeMap<>();
        for (JsonNode candle : JSON.readTree(answer.body()).path("candles")) {
            candles.put(new Place(productId, interval, candle.path("time").asString()),
                    new Candle(decimal(candle, "open"), decimal(candle, "high"), decimal(candle, "low"),
                            decimal(candle, "close"), decimal(candle, "sales"), decimal(candle, "volume"),
                            decimal(candle, "turnover")));
        }
        return candles;
    }

    private static BigDecimal decimal(JsonNode candle, String field) {
        return new BigDecimal(candle.path(field).asString());
    }

    private static String time(long seconds) {
        return Instant.ofEpochSecond(seconds - EPOCH).toString();
    }
}
