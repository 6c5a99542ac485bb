package trading.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import trading.gateway.orders.OrderPublisher;
import trading.testing.TestKafka;
import trading.wire.Topics;

/** A gateway and a Kafka that dies, or that belongs to somebody else. In this order: the second breaks the broker's topics. */
@TestMethodOrder(OrderAnnotation.class)
class ITGatewayKafkaAway {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String BUY = "/buy?productId=apple&quantity=1&userId=bob";

    private static final Pattern BACKLOG_UNKNOWN = Pattern.compile("(?m)^trading_orders_backlog_seconds\\{[^}]*} NaN$");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static TestKafka kafka;

    @BeforeAll
    static void start() {
        kafka = TestKafka.startOwn();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    @Order(1)
    void tellsWhatIsKnownWhenKafkaDies() {
        try (RunningGateway gateway = RunningGateway.startOn(kafka.bootstrapServers(),
                "--trading.gateway.max-backlog=1d", "--trading.gateway.ack-timeout=20s",
                "--trading.gateway.max-ack-wait=8s", "--spring.lifecycle.timeout-per-shutdown-phase=30s")) {
            String order = BUY + "&clientOrderId=once";
            HttpResponse<String> taken = gateway.get(order);
            assertThat(taken.statusCode()).isEqualTo(200);
            kafka.stall();
            CompletableFuture<HttpResponse<String>> another = sent(gateway, BUY);
            CompletableFuture<HttpResponse<String>> repeated = sent(gateway, order);
            awaitRefusals(gateway);
            HttpResponse<String> unknown = repeated.join();
            assertThat(unknown.statusCode()).isEqualTo(504);
            assertThat(unknown.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(unknown.body()).contains("\"type\":\"outcome-unknown\"")
                    .contains("\"id\":\"" + taken.body().substring(18, 54) + "\"");
            assertThat(gateway.get("/actuator/prometheus").body())
                    .containsPattern("trading_orders_unknown_total\\{application=\"gateway\"} [1-9]")
                    .doesNotContain("reason=\"outcome-unknown\"");
            Matcher nobodyKnows = ID.matcher(another.join().body());
            assertThat(nobodyKnows.find()).isTrue();
            assertThat(gateway.get("/orders/" + nobodyKnows.group()).body()).doesNotContain("PENDING");
            await().atMost(SOON).until(() -> isBacklogUnknown(gateway));
            kafka.resume();
            await().atMost(SOON).until(() -> gateway.get(order).body(), taken.body()::equals);
            await().atMost(SOON).until(() -> !isBacklogUnknown(gateway));
            kafka.kill();
            List<String> answers = gateway.postLines(
                    "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}\n".repeat(1_000)).body()
                    .lines().toList();
            // Kafka's client knows after a while that it has nobody to send to: from then on, orders are surely not taken.
            // A gateway that takes long for these lines knows by then that Kafka is late.
            assertThat(answers).hasSize(1_000)
                    .allMatch(answer -> answer.contains("\"type\":\"outcome-unknown\"")
                            || answer.contains("\"type\":\"kafka-unavailable\"")
                            || answer.contains("\"type\":\"kafka-behind\""));
            kafka.restart();
            await().atMost(SOON).until(() -> gateway.get(order).body(), taken.body()::equals);
        }
    }

    private static boolean isBacklogUnknown(RunningGateway gateway) {
        return BACKLOG_UNKNOWN.matcher(gateway.get("/actuator/prometheus").body()).find();
    }

    /** Sends an order, and returns when it waits for Kafka: what comes too late for that is refused. */
    private static CompletableFuture<HttpResponse<String>> sent(RunningGateway gateway, String order) {
        OrderPublisher orders = gateway.bean(OrderPublisher.class);
        long before = orders.inFlightBytes();
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> gateway.get(order),
                Thread::startVirtualThread);
        await().atMost(SOON).until(() -> orders.inFlightBytes() > before);
        return answer;
    }

    /** Sends orders until one is told that Kafka is behind. */
    private static void awaitRefusals(RunningGateway gateway) {
        Queue<String> others = new ConcurrentLinkedQueue<>();
        await().atMost(SOON).pollInterval(Duration.ofMillis(50)).until(() -> {
            Thread.ofVirtual().start(() -> others.add(gateway.get(BUY).body()));
            return others.stream().anyMatch(body -> body.contains("\"type\":\"kafka-behind\""));
        });
    }

    @Test
    @Order(2)
    void refusesTopicsThatAreNotItsOwn() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(Topics.ORDERS)).all().get();
            await().atMost(SOON).until(() -> !admin.listTopics().names().get().contains(Topics.ORDERS));
            admin.createTopics(List.of(new NewTopic(Topics.ORDERS, 3, (short) 1))).all().get();
            assertThatThrownBy(() -> RunningGateway.startOn(kafka.bootstrapServers()))
                    .hasMessageContaining("partitions of topic orders: 3 (expected: 48;");
        }
    }
}
