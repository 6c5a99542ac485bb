package trading.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.interfaces.RSAPublicKey;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.testing.Tokens;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.Command;
import trading.wire.proto.OpenOrder;
import trading.wire.proto.Sale;
import trading.wire.proto.Side;

/** What an intruder would try at a gateway that asks for tokens. Bob is one, too: with a good token, at what is Sue's. */
class ITGatewaySecurity {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int PARTITION = 14;
    private static final String PRODUCT = productOf(PARTITION);

    private static final Tokens ISSUER = new Tokens();
    private static final String SUE = ISSUER.of("sue@security");
    private static final String BOB = ISSUER.of("bob@security");
    private static final String OPERATOR = ISSUER.ofOperator("olga");

    private static final ListAppender<ILoggingEvent> LOGGED = new ListAppender<>();

    private static RunningGateway gateway;
    private static KafkaProducer<byte[], byte[]> engine;
    private static long batches;
    private static long trades;

    @BeforeAll
    static void start() {
        engine = new KafkaProducer<>(Map.of("bootstrap.servers", TestKafka.start().bootstrapServers()),
                new ByteArraySerializer(), new ByteArraySerializer());
        gateway = RunningGateway.start(ISSUER.arguments());
        // Read while the gateway still logs.
        LOGGED.list = new CopyOnWriteArrayList<>();
        LOGGED.start();
        root().addAppender(LOGGED);
        await().atMost(SOON).until(() -> gateway.get("/products?limit=1").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        root().detachAppender(LOGGED);
        gateway.close();
        engine.close();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /orders?userId=sue@security
            GET    | /orders/01a1f9d2-6982-7025-977f-16f910879783
            GET    | /orders/01a1f9d2-6982-7025-977f-16f910879783/sales
            GET    | /result?id=01a1f9d2-6982-7025-977f-16f910879783
            GET    | /events?userId=sue@security
            GET    | /buy?productId=apple&quantity=1&userId=sue@security
            GET    | /sell?productId=apple&quantity=1&price=1&userId=sue@security
            POST   | /orders
            DELETE | /orders?userId=sue@security
            DELETE | /orders/01a1f9d2-6982-7025-977f-16f910879783?userId=sue@security
            GET    | /nothing
            GET    | //orders?userId=sue@security
            GET    | /orders/?userId=sue@security
            GET    | /products/../orders?userId=sue@security
            GET    | /page/..;/orders?userId=sue@security
            POST   | /products
            GET    | /actuator
            GET    | /actuator/prometheus
            GET    | /actuator/loggers
            POST   | /actuator/loggers/trading
            """)
    void whoHasNoTokenIsAskedForOne(String method, String path) throws IOException {
        // As it stands here: a client would tidy it up.
        String answer = raw(method + " " + path + " HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: 0\r\n\r\n");
        if (answer.startsWith("HTTP/1.1 400")) {
            assertThat(answer).contains("request: not accepted").as("what no client sends that means well");
            assertThat(path).containsAnyOf("//", "..");
        } else {
            assertThat(answer).startsWith("HTTP/1.1 401").containsIgnoringCase("\r\nwww-authenticate: Bearer\r\n")
                    .containsIgnoringCase("\r\ncontent-type: application/problem+json\r\n")
                    .contains("\"type\":\"missing-token\"",
                            "Authorization: missing (expected: Bearer and a token)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/openapi.json", "/swagger-ui/index.html", "/products", "/actuator/health/liveness",
        "/actuator/health/readiness"})
    void pagesMarketDataAndProbesAreForAll(String path) {
        assertThat(gateway.get(path).statusCode()).isEqualTo(200);
        assertThat(send(BOB, "GET", path).statusCode()).isEqualTo(200);
        assertThat(send("no.good.token", "GET", path).statusCode()).isEqualTo(401);
    }

    static Map<String, String> tokensThatDoNotCount() throws Exception {
        Tokens other = new Tokens();
        Map<String, String> tokens = new LinkedHashMap<>();
        tokens.put("of another key", other.of("sue@security"));
        tokens.put("with a key of its own", other.signed(new JWSHeader.Builder(JWSAlgorithm.RS256)
                .jwk(new RSAKey.Builder((RSAPublicKey) other.keys().getPublic()).build()),
                Tokens.claims("sue@security")));
        tokens.put("not signed", new PlainJWT(Tokens.claims("sue@security").build()).serialize());
        tokens.put("whose signature was cut off", SUE.substring(0, SUE.lastIndexOf('.') + 1));
        tokens.put("signed by the public key as a secret", secretlySigned(ISSUER.publicKey().getBytes(UTF_8)));
        tokens.put("signed by its bytes", secretlySigned(ISSUER.keys().getPublic().getEncoded()));
        tokens.put("by another algorithm",
                ISSUER.signed(new JWSHeader.Builder(JWSAlgorithm.RS512), Tokens.claims("sue@security")));
        String[] parts = BOB.split("\\.", -1);
        tokens.put("whose subject was exchanged", parts[0] + "." + SUE.split("\\.", -1)[1] + "." + parts[2]);
        tokens.put("that has expired", signed(claims -> claims.expirationTime(at(-5))));
        tokens.put("without an end", signed(claims -> claims.expirationTime(null)));
        tokens.put("that does not count yet", signed(claims -> claims.notBeforeTime(at(3_600))));
        tokens.put("of another issuer", signed(claims -> claims.issuer("https://another.test")));
        tokens.put("of no issuer", signed(claims -> claims.issuer(null)));
        tokens.put("for another service", signed(claims -> claims.audience("payments")));
        tokens.put("for no service", signed(claims -> claims.audience((String) null)));
        tokens.put("of nobody", signed(claims -> claims.subject(null)));
        tokens.put("of no name", signed(claims -> claims.subject("")));
        tokens.put("of a script", signed(claims -> claims.subject("<script>alert(1)</script>")));
        tokens.put("of two lines", signed(claims -> claims.subject("sue\r\nX-Injected: 1")));
        tokens.put("that is none", "none");
        tokens.put("that is three dots", "...");
        tokens.put("that is a password", "c3VlOnN1ZQ==");
        return tokens;
    }

    private static String signed(Consumer<JWTClaimsSet.Builder> difference) {
        JWTClaimsSet.Builder claims = Tokens.claims("sue@security");
        difference.accept(claims);
        return ISSUER.signed(claims);
    }

    private static String secretlySigned(byte[] secret) throws Exception {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), Tokens.claims("sue@security").build());
        token.sign(new MACSigner(secret));
        return token.serialize();
    }

    private static Date at(long seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    @Test
    void whatIsWrongWithASubjectIsToldInWhatAHeaderMayHave() {
        assertThat(send(signed(claims -> claims.subject("u".repeat(65))), "GET", "/orders").body())
                .contains("sub: uuu", "... (expected: 1 to 64 of");
        assertThat(send(signed(claims -> claims.subject("j\u00e9")), "GET", "/orders").body())
                .contains("sub: j? (expected: 1 to 64 of");
    }

    @Test
    void aTokenThatDoesNotCountIsRefused() throws Exception {
        assertThat(send(SUE, "GET", "/orders").statusCode()).as("a good one").isEqualTo(200);
        try (OrdersLog log = log()) {
            for (Map.Entry<String, String> each : tokensThatDoNotCount().entrySet()) {
                for (String path : List.of("/orders", "/buy?productId=apple&quantity=1")) {
                    HttpResponse<String> answer = send(each.getValue(), "GET", path);
                    assertThat(answer.statusCode()).as("a token " + each.getKey()).isEqualTo(401);
                    assertThat(header(answer, "WWW-Authenticate")).startsWith("Bearer")
                            .doesNotContain(each.getValue());
                    assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
                    assertThat(answer.body()).contains("\"type\":\"invalid-token\"", "\"field\":\"Authorization\"")
                            .doesNotContain(each.getValue(), "\n");
                    assertThat(answer.headers().map()).doesNotContainKey("x-injected");
                }
            }
            assertThat(log.read()).isEmpty();
        }
    }

    @Test
    void aTokenCountsInItsHeaderOnly() throws IOException {
        assertThat(gateway.get("/orders?access_token=" + SUE).statusCode()).isEqualTo(401);
        assertThat(gateway.send(HttpRequest.newBuilder(gateway.uri("/orders")).header("Authorization", "Basic " + SUE))
                .statusCode()).isEqualTo(401);
        assertThat(gateway.send(HttpRequest.newBuilder(gateway.uri("/orders")).header("Cookie", "token=" + SUE))
                .statusCode()).isEqualTo(401);
        assertThat(raw("GET /orders HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nAuthorization: Bearer " + BOB
                + "\r\nAuthorization: Bearer " + SUE + "\r\n\r\n")).doesNotContain("sue@security");
    }

    @Test
    void theUserIsTheSubject() {
        try (OrdersLog log = log()) {
            List<HttpResponse<String>> refused = new ArrayList<>();
            assertThat(post(BOB, "application/json", order("BUY", null)).statusCode()).isEqualTo(202);
            assertThat(post(BOB, "application/json", order("BUY", "bob@security")).statusCode()).isEqualTo(202);
            refused.add(post(BOB, "application/json", order("BUY", "sue@security")));
            assertThat(send(BOB, "GET", "/buy?productId=apple&quantity=1").statusCode()).isEqualTo(200);
            assertThat(send(BOB, "GET", "/sell?productId=apple&quantity=1&price=1&userId=bob@security").statusCode())
                    .isEqualTo(200);
            refused.add(send(BOB, "GET", "/buy?productId=apple&quantity=1&userId=sue@security"));
            refused.add(send(BOB, "GET", "/sell?productId=apple&quantity=1&price=1&userId=sue@security"));
            String id = OrderId.next(PARTITION, 1).toString();
            refused.add(send(BOB, "DELETE", "/orders/" + id + "?userId=sue@security"));
            refused.add(send(BOB, "DELETE", "/orders?userId=sue@security"));
            refused.add(send(BOB, "GET", "/orders?userId=sue@security"));
            refused.add(send(BOB, "GET", "/events?userId=sue@security"));
            assertThat(send(BOB, "DELETE", "/orders/" + id).statusCode()).isEqualTo(202);

            List<String> lines = post(BOB, "application/x-ndjson", order("SELL", null) + "\n"
                    + order("SELL", "sue@security") + "\n{\"cancel\":\"" + id + "\",\"userId\":\"sue@security\"}\n"
                    + "{\"cancel\":\"" + id + "\"}\n" + order("SELL", "bob@security")).body().lines().toList();
            assertThat(lines).hasSize(5);
            assertThat(List.of(lines.get(0), lines.get(3), lines.get(4))).allMatch(line -> line.contains("PENDING"));
            assertThat(List.of(lines.get(1), lines.get(2)))
                    .allMatch(line -> line.startsWith("{\"problem\":{\"type\":\"forbidden\",")
                            && line.contains("\"status\":403") && line.contains("\"field\":\"userId\""));
            assertThat(refused).allSatisfy(answer -> {
                assertThat(answer.statusCode()).isEqualTo(403);
                assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
                assertThat(header(answer, "WWW-Authenticate")).isEqualTo("Bearer error=\"insufficient_scope\"");
                assertThat(answer.body()).contains("\"type\":\"forbidden\"", "\"field\":\"userId\"",
                        "userId: sue@security (expected: bob@security, as the token says, or none)");
            });
            assertThat(post(BOB, "application/json",
                    "{\"userId\":\"bob@security\",\"userId\":\"sue@security\",\"side\":\"BUY\",\"productId\":\"apple\","
                            + "\"quantity\":1}")
                    .statusCode()).isEqualTo(400);
            assertThat(log.read()).hasSize(8).extracting(OrdersLog::command).allMatch(
                    command -> userOf(command).equals("bob@security"));
        }
    }

    @Test
    void aCancelOfAllOrdersOfAnotherIsCounted() {
        double before = forbidden();
        assertThat(send(BOB, "DELETE", "/orders?userId=sue@security").statusCode()).isEqualTo(403);
        assertThat(forbidden()).isEqualTo(before + 1);
    }

    private static double forbidden() {
        String name = "trading_orders_refused_total{application=\"gateway\",reason=\"forbidden\"} ";
        return send(OPERATOR, "GET", "/actuator/prometheus").body().lines().filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length()))).sum();
    }

    @Test
    void anOperatorMayActForAll() {
        try (OrdersLog log = log()) {
            assertThat(post(OPERATOR, "application/json", order("BUY", "sue@security")).statusCode()).isEqualTo(202);
            assertThat(post(OPERATOR, "application/json", order("BUY", null)).statusCode()).isEqualTo(202);
            assertThat(log.read()).extracting(OrdersLog::command).extracting(ITGatewaySecurity::userOf)
                    .containsExactlyInAnyOrder("sue@security", "olga");
        }
        assertThat(send(OPERATOR, "GET", "/actuator/prometheus").body())
                .contains("trading_orders_refused_total{application=\"gateway\",reason=\"forbidden\"}");
        for (String path : List.of("/actuator", "/actuator/prometheus", "/actuator/loggers")) {
            HttpResponse<String> answer = send(BOB, "GET", path);
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        }
        assertThat(gateway.send(request(BOB, "/actuator/loggers/trading").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"configuredLevel\":\"TRACE\"}"))).statusCode()).isEqualTo(403);
    }

    /** In every place where a gateway finds orders, and by every way to ask. */
    @Test
    void ordersOfOthersAreAsUnknown() throws Exception {
        OpenOrder resting = open("sue@security", 5);
        publish(Topics.SALES, batch().addRested(resting));
        OpenOrder traded = open("sue@security", 3);
        publish(Topics.RESULTS, batch().addSales(sale(traded, "bob@security", 2)).addRested(traded));
        UUID stored = OrderId.next(PARTITION, 1);
        store(stored);
        UUID pending = idOf(post(SUE, "application/json",
                order("BUY", null).replace("}", ",\"clientOrderId\":\"pending\"}")));
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(send(SUE, "GET", "/orders/" + id(resting)).body()).contains("\"status\":\"OPEN\"");
            assertThat(send(SUE, "GET", "/result?id=" + id(traded)).body()).contains("PARTIALLY_FILLED");
        });
        assertThat(send(SUE, "GET", "/orders/" + stored).body()).contains("\"status\":\"FILLED\"");
        assertThat(send(SUE, "GET", "/orders/" + stored + "/sales").body()).contains("\"tradeId\"");
        assertThat(send(SUE, "GET", "/orders/" + pending).body()).contains("\"status\":\"PENDING\"");

        UUID unknown = OrderId.next(PARTITION, 1);
        for (UUID order : List.of(id(resting), id(traded), stored, pending)) {
            for (String path : List.of("/orders/ID", "/orders/ID/sales", "/result?id=ID")) {
                HttpResponse<String> answer = send(BOB, "GET", path.replace("ID", order.toString()));
                HttpResponse<String> ofUnknown = send(BOB, "GET", path.replace("ID", unknown.toString()));
                assertThat(answer.body()).as(path).doesNotContain("sue@security");
                assertThat(seen(answer, order)).as(path).isEqualTo(seen(ofUnknown, unknown));
                assertThat(send(OPERATOR, "GET", path.replace("ID", order.toString())).body())
                        .isEqualTo(send(SUE, "GET", path.replace("ID", order.toString())).body());
            }
            HttpResponse<String> cancelled = send(BOB, "DELETE", "/orders/" + order);
            HttpResponse<String> ofUnknown = send(BOB, "DELETE", "/orders/" + unknown);
            assertThat(seen(cancelled, order)).isEqualTo(seen(ofUnknown, unknown));
        }
    }

    @Test
    void theCancelOfAnothersOrderNamesWhoAsks() {
        try (OrdersLog log = log()) {
            OpenOrder resting = open("sue@security", 5);
            assertThat(send(BOB, "DELETE", "/orders/" + id(resting)).statusCode()).isEqualTo(202);
            // Only the owner's cancel counts, says the market: MarketTest has it.
            assertThat(log.read()).hasSize(1).extracting(OrdersLog::command)
                    .allMatch(command -> userOf(command).equals("bob@security"));
        }
    }

    @Test
    void anothersClientOrderIdIsFree() {
        String first = order("BUY", null).replace("}", ",\"clientOrderId\":\"taken\"}");
        UUID sues = idOf(post(SUE, "application/json", first));
        HttpResponse<String> bobs = post(BOB, "application/json", first.replace("\"quantity\":1", "\"quantity\":2"));
        assertThat(bobs.statusCode()).isEqualTo(202);
        assertThat(idOf(bobs)).isNotEqualTo(sues);
        assertThat(idOf(post(SUE, "application/json", first))).isEqualTo(sues);
        assertThat(post(SUE, "application/json", first.replace("\"quantity\":1", "\"quantity\":2")).statusCode())
                .isEqualTo(422);
    }

    @Test
    void listsAndCancelsOfAllAreOnesOwn() throws Exception {
        OpenOrder sues = open("sue@security", 5);
        OpenOrder bobs = open("bob@security", 5);
        publish(Topics.SALES, batch().addRested(sues).addRested(bobs));
        await().atMost(SOON).until(() -> send(SUE, "GET", "/orders").body().contains(id(sues).toString()));
        assertThat(send(BOB, "GET", "/orders?userId=bob@security").body()).contains(id(bobs).toString())
                .doesNotContain("sue@security");
        assertThat(send(OPERATOR, "GET", "/orders?userId=sue@security").body()).contains(id(sues).toString())
                .doesNotContain("bob@security");
        assertThat(send(OPERATOR, "GET", "/orders").body()).startsWith("{\"orders\":[]");
        try (OrdersLog log = log()) {
            assertThat(send(BOB, "DELETE", "/orders").body()).contains(id(bobs).toString())
                    .doesNotContain(id(sues).toString());
            assertThat(log.read()).isNotEmpty().extracting(OrdersLog::command)
                    .allMatch(command -> userOf(command).equals("bob@security"));
        }
    }

    @Test
    void eventsAreOnesOwnAndEndWithTheToken() throws Exception {
        String shortLived = ISSUER.signed(Tokens.claims("bob@security").expirationTime(at(15)));
        ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
        // Closed without waiting: a stream that does not end as it must would be waited for.
        HttpClient client = HttpClient.newHttpClient();
        try {
            CompletableFuture<Void> end = client
                    .sendAsync(request(shortLived, "/events").build(), BodyHandlers.ofLines())
                    .thenAcceptAsync(answer -> answer.body().forEach(told::add));
            await().atMost(SOON).until(() -> told.stream().anyMatch(line -> line.startsWith("id:")));
            OpenOrder sues = open("sue@security", 3);
            OpenOrder bobs = open("bob@security", 3);
            publish(Topics.RESULTS, batch().addSales(sale(sues, "carl", 2)).addSales(sale(bobs, "carl", 2)));
            await().atMost(SOON).until(() -> told.stream().anyMatch(line -> line.contains(id(bobs).toString())));
            assertThat(told).noneMatch(line -> line.contains(id(sues).toString()));
            await().atMost(SOON).until(end::isDone);
            assertThat(send(shortLived, "GET", "/events").statusCode()).isEqualTo(401);
        } finally {
            client.shutdownNow();
        }
    }

    @Test
    void aTokenMayBeGoodForCenturies() throws Exception {
        String longLived = ISSUER.signed(
                Tokens.claims("bob@security").expirationTime(Date.from(Instant.parse("9999-12-31T23:59:59Z"))));
        HttpClient client = HttpClient.newHttpClient();
        try {
            assertThat(client.send(request(longLived, "/events").build(), BodyHandlers.ofInputStream()).statusCode())
                    .isEqualTo(200);
        } finally {
            client.shutdownNow();
        }
    }

    @Test
    void linesAreTakenAsLongAsTheTokenCounts() throws IOException {
        String shortLived = ISSUER.signed(Tokens.claims("bob@security").expirationTime(at(15)));
        try (Socket socket = connect();
                BufferedReader answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.getOutputStream().write(("POST /orders HTTP/1.1\r\nHost: gateway\r\nTransfer-Encoding: chunked\r\n"
                    + "Content-Type: application/x-ndjson\r\nAuthorization: Bearer " + shortLived + "\r\n\r\n")
                    .getBytes(US_ASCII));
            assertThat(lineAnswered(socket, answers)).contains("PENDING");
            await().atMost(SOON).until(() -> lineAnswered(socket, answers).contains("invalid-token"));
        }
    }

    private static String lineAnswered(Socket socket, BufferedReader answers) throws IOException {
        String line = order("BUY", null) + "\n";
        socket.getOutputStream()
                .write((Integer.toHexString(line.length()) + "\r\n" + line + "\r\n").getBytes(US_ASCII));
        String answer;
        do {
            answer = requireNonNull(answers.readLine());
        } while (!answer.startsWith("{"));
        return answer;
    }

    @ParameterizedTest
    @ValueSource(strings = {"' OR '1'='1", "x'; DROP TABLE SALES; --", "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>", "a\r\nX-Injected: 1", "a\nFAKE LOG LINE", "../../etc/passwd%00", "%00",
        "${jndi:ldap://127.0.0.1:1/a}", "\u0000", "sue\u202e", "ſue", "{{7*7}}"})
    void whatIsNoIdGetsNowhere(String text) {
        String encoded = URLEncoder.encode(text, UTF_8).replace("+", "%20");
        String json = "{\"side\":\"BUY\",\"quantity\":1,\"productId\":PRODUCT,\"userId\":USER,\"clientOrderId\":CLIENT}";
        String quoted = '"' + text.replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n").replace("\u0000",
                "\\u0000") + '"';
        List<HttpResponse<String>> answers = new ArrayList<>();
        try (OrdersLog log = log()) {
            for (String field : List.of("PRODUCT", "USER", "CLIENT")) {
                String body = json.replace(field, quoted).replaceAll("PRODUCT|USER|CLIENT", "\"x\"");
                answers.add(post(OPERATOR, "application/json", body));
                assertThat(post(OPERATOR, "application/x-ndjson", body).body()).startsWith("{\"problem\":")
                        .contains("invalid-field");
            }
            for (String path : List.of("/buy?quantity=1&userId=x&productId=", "/buy?quantity=1&productId=x&userId=",
                    "/result?id=", "/orders?userId=", "/orders?userId=x&after=", "/orders?userId=x&productId=",
                    "/products?after=", "/events?userId=")) {
                answers.add(send(OPERATOR, "GET", path + encoded));
            }
            assertThat(log.read()).isEmpty();
        }
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.headers().map()).doesNotContainKey("x-injected");
            assertThat(answer.body()).doesNotContain("\n", "\r", "\u0000");
        });
        for (String path : List.of("/orders/", "/products/", "/page/1/", "/swagger-ui/")) {
            HttpResponse<String> answer = send(OPERATOR, "GET", path + encoded);
            assertThat(answer.statusCode()).isIn(400, 404);
            assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        }
        assertThat(LOGGED.list).extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(line -> line.contains("\n") || line.contains("FAKE"));
    }

    @Test
    void headersGetNowhere() throws IOException {
        assertThat(raw("GET /orders HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nAuthorization: Bearer " + BOB
                + "\r\nLast-Event-ID: ' OR 1=1\r\nX-Forwarded-For: <script>\r\nX-User: sue@security\r\nForwarded: for=sue"
                + "\r\n\r\n")).startsWith("HTTP/1.1 200").doesNotContain("sue@security", "script");
        assertThat(post(request(BOB, "/orders").header("Idempotency-Key", "a'; DROP TABLE SALES"), "application/json",
                order("BUY", null)).statusCode()).isEqualTo(400);
        assertThat(post(request(BOB, "/orders").header("traceparent", "00-<script>-1-1"), "application/json",
                order("BUY", null)).statusCode()).isEqualTo(202);
        // Two requests in one: the second must not be answered, or only as what it is.
        assertThat(raw("POST /orders HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nContent-Length: 0\r\n"
                + "Transfer-Encoding: chunked\r\nAuthorization: Bearer " + BOB
                + "\r\n\r\n0\r\n\r\nGET /orders?userId=sue@security HTTP/1.1\r\nHost: gateway\r\n\r\n"))
                .doesNotContain("HTTP/1.1 200");
        assertThat(LOGGED.list).extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(line -> line.contains(BOB) || line.contains(SUE));
    }

    @Test
    void whatIsTooLargeOrTooSlowHoldsNobodyUp() throws IOException {
        assertThat(raw("GET /orders HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer " + "x".repeat(9_000)
                + "\r\n\r\n")).startsWith("HTTP/1.1 431");
        assertThat(post(BOB, "application/json", " ".repeat(17 * 1_024)).statusCode()).isEqualTo(413);
        assertThat(post(BOB, "application/x-ndjson", "x".repeat(100_000) + "\n" + order("BUY", null)).body().lines())
                .hasSize(2).last().asString().contains("PENDING");
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                Socket socket = connect();
                slow.add(socket);
                String head = "POST /orders HTTP/1.1\r\nHost: gateway\r\nContent-Length: 10000\r\n"
                        + "Content-Type: application/json\r\nAuthorization: Bearer " + BOB + "\r\n\r\n{";
                socket.getOutputStream().write(head.substring(0, i % 2 == 0 ? 60 : head.length()).getBytes(US_ASCII));
            }
            assertThat(post(BOB, "application/json", order("BUY", null)).statusCode()).isEqualTo(202);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        // Half of the slow ones got as far as a request; each is counted after all that is logged of it.
        await().atMost(SOON).until(() -> abandonedOrders() == 32);
        assertThat(List.copyOf(LOGGED.list)).as("nobody fills the log by hanging up").extracting(Object::toString)
                .noneMatch(line -> line.contains("/orders"));
    }

    /** Orders whose clients hung up; those of all other tests get their answers. */
    private static long abandonedOrders() {
        return gateway.bean(MeterRegistry.class).find("http.server.requests")
                .tags("method", "POST", "outcome", "UNKNOWN")
                .timers().stream().mapToLong(Timer::count).sum();
    }

    @Test
    void aGatewayThatCouldNotJudgeTokensDoesNotStart() {
        assertThatThrownBy(() -> RunningGateway.start(argumentsWithout("jwt.audiences")))
                .hasStackTraceContaining("spring.security.oauth2.resourceserver.jwt.audiences: missing");
        assertThatThrownBy(() -> RunningGateway.start(argumentsWithout("jwt.public-key-location")))
                .hasStackTraceContaining("spring.security.oauth2.resourceserver.jwt.issuer-uri: missing");
        assertThatThrownBy(() -> RunningGateway.start("--trading.security.mode=jtw"))
                .hasStackTraceContaining("trading.security.mode");
    }

    private static String[] argumentsWithout(String name) {
        return Stream.of(ISSUER.arguments()).filter(argument -> !argument.contains(name)).toArray(String[]::new);
    }

    @Test
    void keysComeFromTheIssuerAndChangeWithIt() throws IOException {
        Tokens first = new Tokens();
        Tokens second = new Tokens();
        try (KeyServer issuer = new KeyServer(first);
                RunningGateway other = RunningGateway.start("--trading.security.mode=jwt",
                        "--trading.security.keys-interval=100ms",
                        "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer.url(),
                        "--spring.security.oauth2.resourceserver.jwt.audiences=" + Tokens.AUDIENCE)) {
            // As soon as it knows which orders are open.
            await().atMost(SOON).untilAsserted(() -> assertThat(statusOf(other, issuer.token(first))).isEqualTo(200));
            assertThat(statusOf(other, first.of("sue@security"))).as("of another issuer").isEqualTo(401);
            assertThat(statusOf(other, issuer.token(second))).as("by a key that is not the issuer's").isEqualTo(401);
            issuer.has(second);
            await().atMost(SOON).untilAsserted(
                    () -> assertThat(statusOf(other, issuer.token(second))).as("by its new key").isEqualTo(200));
            assertThat(statusOf(other, issuer.token(first))).as("by a key that it has no more").isEqualTo(401);
            issuer.fallSilent();
            assertThat(statusOf(other, issuer.token(second))).as("by a key that is known").isEqualTo(200);
            await("nobody says whether this key counts").atMost(SOON)
                    .until(() -> statusOf(other, issuer.token(new Tokens())) == 503);
            HttpResponse<String> answer = other.send(HttpRequest.newBuilder(other.uri("/orders"))
                    .header("Authorization", "Bearer " + issuer.token(new Tokens())));
            assertThat(answer.body()).contains("\"type\":\"keys-unavailable\"");
            assertThat(header(answer, "Retry-After")).isEqualTo("1");
        }
    }

    @Test
    void tokensThatNameKeysThatNobodyHasAskTheIssuerSeldom() throws IOException {
        Tokens first = new Tokens();
        try (KeyServer issuer = new KeyServer(first);
                RunningGateway other = RunningGateway.start("--trading.security.mode=jwt",
                        "--trading.security.keys-interval=1h",
                        "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer.url(),
                        "--spring.security.oauth2.resourceserver.jwt.audiences=" + Tokens.AUDIENCE)) {
            await().atMost(SOON).untilAsserted(() -> assertThat(statusOf(other, issuer.token(first))).isEqualTo(200));
            String unknown = issuer.token(new Tokens());
            for (int i = 0; i < 50; i++) {
                assertThat(statusOf(other, unknown)).isEqualTo(401);
            }
            assertThat(statusOf(other, issuer.token(first))).isEqualTo(200);
            assertThat(issuer.reads()).isEqualTo(1);
        }
    }

    @Test
    void anIssuerThatDoesNotAnswerIsNotWaitedForForLong() throws IOException {
        Tokens first = new Tokens();
        try (KeyServer issuer = new KeyServer(first);
                RunningGateway other = RunningGateway.start("--trading.security.mode=jwt",
                        "--trading.security.keys-timeout=1s", "--trading.security.keys-interval=100ms",
                        "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer.url(),
                        "--spring.security.oauth2.resourceserver.jwt.audiences=" + Tokens.AUDIENCE)) {
            await().atMost(SOON).untilAsserted(() -> assertThat(statusOf(other, issuer.token(first))).isEqualTo(200));
            issuer.holdBack();
            String unknown = issuer.token(new Tokens());
            await().atMost(SOON).untilAsserted(() -> {
                HttpResponse<String> answer = other.send(HttpRequest.newBuilder(other.uri("/orders")).timeout(SOON)
                        .header("Authorization", "Bearer " + unknown));
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).contains("\"type\":\"keys-unavailable\"");
            });
        }
    }

    private static int statusOf(RunningGateway gateway, String token) {
        return gateway.send(HttpRequest.newBuilder(gateway.uri("/orders")).header("Authorization", "Bearer " + token))
                .statusCode();
    }

    @Test
    void managementMayHaveAPortOfItsOwn() throws IOException {
        List<String> settings = new ArrayList<>(List.of(ISSUER.arguments()));
        settings.addAll(List.of("--management.server.port=0", "--trading.security.public-market-data=false",
                "--trading.gateway.max-connections=2"));
        try (RunningGateway other = RunningGateway.start(settings.toArray(String[]::new))) {
            assertThat(other.managementUri("").getPort()).isNotEqualTo(other.port());
            for (String path : List.of("/actuator/health/liveness", "/actuator/prometheus", "/actuator/loggers")) {
                assertThat(other.send(HttpRequest.newBuilder(other.managementUri(path))).statusCode()).isEqualTo(200);
                assertThat(other.get(path).statusCode()).as("there is nothing of it on the other one").isEqualTo(404);
            }
            for (String path : List.of("/orders", "/products", "/")) {
                assertThat(other.send(HttpRequest.newBuilder(other.managementUri(path))).statusCode())
                        .isIn(401, 404);
            }
            HttpResponse<String> order = post(HttpRequest.newBuilder(other.managementUri("/orders"))
                    .header("Authorization", "Bearer " + SUE), "application/json", order("SELL", null));
            assertThat(order.statusCode()).as("no order is taken there: " + order.body()).isEqualTo(404);
            for (String path : List.of("/products", "/products/apple/book", "/market/stream")) {
                assertThat(other.get(path).statusCode()).as("not public here").isEqualTo(401);
            }
            assertThat(other.get("/").statusCode()).isEqualTo(200);
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), other.port());
                    Socket _ = new Socket(InetAddress.getLoopbackAddress(), other.port());
                    Socket _ = new Socket(InetAddress.getLoopbackAddress(), other.port())) {
                assertThat(other.send(HttpRequest.newBuilder(other.managementUri("/actuator/health/liveness")))
                        .statusCode()).isEqualTo(200);
            }
        }
    }

    private static HttpRequest.Builder request(String token, String path) {
        return HttpRequest.newBuilder(gateway.uri(path)).header("Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> send(String token, String method, String path) {
        return gateway.send(request(token, path).method(method, BodyPublishers.noBody()));
    }

    private static HttpResponse<String> post(String token, String type, String body) {
        return post(request(token, "/orders"), type, body);
    }

    private static HttpResponse<String> post(HttpRequest.Builder request, String type, String body) {
        return gateway.send(request.header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        socket.setSoTimeout(120_000);
        return socket;
    }

    /** The whole answer to what is sent byte by byte. */
    private static String raw(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** All of an answer that does not speak of time, of any order. */
    private static String seen(HttpResponse<String> answer, UUID order) {
        Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        return (answer.statusCode() + " " + headers + " " + answer.body()).replace(order.toString(), "ID");
    }

    private static OrdersLog log() {
        return new OrdersLog(TestKafka.start().bootstrapServers());
    }

    private static String order(String side, @Nullable String user) {
        return "{\"side\":\"" + side + "\",\"productId\":\"" + PRODUCT + "\",\"quantity\":1,\"price\":\"1.00\""
                + (user == null ? "" : ",\"userId\":\"" + user + '"') + "}";
    }

    private static String userOf(Command command) {
        return command.hasPlace() ? command.getPlace().getUserId() : command.getCancel().getUserId();
    }

    private static UUID idOf(HttpResponse<String> answer) {
        int from = answer.body().indexOf("\"id\":\"") + 6;
        return OrderId.parse("id", answer.body().substring(from, from + 36));
    }

    private static String productOf(int partition) {
        String product;
        do {
            product = "s-" + UUID.randomUUID().toString().substring(0, 18);
        } while (Topics.partition(product) != partition);
        return product;
    }

    private static UUID id(OpenOrder order) {
        return new UUID(order.getOrderIdHigh(), order.getOrderIdLow());
    }

    private static OpenOrder open(String user, long quantity) {
        long nowMillis = System.currentTimeMillis();
        UUID id = OrderId.next(PARTITION, nowMillis);
        return OpenOrder.newBuilder().setOrderIdHigh(id.getMostSignificantBits())
                .setOrderIdLow(id.getLeastSignificantBits()).setSide(Side.BUY).setProductId(PRODUCT).setUserId(user)
                .setQuantity(quantity).setRemaining(quantity).setPrice(10_000).setAcceptedAt(nowMillis - 1_000)
                .build();
    }

    private static Sale sale(OpenOrder order, String seller, long quantity) {
        UUID offer = OrderId.next(PARTITION, 1);
        return Sale.newBuilder().setProductId(PRODUCT).setTradeId(++trades)
                .setPurchaseOrderIdHigh(order.getOrderIdHigh()).setPurchaseOrderIdLow(order.getOrderIdLow())
                .setSalesOrderIdHigh(offer.getMostSignificantBits()).setSalesOrderIdLow(offer.getLeastSignificantBits())
                .setBuyer(order.getUserId()).setSeller(seller).setPrice(10_000).setQuantity(quantity)
                .setPurchaseOrderRemaining(order.getQuantity() - quantity).setSalesOrderRemaining(0).build();
    }

    private static Batch.Builder batch() {
        long number = ++batches;
        return Batch.newBuilder().setRulesVersion(1).setNumber(number).setFirstOffset(number).setLastOffset(number)
                .setNow(System.currentTimeMillis()).setTimeoutMillis(60_000).setPart(1).setParts(1);
    }

    private static void publish(String topic, Batch.Builder batch) throws ExecutionException, InterruptedException {
        engine.send(new ProducerRecord<>(topic, PARTITION, batch.getNow(), null, batch.build().toByteArray())).get();
    }

    private static void store(UUID order) throws SQLException {
        TestDatabase database = TestDatabase.start();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO SALES VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '2026-01-01')")) {
            Object[] values = {productOf(PARTITION), 1L, "sue@security", "carl", new BigDecimal("1.00"), 5L,
                order.toString(), OrderId.next(PARTITION, 1).toString(), 0L, 0L};
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
