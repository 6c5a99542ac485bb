package trading.baselines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.market.Batch;
import trading.market.Market;
import trading.market.PlaceOrder;
import trading.market.Sale;
import trading.market.Side;
import trading.testing.TestDatabase;
import trading.wire.Price;

/**
 * What every baseline must do: from a stream of orders sent one at a time, the rows of SALES that the pipeline's market
 * gives.
 *
 * <p>An order that trades is waited for until its sales are in the table. One that does not only joins its queue, so that
 * it makes no difference whether it is traded together with the next one. The outcome is therefore unique, however often
 * a baseline trades.
 */
final class Contract implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(2);
    private static final long NEVER = Long.MAX_VALUE / 2;
    private static final int ORDERS = 150;
    private static final int PRODUCTS = 5;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String url;
    private final Connection connection;
    private final String prefix;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Market market = new Market();
    private final List<Sale> expected = new ArrayList<>();
    private long offset;

    /** @param prefix of the products, which nobody has traded yet */
    Contract(String url, TestDatabase database, String prefix) throws SQLException {
        this.url = url;
        this.connection = DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
        this.prefix = prefix;
    }

    /** A name that no earlier test has used in this database. */
    static String newPrefix(String baseline) {
        return baseline + "-" + Long.toString(System.currentTimeMillis(), 36) + "-";
    }

    /** Sends a random stream of orders by all three ways, and compares the table and the results with the market. */
    void tradesAsThePipelineDoes() throws IOException, InterruptedException, SQLException {
        long seed = Long.getLong("trading.seed", ThreadLocalRandom.current().nextLong(1_000_000));
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < ORDERS; i++) {
            String product = prefix + random.nextInt(PRODUCTS);
            long quantity = random.nextInt(1, 9);
            String user = "user-" + random.nextInt(4);
            if (random.nextBoolean()) {
                buy(product, quantity, random.nextInt(4) == 0 ? PlaceOrder.ANY_PRICE : price(random), user,
                        random.nextBoolean());
            } else {
                sell(product, quantity, price(random), user, random.nextBoolean());
            }
        }
        assertThat(expected).as("sales of seed %d", seed).hasSizeGreaterThan(ORDERS / 6);
        assertThat(rows()).as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(expected.stream().map(Contract::row).toList());
        Sale last = expected.getLast();
        awaitBody("/result?id=" + last.purchaseOrderId(), "\"msg\":\"ok\"",
                "\"remaining\":" + last.purchaseOrderRemaining() + ",",
                "{\"productId\":\"" + last.productId() + "\",\"tradeId\":" + last.tradeId() + ",\"price\":\""
                        + Price.format(last.price()) + "\",\"quantity\":" + last.quantity() + ",\"counterparty\":\""
                        + last.seller() + "\"}");
        awaitBody("/orders/" + last.salesOrderId(),
                "\"status\":\"" + (last.salesOrderRemaining() == 0 ? "FILLED" : "PARTIALLY_FILLED") + "\"");
    }

    /** An order that nobody trades with is known as soon as it waits in the market. */
    void tellsWhatWaits() throws IOException, InterruptedException {
        UUID id = accepted(get("/sell?productId=" + prefix + "waits&quantity=3&price=2&userId=sue"), 200);
        awaitBody("/result?id=" + id, "\"status\":\"OPEN\",\"filled\":0,\"remaining\":3,\"sales\":[]");
    }

    /** Says what is wrong as the pipeline does. */
    void refusesWhatBreaksALimit() throws IOException, InterruptedException {
        HttpResponse<String> zero = get("/buy?productId=" + prefix + "&quantity=0&userId=bob");
        assertThat(zero.statusCode()).isEqualTo(400);
        assertThat(zero.body()).contains("quantity: 0 (expected: a whole number from 1)");
        HttpResponse<String> cheap = post("{\"side\":\"SELL\",\"productId\":\"x\",\"quantity\":1,\"userId\":\"sue\"}");
        assertThat(cheap.statusCode()).isEqualTo(400);
        assertThat(cheap.body()).contains("price: missing");
        assertThat(post("no JSON").statusCode()).isEqualTo(400);
        HttpResponse<String> list = post(
                "{\"side\":\"BUY\",\"productId\":[1],\"quantity\":1,\"userId\":\"bob\"}");
        assertThat(list.statusCode()).as(list.body()).isEqualTo(400);
        assertThat(get("/result?id=" + new UUID(0x0123_4567_89ab_7000L, 0x8000_0000_0000_0001L)).body())
                .isEqualTo("{\"msg\":\"UNKNOWN OR PENDING\"}");
        assertThat(get("/elsewhere").statusCode()).isEqualTo(404);
    }

    /** Another process, and so another market: it goes on from the last trade id of the table. */
    void goesOnFromTheLastTradeId(long before) throws IOException, InterruptedException, SQLException {
        String product = prefix + "restart";
        for (long tradeId = before + 1; tradeId <= before + 2; tradeId++) {
            accepted(get("/sell?productId=" + product + "&quantity=1&price=2&userId=sue"), 200);
            accepted(get("/buy?productId=" + product + "&quantity=1&userId=bob"), 200);
            awaitRows(product, tradeId);
        }
        assertThat(lastTradeId(product)).isEqualTo(before + 2);
    }

    @Override
    public void close() throws SQLException {
        http.shutdownNow();
        connection.close();
    }

    private void buy(String product, long quantity, long price, String user, boolean json)
            throws IOException, InterruptedException, SQLException {
        String limit = price == PlaceOrder.ANY_PRICE ? "" : Price.format(price);
        HttpResponse<String> answer = json
                ? post("{\"side\":\"BUY\",\"productId\":\"" + product + "\",\"quantity\":" + quantity
                        + (limit.isEmpty() ? "" : ",\"price\":\"" + limit + "\"") + ",\"userId\":\"" + user + "\"}")
                : get("/buy?productId=" + product + "&quantity=" + quantity + "&userId=" + user
                        + (limit.isEmpty() ? "" : "&maxPrice=" + limit));
        trade(Side.BUY, product, quantity, price, user, accepted(answer, json ? 202 : 200));
    }

    private void sell(String product, long quantity, long price, String user, boolean json)
            throws IOException, InterruptedException, SQLException {
        String text = Price.format(price);
        HttpResponse<String> answer = json
                ? post("{\"side\":\"SELL\",\"productId\":\"" + product + "\",\"quantity\":" + quantity + ",\"price\":\""
                        + text + "\",\"userId\":\"" + user + "\"}")
                : get("/sell?productId=" + product + "&quantity=" + quantity + "&price=" + text + "&userId=" + user);
        trade(Side.SELL, product, quantity, price, user, accepted(answer, json ? 202 : 200));
    }

    private void trade(Side side, String product, long quantity, long price, String user, UUID id)
            throws SQLException, InterruptedException {
        List<Sale> sales = market.trade(Batch.unbounded(0, NEVER, 0,
                List.of(new PlaceOrder(offset++, id, side, product, user, quantity, price, 0)))).sales();
        expected.addAll(sales);
        if (!sales.isEmpty()) {
            awaitRows(product, sales.getLast().tradeId());
        }
    }

    private void awaitRows(String product, long count) {
        await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(POLL).untilAsserted(
                () -> assertThat(number("SELECT COUNT(*) FROM SALES WHERE PRODUCT_ID = ?", product))
                        .as("rows of %s", product).isGreaterThanOrEqualTo(count));
    }

    /** A result is told a moment after its row can be read: an engine hears of its write last. */
    private void awaitBody(String path, String... parts) {
        await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(POLL).untilAsserted(
                () -> assertThat(get(path).body()).contains(parts));
    }

    private long lastTradeId(String product) throws SQLException {
        return number("SELECT MAX(TRADE_ID) FROM SALES WHERE PRODUCT_ID = ?", product);
    }

    private long number(String sql, String product) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, product);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT CONCAT_WS(' ', PRODUCT_ID, TRADE_ID, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID,"
                        + " SO_ID, PO_REMAINING, SO_REMAINING,"
                        + " ABS(TIMESTAMPDIFF(SECOND, TRADED_AT, UTC_TIMESTAMP())) < 3600)"
                        + " FROM SALES WHERE PRODUCT_ID LIKE ?")) {
            statement.setString(1, prefix + "_");
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(row.getString(1));
                }
            }
        }
        return rows;
    }

    private static String row(Sale sale) {
        return String.join(" ", sale.productId(), Long.toString(sale.tradeId()), sale.buyer(), sale.seller(),
                "%d.%04d".formatted(sale.price() / Price.TICKS_PER_UNIT, sale.price() % Price.TICKS_PER_UNIT),
                Long.toString(sale.quantity()), sale.purchaseOrderId().toString(), sale.salesOrderId().toString(),
                Long.toString(sale.purchaseOrderRemaining()), Long.toString(sale.salesOrderRemaining()), "1");
    }

    private static long price(SplittableRandom random) {
        return (1 + random.nextInt(6)) * 12_345L;
    }

    private static UUID accepted(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        JsonNode json = JSON.readTree(answer.body());
        String id = json.path("id").asString();
        if (status == 202) {
            assertThat(answer.headers().firstValue("Location")).hasValue("/orders/" + id);
            assertThat(json.path("status").asString()).isEqualTo("PENDING");
        } else {
            assertThat(json.path("msg").asString()).isEqualTo("ok");
        }
        return UUID.fromString(id);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT).build(),
                HttpResponse.BodyHandlers.ofString(UTF_8));
    }

    private HttpResponse<String> post(String json) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(url + "/orders")).timeout(LIMIT)
                        .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString(UTF_8));
    }
}
