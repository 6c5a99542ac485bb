package trading.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.testing.TestKafka;
import trading.wire.Limits;
import trading.wire.OrderId;
import trading.wire.Price;
import trading.wire.Topics;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Side;
import trading.wire.proto.TimeInForce;

/** Orders from HTTP to the bytes in Kafka. */
class ITGatewayOrders {

    private static final String LONGEST_PRODUCT = "P".repeat(Limits.MAX_PRODUCT_ID_LENGTH);
    private static final String LONGEST_USER = "u".repeat(Limits.MAX_USER_ID_LENGTH);

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d+) ");

    private static RunningGateway gateway;
    private OrdersLog log;

    @BeforeAll
    static void start() {
        gateway = RunningGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void listen() {
        log = new OrdersLog(TestKafka.start().bootstrapServers());
    }

    @AfterEach
    void endListening() {
        log.close();
    }

    @Test
    void buysAsInTheArticles() {
        HttpResponse<String> answer = gateway.get("/buy?productId=apple&quantity=5&userId=bob");
        assertThat(answer.statusCode()).isEqualTo(200);
        UUID id = idOf(answer.body());
        assertThat(answer.body()).isEqualTo("{\"msg\":\"ok\",\"id\":\"" + id + "\"}");
        assertLogged(placed(id, Side.BUY, "apple", "bob", 5, 0));
    }

    /** A request that came before the one before it was answered, and was answered at once, once ended the reading. */
    @Test
    void answersOnAConnectionWhoseRequestsCameTogether() throws Exception {
        String slow = "GET /buy?productId=apple&quantity=5&userId=bob HTTP/1.1\r\nHost: gateway\r\n\r\n";
        String quick = "GET /buy?productId=apple&quantity=0&userId=bob HTTP/1.1\r\nHost: gateway\r\n\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(120_000);
            for (int i = 0; i < 10; i++) {
                socket.getOutputStream().write((slow + quick).getBytes(US_ASCII));
                assertThat(statuses(socket, 2)).containsExactly("200", "400");
                socket.getOutputStream().write(quick.getBytes(US_ASCII));
                assertThat(statuses(socket, 1)).containsExactly("400");
            }
        }
    }

    /** The statuses of the next answers, each of which ends with a brace. */
    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson"})
    void tellsWhoWaitsForThatToGoOn(String type) throws IOException {
        String order = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"ben\"}";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write(("POST /orders HTTP/1.1\r\nHost: gateway\r\nContent-Type: " + type
                    + "\r\nExpect: 100-continue\r\nContent-Length: " + order.length() + "\r\n\r\n")
                    .getBytes(US_ASCII));
            assertThat(socket.getInputStream().readNBytes(12)).asString(US_ASCII).isEqualTo("HTTP/1.1 100");
            socket.getOutputStream().write(order.getBytes(US_ASCII));
            await().atMost(SOON).until(() -> log.read().size() == 1);
        }
    }

    private static List<String> statuses(Socket socket, int answers) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] some = new byte[4096];
        List<String> statuses = List.of();
        while (statuses.size() < answers || text.charAt(text.length() - 1) != '}') {
            int length = socket.getInputStream().read(some);
            assertThat(length).as(text.toString()).isPositive();
            text.append(new String(some, 0, length, US_ASCII));
            statuses = STATUS.matcher(text).results().map(found -> found.group(1)).toList();
        }
        return statuses;
    }

    @Test
    void buysUpToAPrice() {
        UUID id = idOf(gateway.get("/buy?productId=apple&quantity=5&userId=bob&maxPrice=12.34").body());
        assertLogged(placed(id, Side.BUY, "apple", "bob", 5, 123_400));
    }

    @Test
    void sellsAsInTheArticles() {
        UUID id = idOf(gateway.get("/sell?productId=apple&quantity=5&price=0.0001&userId=s%40x").body());
        assertLogged(placed(id, Side.SELL, "apple", "s@x", 5, 1));
    }

    @Test
    void placesOverRest() {
        HttpResponse<String> answer = gateway.postJson("""
                {"side": "SELL", "productId": "pear", "quantity": 7, "price": "1.20", "userId": "sue"}""");
        assertThat(answer.statusCode()).isEqualTo(202);
        UUID id = idOf(answer.body());
        assertThat(answer.body()).isEqualTo("{\"id\":\"" + id + "\",\"status\":\"PENDING\"}");
        assertThat(answer.headers().firstValue("Location")).contains("/orders/" + id);
        assertLogged(placed(id, Side.SELL, "pear", "sue", 7, 12_000));
    }

    /** What asks for it plainly takes a short way, all else a long one; they lead to the same place. */
    @Test
    void placesWhateverWayJsonIsAskedFor() {
        String order = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":7,\"userId\":\"bob\"}";
        List<HttpRequest.Builder> ways = List.of(json(order), json(order).header("Accept", "*/*"),
                json(order).header("Accept", "application/json"),
                json(order).header("Accept", "text/html, application/json;q=0.9"),
                body("application/json; charset=UTF-8", order), body("Application/JSON", order));
        List<Command> expected = new ArrayList<>();
        for (HttpRequest.Builder way : ways) {
            HttpResponse<String> answer = gateway.send(way);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            UUID id = idOf(answer.body());
            assertThat(answer.body()).isEqualTo("{\"id\":\"" + id + "\",\"status\":\"PENDING\"}");
            assertThat(answer.headers().firstValue("Location")).contains("/orders/" + id);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            expected.add(placed(id, Side.BUY, "apple", "bob", 7, 0));
        }
        assertLogged(expected.toArray(Command[]::new));
        assertProblem(406, json(order).header("Accept", "text/html"), "Accept", "text/html", "application/json");
        assertThat(gateway.get("/actuator/prometheus").body()).containsPattern(
                "http_server_requests_seconds_count\\{[^}]*method=\"POST\"[^}]*status=\"202\"[^}]*uri=\"/orders\"")
                .doesNotContainPattern(
                        "http_server_requests_seconds_count\\{[^}]*status=\"202\"[^}]*uri=\"UNKNOWN\"");
    }

    @Test
    void ordersSayForHowLongTheyAreGood() {
        String order = "{\"side\":\"SELL\",\"productId\":\"pear\",\"quantity\":7,\"price\":\"1.2\",\"userId\":\"sue\",";
        UUID gtc = idOf(gateway.postJson(order + "\"timeInForce\":\"GTC\"}").body());
        String gtt = order + "\"timeInForce\":\"GTT\",\"expireTime\":\"2030-01-31T13:00:00.001+01:00\"}";
        List<String> answers = gateway
                .postLines(gtt + "\n" + order + "\"timeInForce\":\"IOC\"}\n" + order + "\"timeInForce\":null}")
                .body().lines().toList();
        assertLogged(good(gtc, TimeInForce.GTC, 0), good(idOf(answers.get(0)), TimeInForce.GTT, 1_896_091_200_001L),
                good(idOf(answers.get(1)), TimeInForce.IOC, 0), placed(idOf(answers.get(2)), Side.SELL, "pear", "sue",
                        7, 12_000));
    }

    private static Command good(UUID id, TimeInForce timeInForce, long expiresAt) {
        Command placed = placed(id, Side.SELL, "pear", "sue", 7, 12_000);
        return placed.toBuilder()
                .setPlace(placed.getPlace().toBuilder().setTimeInForce(timeInForce).setExpiresAt(expiresAt)).build();
    }

    @Test
    void takesAPriceWithoutQuotesAsItIsWritten() {
        UUID id = idOf(gateway.postJson("""
                {"side":"BUY","productId":"pear","quantity":1,"price":99999999999999.9999,"userId":"sue"}""").body());
        assertLogged(placed(id, Side.BUY, "pear", "sue", 1, Limits.MAX_PRICE));
    }

    @Test
    void cancelsByTheIdAlone() {
        UUID id = OrderId.next(17, 1);
        HttpResponse<String> answer = gateway.delete("/orders/" + id + "?userId=sue");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"id\":\"" + id + "\",\"status\":\"PENDING\"}");
        ConsumerRecord<byte[], byte[]> logged = only(log.read());
        assertThat(logged.partition()).isEqualTo(17);
        assertThat(logged.key()).isNull();
        assertThat(OrdersLog.command(logged)).isEqualTo(cancelled(id, "sue"));
    }

    @Test
    void extremesArriveAsTheyAre() {
        String price = Price.format(Limits.MAX_PRICE);
        UUID sold = idOf(gateway.get("/sell?productId=" + LONGEST_PRODUCT + "&quantity=" + Limits.MAX_QUANTITY
                + "&price=" + price + "&userId=" + LONGEST_USER).body());
        UUID bought = idOf(gateway
                .postJson("{\"side\":\"BUY\",\"productId\":\"" + LONGEST_PRODUCT + "\",\"quantity\":"
                        + Limits.MAX_QUANTITY + ",\"price\":\"" + price + "\",\"userId\":\"" + LONGEST_USER + "\"}")
                .body());
        assertLogged(placed(sold, Side.SELL, LONGEST_PRODUCT, LONGEST_USER, Limits.MAX_QUANTITY, Limits.MAX_PRICE),
                placed(bought, Side.BUY, LONGEST_PRODUCT, LONGEST_USER, Limits.MAX_QUANTITY, Limits.MAX_PRICE));
    }

    @Test
    void nothingIsTracedUnlessACollectorIsNamed() {
        String traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        gateway.send(HttpRequest.newBuilder(gateway.uri("/buy?productId=apple&quantity=5&userId=bob"))
                .header("traceparent", traceparent).GET());
        gateway.send(HttpRequest.newBuilder(gateway.uri("/orders")).header("traceparent", traceparent)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":5,\"userId\":\"bob\"}")));
        assertThat(log.read()).hasSize(2).allSatisfy(logged -> assertThat(logged.headers()).isEmpty());
    }

    @Test
    void aRepeatedClientOrderIdIsTheSameOrder() {
        String order = "productId=apple&quantity=5&userId=bob&clientOrderId=a:1/2";
        UUID id = idOf(gateway.get("/buy?" + order).body());
        assertThat(idOf(gateway.get("/buy?" + order).body())).isEqualTo(id);
        assertThat(idOf(gateway.postJson("""
                {"side":"BUY","productId":"apple","quantity":5,"userId":"bob","clientOrderId":"a:1/2"}""").body()))
                .isEqualTo(id);
        assertThat(idOf(gateway.get("/buy?" + order.replace("bob", "eve")).body())).isNotEqualTo(id);
        assertThat(OrderId.clientMade(id)).isTrue();
        assertThat(log.read()).hasSize(4).allMatch(logged -> logged.partition() == Topics.partition("apple"));
    }

    @Test
    void badInputGetsAProblemAndNothingIsLogged() {
        String name33 = "p".repeat(33);
        String name65 = "u".repeat(65);
        String product = "1 to 32 of A-Z a-z 0-9 . _ -";
        String noFolder = "neither . nor .., which are no part of a path";
        String user = "1 to 64 of A-Z a-z 0-9 . _ - @";
        String decimal = "a decimal number with at most 4 decimals, such as 12.34";
        String whole = "a whole number from 1";
        String fields = "no other field than side, productId, quantity, price, userId, clientOrderId, timeInForce, "
                + "expireTime";
        String rfc3339 = "a time as RFC 3339 writes it, such as 2030-01-31T12:00:00Z";
        String buying = "no other parameter than productId, quantity, userId, maxPrice, clientOrderId";
        assertProblem(400, "/buy?productId=a&quantity=0&userId=b", "quantity", "0", whole);
        assertProblem(400, "/buy?productId=a&quantity=-1&userId=b", "quantity", "-1", whole);
        assertProblem(400, "/buy?productId=a&quantity=1.5&userId=b", "quantity", "1.5", whole);
        assertProblem(400, "/buy?productId=a&quantity=%2B1&userId=b", "quantity", "+1", whole);
        assertProblem(400, "/buy?productId=a&quantity=&userId=b", "quantity", "", whole);
        assertProblem(400, "/buy?productId=a&userId=b", "quantity", "missing", whole);
        assertProblem(400, "/buy?productId=a&quantity=1000000000000001&userId=b", "quantity", "1000000000000001",
                "a whole number up to 1000000000000000");
        assertProblem(400, "/buy?productId=a&quantity=99999999999999999999&userId=b", "quantity",
                "99999999999999999999", "a whole number up to 1000000000000000");
        assertProblem(400, "/buy?quantity=1&userId=b", "productId", "missing", product);
        assertProblem(400, "/buy?productId=&quantity=1&userId=b", "productId", "", product);
        assertProblem(400, "/buy?productId=" + name33 + "&quantity=1&userId=b", "productId", name33, product);
        assertProblem(400, "/buy?productId=a+b&quantity=1&userId=b", "productId", "a b", product);
        assertProblem(400, "/buy?productId=%C3%A9&quantity=1&userId=b", "productId", "é", product);
        assertProblem(400, "/buy?productId=.&quantity=1&userId=b", "productId", ".", noFolder);
        assertProblem(400, "/sell?productId=%2e.&quantity=1&price=1&userId=b", "productId", "..", noFolder);
        assertProblem(400, "/buy?productId=a&quantity=1", "userId", "missing", user);
        assertProblem(400, "/buy?productId=a&quantity=1&userId=" + name65, "userId", "u".repeat(64) + "…", user);
        assertProblem(400, "/buy?productId=a&quantity=1&userId=b&maxPrice=1e3", "maxPrice", "1e3", decimal);
        assertProblem(400, "/buy?productId=a&quantity=1&userId=b&maxPrice=0", "maxPrice", "0",
                "a price from 0.0001");
        assertProblem(400, "/buy?productId=a&quantity=1&userId=b&price=1", "price", "1", buying);
        assertProblem(400, "/buy?productId=a&quantity=1&quantity=2&userId=b", "quantity", "1 and 2", "given once");
        assertProblem(400, "/buy?productId=a&quantity=1&userId=b&clientOrderId=", "clientOrderId", "",
                "1 to 64 of A-Z a-z 0-9 . _ - @ : /");
        assertProblem(400, "/sell?productId=a&quantity=1&userId=b", "price", "missing", decimal);
        assertProblem(400, "/sell?productId=a&quantity=1&userId=b&price=1.00001", "price", "1.00001", decimal);
        assertProblem(400, "/sell?productId=a&quantity=1&userId=b&price=-1", "price", "-1", decimal);
        assertProblem(400, "/sell?productId=a&quantity=1&userId=b&price=100000000000000", "price", "100000000000000",
                "a decimal number with at most 14 digits before the point, such as 12.34");
        assertProblem(400, "/sell?productId=a&quantity=1&userId=b&price=NaN", "price", "NaN", decimal);
        assertProblem(400, "/result", "id", "missing", "an order id, as the gateway gave it");
        assertProblem(400, "/result?id=1", "id", "1", "an order id, as the gateway gave it");
        assertProblem(400, "/orders/1", "id", "1", "an order id, as the gateway gave it");
        assertProblem(400, "/orders/1/sales", "id", "1", "an order id, as the gateway gave it");

        assertProblem(400, json("{}"), "side", "missing", "BUY or SELL");
        assertProblem(400, json("{\"side\":\"buy\"}"), "side", "buy", "BUY or SELL");
        assertProblem(400, json("{\"side\":1}"), "side", "1", "BUY or SELL");
        assertProblem(400, json("{\"side\":\"BUY\"}"), "productId", "missing", product);
        assertProblem(400, json("{\"side\":\"BUY\",\"productId\":\"..\",\"quantity\":1,\"userId\":\"b\"}"), "productId",
                "..", noFolder);
        assertProblem(400, order("\"quantity\":\"1\""), "quantity", "\"1\"", whole);
        assertProblem(400, order("\"quantity\":1.0"), "quantity", "1.0", whole);
        assertProblem(400, order("\"quantity\":1e2"), "quantity", "1e2", whole);
        assertProblem(400, order("\"quantity\":-3"), "quantity", "-3", whole);
        assertProblem(400, order("\"quantity\":true"), "quantity", "true", whole);
        assertProblem(400, order("\"quantity\":null"), "quantity", "missing", whole);
        assertProblem(400, order("\"quantity\":[1]"), "quantity", "[", whole);
        assertProblem(400, order("\"quantity\":1,\"price\":1e2"), "price", "1e2", decimal);
        assertProblem(400, order("\"quantity\":1,\"price\":\"\""), "price", "", decimal);
        assertProblem(400, order("\"quantity\":1,\"price\":{}"), "price", "{",
                "a decimal in quotes, such as \"12.34\"");
        assertProblem(400, order("\"quantity\":1,\"colour\":\"red\""), "colour", "\"red\"", fields);
        assertProblem(400, order("\"quantity\":1,\"cancel\":\"x\""), "cancel", "x", fields);
        assertProblem(400, order("\"quantity\":1,\"quantity\":2"), "quantity", "1 and 2", "given once");
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":\"gtc\""), "timeInForce", "gtc", "GTC, GTT or IOC");
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":1"), "timeInForce", "1", "GTC, GTT or IOC");
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":\"GTT\""), "expireTime", "missing", rfc3339);
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":\"GTT\",\"expireTime\":\"2030-01-31\""), "expireTime",
                "2030-01-31", rfc3339);
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":\"GTT\",\"expireTime\":\"1969-01-31T00:00:00Z\""),
                "expireTime", "1969-01-31T00:00:00Z",
                "a time from 1970-01-01T00:00:00.001Z to 9999-12-31T23:59:59.999Z");
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":\"IOC\",\"expireTime\":\"2030-01-31T12:00:00Z\""),
                "expireTime", "2030-01-31T12:00:00Z", "none, unless timeInForce is GTT");
        assertProblem(400, order("\"quantity\":1,\"expireTime\":\"2030-01-31T12:00:00Z\""), "expireTime",
                "2030-01-31T12:00:00Z", "none, unless timeInForce is GTT");
        assertProblem(400, order("\"quantity\":1,\"timeInForce\":\"IOC\",\"timeInForce\":\"GTC\""), "timeInForce",
                "IOC and GTC", "given once");
        assertProblem(400, json(""), "body", "", "a JSON object");
        assertProblem(400, json("x"), "body", "x", "a JSON object");
        assertProblem(400, json("[]"), "body", "[]", "a JSON object");
        assertProblem(400, json("{\"side\":\"BUY\""), "body", "{\"side\":\"BUY\"", "a JSON object");
        assertProblem(400, json("{} {}"), "body", "{} {}", "a JSON object");
        assertProblem(400, delete("/orders/1?userId=b"), "id", "1", "an order id, as the gateway gave it");
        assertProblem(400, delete("/orders/" + OrderId.next(1, 1)), "userId", "missing", user);

        assertProblem(404, "/orders/", "path", "/orders/",
                "/buy, /sell, /result, /orders, /orders/{id}, /orders/{id}/sales, /events, /products,"
                        + " /market/stream, or ticker, trades, candles, book or stream behind /products/{id}/");
        assertProblem(405, HttpRequest.newBuilder(gateway.uri("/orders")).PUT(HttpRequest.BodyPublishers.noBody()),
                "method", "PUT",
                "DELETE or GET or POST");
        assertProblem(405, HttpRequest.newBuilder(gateway.uri("/buy?productId=a&quantity=1&userId=b"))
                .POST(HttpRequest.BodyPublishers.noBody()), "method", "POST", "GET");
        assertProblem(406, HttpRequest.newBuilder(gateway.uri("/buy?productId=a&quantity=1&userId=b"))
                .header("Accept", "text/html"), "Accept", "text/html", "application/json");
        assertProblem(415, body("text/plain", "x"), "Content-Type", "text/plain",
                "application/json or application/x-ndjson");
        assertProblem(415, HttpRequest.newBuilder(gateway.uri("/orders")).POST(
                HttpRequest.BodyPublishers.ofString("x")), "Content-Type", "missing",
                "application/json or application/x-ndjson");
        assertProblem(413, json(" ".repeat(20_000)), "body", "too long", "at most 16384 bytes");
        assertThat(gateway.send(HttpRequest.newBuilder(gateway.uri("/buy?productId=a&quantity=1&userId=b")).HEAD())
                .statusCode()).isEqualTo(405);
        assertThat(log.read()).isEmpty();
    }

    @Test
    void anUriThatIsNoneGetsAProblem() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream()
                    .write("GET /%zz HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8)).startsWith("HTTP/1.1 400 ")
                    .contains("application/problem+json").contains("uri: /%zz (expected: two hexadecimal digits");
        }
    }

    @Test
    void aStreamKeepsItsOrderAndGoesOnBehindBadLines() {
        Map<Integer, String> bad = Map.of(0, "", 1, "{", 2, "null", 3, "{\"side\":\"BUY\"}", 4, "x".repeat(5_000));
        Random random = new Random(20_261_120);
        StringBuilder body = new StringBuilder();
        List<Command> expected = new ArrayList<>();
        int problems = 0;
        for (int i = 0; i < 10_000; i++) {
            if (random.nextInt(50) == 0) {
                int kind = random.nextInt(bad.size());
                problems += kind == 0 ? 0 : 1;
                body.append(bad.get(kind)).append(random.nextBoolean() ? "\r\n" : "\n");
            } else if (random.nextInt(10) == 0) {
                UUID id = OrderId.next(random.nextInt(Topics.PARTITIONS), i);
                body.append("{\"cancel\":\"").append(id).append("\",\"userId\":\"u").append(i).append("\"}\n");
                expected.add(cancelled(id, "u" + i));
            } else {
                body.append("{\"side\":\"BUY\",\"productId\":\"p").append(i % 7).append("\",\"quantity\":")
                        .append(i + 1).append(",\"userId\":\"u").append(i).append("\"}\n");
                expected.add(placed(new UUID(0, 0), Side.BUY, "p" + i % 7, "u" + i, i + 1, 0));
            }
        }
        body.setLength(body.length() - 1);

        List<String> answers = gateway.postLines(body.toString()).body().lines().toList();

        assertThat(answers).hasSize(expected.size() + problems);
        assertThat(answers.stream().filter(answer -> answer.startsWith("{\"problem\":{"))).hasSize(problems);
        List<String> ids = answers.stream().filter(answer -> !answer.startsWith("{\"problem\":{"))
                .map(answer -> idOf(answer).toString()).toList();
        Map<Integer, List<Command>> byPartition = new HashMap<>();
        for (int i = 0; i < expected.size(); i++) {
            UUID id = UUID.fromString(ids.get(i));
            Command command = expected.get(i).hasCancel() ? expected.get(i) : withId(expected.get(i), id);
            byPartition.computeIfAbsent(OrderId.partition(id), _ -> new ArrayList<>()).add(command);
        }
        Map<Integer, List<Command>> logged = new HashMap<>();
        log.read().forEach(found -> logged.computeIfAbsent(found.partition(), _ -> new ArrayList<>())
                .add(OrdersLog.command(found)));
        assertThat(logged).isEqualTo(byPartition);
    }

    @Test
    void aLineThatIsNoOrderIsToldOfByTheFieldThatCame() {
        String cancel = "{\"cancel\":\"" + OrderId.next(3, 1) + "\",\"userId\":\"bob\",\"";
        String quantity = "{\"side\":\"BUY\",\"productId\":\"apple\",\"userId\":\"b\",\"quantity\":";
        List<String> answers = gateway.postLines(cancel + "side\":null}\n" + cancel
                + "expireTime\":\"x\",\"price\":1}\n"
                + "{\"cancel\":null,\"userId\":\"bob\"}\n" + "{\"cancel\":null}\n" + "{\"userId\":\"bob\"}\n" + quantity
                + "1".repeat(2_000) + "}\n" + quantity + "1,\"price\":" + "1".repeat(2_000) + "}\n" + quantity
                + "1,\"cancel\":null}").body().lines().toList();
        List<String> told = List.of("side: given (expected: no other field than cancel, userId)",
                "price: given (expected: no other field than cancel, userId)",
                "cancel: missing (expected: an order id", "cancel: missing (expected: an order id",
                "side: missing (expected: BUY or SELL)", "quantity: 111", "price: 111", "PENDING");
        assertThat(answers).hasSameSizeAs(told);
        for (int i = 0; i < told.size(); i++) {
            assertThat(answers.get(i)).contains(told.get(i));
        }
        assertThat(gateway.postJson(quantity + "1".repeat(15_000) + "}").body()).contains("quantity: 111");
        assertThat(log.read()).hasSize(1);
    }

    @Test
    void aStreamMayBeCutAnywhere() throws IOException {
        String lines = """
                {"side":"BUY","productId":"apple","quantity":1,"userId":"b1"}

                {"side":"BUY","productId":"äpple","quantity":2,"userId":"b2"}
                {"side":"BUY","productId":"apple","quantity":3,"userId":"b3"}""";
        byte[] bytes = lines.getBytes(UTF_8);
        for (int cut = 1; cut < bytes.length; cut += 7) {
            assertThat(chunked(bytes, cut)).as("in pieces of %d bytes", cut).containsSubsequence("\"PENDING\"}",
                    "productId: äpple (expected", "\"PENDING\"}");
            assertThat(log.read()).extracting(found -> OrdersLog.command(found).getPlace().getUserId())
                    .containsExactly("b1", "b3");
        }
    }

    @Test
    void aLineThatIsTooLongIsSkippedWhole() {
        String order = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}";
        List<String> answers = gateway.postLines(order + "\n" + " ".repeat(100_000) + order + "\n" + order).body()
                .lines().toList();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(1)).contains("(expected: at most 4096 bytes)");
        assertThat(log.read()).hasSize(2);
    }

    @Test
    void aStreamIsAnsweredWhileItGoesOn() throws IOException {
        String order = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(120_000);
            OutputStream out = socket.getOutputStream();
            out.write(head().getBytes(US_ASCII));
            for (int i = 0; i < 3; i++) {
                chunk(out, order.getBytes(US_ASCII), 0, order.length());
                StringBuilder seen = new StringBuilder();
                while (seen.indexOf("PENDING\"}\n") < 0) {
                    int next = socket.getInputStream().read();
                    assertThat(next).as("the stream goes on after: %s", seen).isNotNegative();
                    seen.append((char) next);
                }
            }
        }
    }

    @Test
    void aStreamThatCannotBeReadOnIsNotAnsweredAsIfNothingWereDone() throws IOException {
        String order = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write((head() + Integer.toHexString(order.length()) + "\r\n" + order
                    + "\r\nno length\r\n").getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8)).doesNotContain("HTTP/1.1 400");
        }
        await().atMost(SOON).until(() -> log.read().size() == 1);
    }

    @Test
    void whoReadsNoAnswersIsNotReadOn() throws Exception {
        int wrong = 200_000;
        double before = invalid();
        AtomicReference<Double> seen = new AtomicReference<>(before);
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(16 * 1024);
            socket.setSoTimeout(120_000);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port()));
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(socket, "1\n".repeat(wrong)));
            await().atMost(SOON).pollInterval(Duration.ofSeconds(1)).until(this::invalid,
                    now -> now > before && now.equals(seen.getAndSet(now)));
            assertThat(invalid() - before).as("wrong lines whose answers wait").isLessThan(wrong / 2.0);
            String answers = new String(socket.getInputStream().readAllBytes(), UTF_8);
            sent.join();
            assertThat(Pattern.compile("\\{\"problem\"").matcher(answers).results()).hasSize(wrong);
        }
    }

    @Test
    void whoReadsNoAnswersForTooLongLosesItsStream() throws Exception {
        try (RunningGateway strict = RunningGateway.start("--trading.gateway.stall-timeout=1s");
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(16 * 1024);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), strict.port()));
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendOn(socket, "1\n".repeat(50_000)));
            assertThatThrownBy(() -> sent.get(SOON.toSeconds(), TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(SocketException.class);
            await().atMost(SOON).until(() -> strict.get("/actuator/prometheus").body()
                    .contains("trading_requests_in_flight{application=\"gateway\"} 0.0"));
        }
    }

    private static void send(Socket socket, String body) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(head().getBytes(US_ASCII));
            chunk(out, body.getBytes(US_ASCII), 0, body.length());
            out.write("0\r\n\r\n".getBytes(US_ASCII));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Until the other side closes. */
    private static void sendOn(Socket socket, String lines) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(head().getBytes(US_ASCII));
            while (true) {
                chunk(out, lines.getBytes(US_ASCII), 0, lines.length());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double invalid() {
        return gateway.bean(MeterRegistry.class).get("trading.orders.refused").tag("reason", "invalid")
                .functionCounter().count();
    }

    private String chunked(byte[] bytes, int size) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(120_000);
            OutputStream out = socket.getOutputStream();
            out.write(head().getBytes(US_ASCII));
            for (int from = 0; from < bytes.length; from += size) {
                chunk(out, bytes, from, Math.min(size, bytes.length - from));
                out.flush();
            }
            out.write("0\r\n\r\n".getBytes(US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String head() {
        return "POST /orders HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n"
                + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
    }

    private static void chunk(OutputStream out, byte[] bytes, int from, int length) throws IOException {
        out.write((Integer.toHexString(length) + "\r\n").getBytes(US_ASCII));
        out.write(bytes, from, length);
        out.write("\r\n".getBytes(US_ASCII));
    }

    private void assertLogged(Command... commands) {
        List<ConsumerRecord<byte[], byte[]>> logged = log.read();
        assertThat(logged).extracting(OrdersLog::command).containsExactly(commands);
        for (ConsumerRecord<byte[], byte[]> found : logged) {
            PlaceOrder place = OrdersLog.command(found).getPlace();
            UUID id = new UUID(place.getOrderIdHigh(), place.getOrderIdLow());
            assertThat(found.key()).isEqualTo(place.getProductId().getBytes(US_ASCII));
            assertThat(found.partition()).isEqualTo(Topics.partition(place.getProductId()))
                    .isEqualTo(OrderId.partition(id));
        }
    }

    private static void assertProblem(int status, String path, String field, String value, String expected) {
        assertProblem(status, HttpRequest.newBuilder(gateway.uri(path)).GET(), field, value, expected);
    }

    private static void assertProblem(int status, HttpRequest.Builder request, String field, String value,
            String expected) {
        HttpResponse<String> answer = gateway.send(request);
        assertThat(answer.body()).contains("\"status\":" + status)
                .contains("\"detail\":\"" + escaped(field + ": " + value + " (expected: " + expected + ")") + '"')
                .contains("\"field\":\"" + field + '"').contains("\"value\":\"" + escaped(value) + '"')
                .contains("\"expected\":\"" + escaped(expected) + '"');
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    private static String escaped(String text) {
        return text.replace("\"", "\\\"");
    }

    private static HttpRequest.Builder order(String rest) {
        return json("{\"side\":\"BUY\",\"productId\":\"a\",\"userId\":\"b\"," + rest + "}");
    }

    private static HttpRequest.Builder json(String body) {
        return body("application/json", body);
    }

    private static HttpRequest.Builder body(String type, String body) {
        return HttpRequest.newBuilder(gateway.uri("/orders")).header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder delete(String path) {
        return HttpRequest.newBuilder(gateway.uri(path)).DELETE();
    }

    private static UUID idOf(String answer) {
        int from = answer.indexOf("\"id\":\"") + 6;
        return OrderId.parse("id", answer.substring(from, from + 36));
    }

    private static Command placed(UUID id, Side side, String productId, String userId, long quantity, long price) {
        return Command.newBuilder()
                .setPlace(PlaceOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                        .setOrderIdLow(id.getLeastSignificantBits()).setSide(side).setProductId(productId)
                        .setUserId(userId).setQuantity(quantity).setPrice(price))
                .build();
    }

    private static Command withId(Command placed, UUID id) {
        return Command.newBuilder().setPlace(placed.getPlace().toBuilder()
                .setOrderIdHigh(id.getMostSignificantBits()).setOrderIdLow(id.getLeastSignificantBits())).build();
    }

    private static Command cancelled(UUID id, String userId) {
        return Command.newBuilder().setCancel(CancelOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setUserId(userId)).build();
    }

    private static <T> T only(List<T> found) {
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
