package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trading.testing.TestKafka;
import trading.wire.OrderId;

/** What a gateway without tokens can be told to refuse: too many orders of a user, the articles' calls, other sites' pages. */
class ITGatewayRates {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int BURST = 10;
    private static final String SHOP = "https://shop.test";

    private static RunningGateway gateway;

    @BeforeAll
    static void start() {
        // The slowest that there is: what is refilled while a test sends is an order for each second that it takes.
        gateway = RunningGateway.start("--trading.gateway.orders-per-second=1",
                "--trading.gateway.order-burst=" + BURST,
                "--trading.gateway.max-limited-users=3", "--trading.gateway.get-api=false",
                "--trading.security.cors.allowed-origins=" + SHOP);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void aUserSendsSoManyAtOnceAndThenSoManyASecond() {
        String user = user();
        try (OrdersLog log = log()) {
            int taken = 0;
            HttpResponse<String> answer = gateway.postJson(order(user));
            for (; answer.statusCode() == 202 && taken <= 2 * BURST; answer = gateway.postJson(order(user))) {
                taken++;
            }
            assertThat(taken).isBetween(BURST, 2 * BURST);
            assertThat(log.read()).hasSize(taken);
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(answer.body()).contains("\"type\":\"rate-limited\"", "\"retryAfter\":1",
                    "At most 1 orders and cancels a second of a user are taken");
        }
        assertThat(gateway.postJson(order(user())).statusCode()).as("another user").isEqualTo(202);
        await().atMost(SOON).until(() -> gateway.postJson(order(user)).statusCode() == 202);
        assertThat(gateway.get("/actuator/prometheus").body()).containsPattern(
                "trading_orders_refused_total\\{application=\"gateway\",reason=\"rate-limited\"} [1-9]");
    }

    @Test
    void linesAndCancelsCountOneEach() {
        String user = user();
        String cancel = "{\"cancel\":\"" + OrderId.next(1, 1) + "\",\"userId\":\"" + user + "\"}\n";
        long beganNanos = System.nanoTime();
        try (OrdersLog log = log()) {
            List<String> answers = gateway.postLines((order(user) + "\n" + cancel).repeat(BURST) + order(user()))
                    .body().lines().toList();
            assertThat(answers).hasSize(2 * BURST + 1);
            assertThat(answers.subList(0, BURST)).allMatch(line -> line.contains("PENDING"));
            assertThat(answers.getLast()).as("another user").contains("PENDING");
            List<String> refused = answers.stream().filter(line -> line.contains("rate-limited")).toList();
            assertThat(BURST - refused.size()).as("refilled").isBetween(0, secondsSince(beganNanos));
            assertThat(refused).allMatch(
                    line -> line.startsWith("{\"problem\":{") && line.contains("\"status\":429"));
            assertThat(log.read()).hasSize(answers.size() - refused.size());
        }
        await().atMost(SOON).until(() -> gateway.delete("/orders?userId=" + user).statusCode() != 503);
        await().atMost(SOON).until(() -> gateway.delete("/orders?userId=" + user).statusCode() == 429);
        await().atMost(SOON)
                .until(() -> gateway.delete("/orders/" + OrderId.next(1, 1) + "?userId=" + user).statusCode() == 429);
    }

    @Test
    void onlySoManyUsersAreCounted() {
        String user = user();
        long beganNanos = System.nanoTime();
        assertThat(takenOfABurst(user)).isEqualTo(BURST);
        assertThat(takenOfABurst(user)).as("still counted").isBetween(0, secondsSince(beganNanos));
        for (int i = 0; i < 3; i++) {
            assertThat(gateway.postJson(order(user())).statusCode()).isEqualTo(202);
        }
        assertThat(takenOfABurst(user)).as("forgotten").isEqualTo(BURST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/buy?productId=apple&quantity=1&userId=bob",
        "/sell?productId=apple&quantity=1&price=1&userId=bob", "/result?id=01a1f9d2-6982-7025-977f-16f910879783"})
    void theArticlesCallsCanBeSwitchedOff(String path) {
        try (OrdersLog log = log()) {
            HttpResponse<String> answer = gateway.get(path);
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(answer.body()).contains("\"field\":\"path\"", "trading.gateway.get-api");
            assertThat(gateway.get("/nothing").body()).contains("path: /nothing (expected: /orders, ");
            assertThat(log.read()).isEmpty();
        }
    }

    @Test
    void onlyPagesOfNamedOriginsMayAsk() {
        HttpResponse<String> asked = preflight(SHOP);
        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(header(asked, "Access-Control-Allow-Origin")).isEqualTo(SHOP);
        assertThat(header(asked, "Access-Control-Allow-Methods")).contains("POST");
        assertThat(asked.headers().firstValue("Access-Control-Allow-Credentials")).isEmpty();
        HttpResponse<String> told = gateway
                .send(HttpRequest.newBuilder(gateway.uri("/openapi.json")).header("Origin", SHOP));
        assertThat(told.statusCode()).isEqualTo(200);
        assertThat(header(told, "Access-Control-Allow-Origin")).isEqualTo(SHOP);
        assertThat(told.headers().allValues("Access-Control-Expose-Headers").toString())
                .contains("Location", "Retry-After", "WWW-Authenticate");
        HttpResponse<String> page = gateway.send(HttpRequest.newBuilder(gateway.uri("/")).header("Origin", SHOP));
        assertThat(page.headers().allValues("Vary").toString()).as("what a cache tells one page is not for all")
                .contains("Origin", "Accept-Encoding");
        for (String other : List.of("https://evil.test", "https://shop.test.evil.test", "http://shop.test", "null")) {
            for (HttpResponse<String> answer : List.of(preflight(other), gateway
                    .send(HttpRequest.newBuilder(gateway.uri("/openapi.json")).header("Origin", other)))) {
                assertThat(answer.statusCode()).as(other).isEqualTo(403);
                assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
                assertThat(answer.body()).contains("\"field\":\"Origin\"");
                assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
            }
        }
    }

    private static HttpResponse<String> preflight(String origin) {
        return gateway.send(HttpRequest.newBuilder(gateway.uri("/orders")).method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", origin).header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers",
                        "authorization, content-type, idempotency-key, last-event-id, traceparent"));
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static OrdersLog log() {
        return new OrdersLog(TestKafka.start().bootstrapServers());
    }

    private static int takenOfABurst(String user) {
        String answers = gateway.postLines((order(user) + "\n").repeat(BURST)).body();
        return Math.toIntExact(answers.lines().filter(line -> line.contains("PENDING")).count());
    }

    private static int secondsSince(long nanos) {
        return Math.toIntExact(Duration.ofNanos(System.nanoTime() - nanos).toSeconds());
    }

    private static String user() {
        return "u-" + UUID.randomUUID().toString().substring(0, 18);
    }

    private static String order(String user) {
        return "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"" + user + "\"}";
    }
}
