package trading.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.OrderId;
import trading.wire.Schema;
import trading.wire.Topics;

/** A gateway among servers that are slow, away or not as they should be. */
class ITGatewayOperation {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String BUY = "/buy?productId=apple&quantity=1&userId=bob";

    @Test
    void tellsHowItIs() {
        try (RunningGateway gateway = RunningGateway.start()) {
            assertThat(gateway.get(BUY).statusCode()).isEqualTo(200);
            assertThat(gateway.get("/actuator/health/liveness").body()).contains("UP");
            assertThat(gateway.get("/actuator/health/readiness").body()).contains("UP");
            assertThat(gateway.get("/actuator/prometheus").body())
                    .contains("trading_orders_accepted_total{application=\"gateway\",kind=\"buy\"} 1.0")
                    .contains("trading_orders_refused_total{application=\"gateway\",reason=\"backlog\"} 0.0")
                    .contains("trading_orders_in_flight_bytes")
                    .contains("trading_orders_ack_seconds_count{application=\"gateway\"} 1")
                    .contains("trading_results_orders");
        }
    }

    /** Field 5 of /proc/net/tcp: timer 2 is keep-alive's, and behind it the hundredths of a second until it asks. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void asksOverAConnectionThatIsSilentWhetherAnybodyIsThere() throws Exception {
        try (RunningGateway gateway = RunningGateway.start();
                Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            String ports = ":%04X [0-9A-F]+:%04X [0-9A-F]+ [0-9A-F:]+ 02:0000([0-9A-F]{4}) "
                    .formatted(gateway.port(), client.getLocalPort());
            await().atMost(SOON).untilAsserted(() -> {
                Matcher timer = Pattern.compile(ports)
                        .matcher(Files.readString(Path.of("/proc/net/tcp"))
                                + Files.readString(Path.of("/proc/net/tcp6")));
                assertThat(timer.find()).isTrue();
                assertThat(Integer.parseInt(timer.group(1), 16)).isLessThanOrEqualTo(6_000);
            });
        }
    }

    @Test
    void takesOrdersWithoutADatabase() {
        try (RunningGateway gateway = RunningGateway
                .startImpatient("--spring.r2dbc.url=r2dbc:mysql://127.0.0.1:1/trader")) {
            HttpResponse<String> taken = gateway.get(BUY);
            assertThat(taken.statusCode()).isEqualTo(200);
            assertThat(gateway.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
            // Younger ones are not looked for there: this gateway hears of them.
            HttpResponse<String> result = gateway.get("/result?id=" + OrderId.next(1, 1));
            assertThat(result.statusCode()).isEqualTo(503);
            assertThat(result.headers().firstValue("Retry-After")).contains("1");
            assertThat(result.body()).contains("results-unavailable");
        }
    }

    @Test
    void waitsForADatabaseThatHangsOnlySoLong() {
        Assumptions.assumeTrue(System.getProperty("trading.mysql.url", "").isEmpty(), "a given server is not stalled");
        try (TestDatabase database = TestDatabase.startOwn();
                RunningGateway gateway = RunningGateway.startImpatient("--spring.r2dbc.url=" + database.r2dbcUrl(),
                        "--trading.gateway.results-timeout=200ms")) {
            UUID id = OrderId.next(1, 1);
            await().atMost(SOON).until(() -> gateway.get("/result?id=" + id).statusCode() == 200);
            database.stall();
            for (String path : List.of("/result?id=" + id, "/orders/" + id, "/orders/" + id + "/sales")) {
                HttpResponse<String> late = gateway.get(path);
                assertThat(late.statusCode()).as(path).isEqualTo(503);
                assertThat(late.body()).as(path).contains("results-unavailable");
            }
            database.resume();
            await().atMost(SOON).until(() -> gateway.get("/result?id=" + id).statusCode() == 200);
        }
    }

    @Test
    void readsFromADatabaseThatIsThereAgainThoughConnectionsToTheOldOneAreNeverClosed() {
        String url = TestDatabase.start().r2dbcUrl();
        URI database = URI.create(url.substring("r2dbc:".length()));
        try (Relay relay = new Relay(new InetSocketAddress(database.getHost(), database.getPort()));
                RunningGateway gateway = RunningGateway.startImpatient(
                        "--spring.r2dbc.url=" + url.replace(database.getAuthority(), relay.address()),
                        "--trading.gateway.results-timeout=1s")) {
            UUID id = OrderId.next(1, 1);
            await().atMost(SOON).until(() -> statuses(gateway, id).stream().allMatch(status -> status == 200));
            relay.vanish();
            assertThat(statuses(gateway, id)).containsOnly(503);
            await().atMost(SOON).until(() -> statuses(gateway, id).stream().allMatch(status -> status == 200));
        }
    }

    @Test
    void connectionsThatComeTooLateAreClosed() throws SQLException {
        TestDatabase database = TestDatabase.start();
        List<Integer> ofOthers = idleSessions(database);
        try (RunningGateway gateway = RunningGateway.startImpatient(
                "--spring.r2dbc.url=" + database.r2dbcUrl() + "?sessionVariables=lock_wait_timeout=5%2BSLEEP(2)",
                "--spring.r2dbc.pool.max-create-connection-time=1s", "--trading.gateway.results-timeout=1s")) {
            for (int i = 0; i < 6; i++) {
                assertThat(gateway.get("/result?id=" + OrderId.next(1, 1)).statusCode()).isEqualTo(503);
            }
            await().atMost(SOON).untilAsserted(() -> assertThat(idleSessions(database)).isSubsetOf(ofOthers));
        }
    }

    private static List<Integer> idleSessions(TestDatabase database) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT ID FROM information_schema.PROCESSLIST WHERE COMMAND = 'Sleep'")) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    /** Asks for more at once than the pool has connections. */
    private static List<Integer> statuses(RunningGateway gateway, UUID id) {
        List<CompletableFuture<Integer>> asked = IntStream.range(0, 8).mapToObj(
                _ -> CompletableFuture.supplyAsync(() -> gateway.get("/result?id=" + id).statusCode(),
                        Thread::startVirtualThread))
                .toList();
        return asked.stream().map(CompletableFuture::join).toList();
    }

    @Test
    void refusesOrdersForAnEngineThatIsBehind() throws Exception {
        String bootstrapServers = TestKafka.start().bootstrapServers();
        commitAll(bootstrapServers);
        try (RunningGateway gateway = RunningGateway.start("--trading.gateway.max-backlog=500ms",
                "--trading.gateway.backlog-interval=20ms"); OrdersLog log = new OrdersLog(bootstrapServers)) {
            assertThat(gateway.get(BUY).statusCode()).isEqualTo(200);
            await().atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 503);
            log.read();
            HttpResponse<String> refused = gateway.get(BUY);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.body()).contains("\"type\":\"backlog\"");
            assertThat(gateway.postLines("{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}")
                    .body()).contains("\"type\":\"backlog\"");
            assertThat(log.read()).isEmpty();
            assertThat(gateway.get(BUY.replace("apple", "pear")).statusCode()).isEqualTo(200);
            commitAll(bootstrapServers);
            await().atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 200);
        }
    }

    @Test
    void takesOrdersAgainWhenWhatWaitedForAnEngineIsDeleted() throws Exception {
        String bootstrapServers = TestKafka.start().bootstrapServers();
        commitAll(bootstrapServers);
        try (RunningGateway gateway = RunningGateway.start("--trading.gateway.max-backlog=500ms",
                "--trading.gateway.backlog-interval=20ms"); Admin admin = admin()) {
            assertThat(gateway.get(BUY).statusCode()).isEqualTo(200);
            await().atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 503);
            TopicPartition apple = new TopicPartition(Topics.ORDERS, Topics.partition("apple"));
            admin.deleteRecords(Map.of(apple, RecordsToDelete.beforeOffset(-1))).all().get();
            await().atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 200);
        }
        commitAll(bootstrapServers);
    }

    @Test
    void refusesOrdersWhoseResultsWouldComeTooLate() throws Exception {
        try (RunningGateway gateway = RunningGateway.start("--trading.gateway.max-unpersisted-backlog=500ms",
                "--trading.gateway.backlog-interval=20ms"); Admin admin = admin()) {
            TopicPartition apple = new TopicPartition(Topics.SALES, Topics.partition("apple"));
            long before = salesEnd(admin, apple);
            engineWrites(apple, true);
            await().atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 503);
            assertThat(gateway.get(BUY).body()).contains("\"type\":\"unpersisted-backlog\"");
            assertThat(gateway.get(BUY.replace("apple", "pear")).statusCode()).isEqualTo(200);

            admin.alterConsumerGroupOffsets(Topics.PERSISTER_GROUP, Map.of(apple, new OffsetAndMetadata(before + 1)))
                    .all().get();
            await().atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 200);
            engineWrites(apple, false);
            // What was aborted and the ends of both transactions take offsets.
            await().atMost(SOON).until(() -> salesEnd(admin, apple) == before + 4);
            await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> gateway.get(BUY).statusCode() == 200);
        }
    }

    @Test
    void aFullGatewayTellsThatItIsAlive() throws IOException {
        try (RunningGateway gateway = RunningGateway.start("--trading.gateway.max-requests=1");
                Socket _ = openStream(gateway)) {
            assertThat(gateway.get(BUY).statusCode()).isEqualTo(503);
            assertThat(gateway.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        }
    }

    /** Where a proxy's headers are believed, as on Kubernetes. */
    @Test
    void noPrefixThatARequestClaimsIsBelieved() throws IOException {
        try (RunningGateway gateway = RunningGateway.start("--trading.gateway.max-requests=1",
                "--server.forward-headers-strategy=native")) {
            for (String prefix : List.of("/x", "/x?y=z", "/actuator")) {
                assertThat(gateway.send(prefixed(gateway, prefix)).statusCode()).as(prefix).isEqualTo(200);
            }
            try (Socket _ = openStream(gateway)) {
                assertThat(gateway.send(prefixed(gateway, "/actuator")).statusCode()).isEqualTo(503);
            }
        }
    }

    private static HttpRequest.Builder prefixed(RunningGateway gateway, String prefix) {
        return HttpRequest.newBuilder(gateway.uri("/openapi.json")).header("X-Forwarded-Prefix", prefix);
    }

    @Test
    void refusesRequestsAndConnectionsThatAreTooMany() throws Exception {
        try (RunningGateway gateway = RunningGateway.start("--trading.gateway.max-requests=2",
                "--trading.gateway.max-streams=1", "--trading.gateway.max-connections=4")) {
            try (Socket _ = openStream(gateway)) {
                HttpResponse<String> second = gateway.postLines("");
                assertThat(second.statusCode()).isEqualTo(503);
                assertThat(second.headers().firstValue("Retry-After")).contains("1");
                assertThat(second.body()).contains("\"type\":\"too-many-requests\"",
                        "Too many streams of orders are under way (at most 1)");
                assertThat(gateway.post("Application/X-NDJSON", "").statusCode()).as("the same type").isEqualTo(503);
                assertThat(gateway.get(BUY).statusCode()).isEqualTo(200);
                MeterRegistry meters = gateway.bean(MeterRegistry.class);
                assertThat(meters.get("trading.requests.refused").counter().count()).isEqualTo(2);
                List<Socket> more = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    more.add(connect(gateway));
                }
                await().atMost(SOON).untilAsserted(() -> {
                    assertThat(meters.get("trading.connections").gauge().value()).isEqualTo(4);
                    assertThat(meters.get("trading.connections.refused").counter().count()).isBetween(4.0, 6.0);
                });
                assertThat(more).anyMatch(ITGatewayOperation::isClosed);
                for (Socket each : more) {
                    each.close();
                }
            }
            await().atMost(SOON).until(() -> gateway.postLines("").statusCode() == 200);
        }
    }

    @Test
    void waitsForKafkaOnlySoLong() {
        assertThatThrownBy(() -> RunningGateway.startOn("127.0.0.1:1", "--trading.gateway.warm-up-timeout=1s"))
                .hasMessageContaining("topics orders, results: not seen within 1 s");
    }

    @Test
    void waitsForABrokersAddressOnlySoLong() {
        assertThatThrownBy(
                () -> RunningGateway.startOn("nobody.invalid:9092", "--trading.gateway.warm-up-timeout=1s"))
                .hasStackTraceContaining("no address of nobody.invalid:9092 within 1 s");
    }

    @Test
    void refusesTopicsThatKeepTooLittle() {
        assertThatThrownBy(() -> RunningGateway.start("--trading.gateway.warm-up=8d"))
                .hasMessageContaining("retention.ms of topic orders: 604800000 (expected: at least 691200000;")
                .hasMessageContaining("retention.ms of topic results: 604800000 (expected: at least 691200000;");
    }

    @Test
    void refusesASchemaThatWasNotMigrated() throws Exception {
        TestDatabase database = TestDatabase.start();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), database.username(),
                database.password()); Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE flyway_schema_history SET success = 0");
            try {
                assertThatThrownBy(RunningGateway::start).hasMessage(Schema.tooOld(0));
            } finally {
                statement.executeUpdate("UPDATE flyway_schema_history SET success = 1");
            }
        }
    }

    @Test
    void refusesWhatWouldNotFitInFlight() {
        try (OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers());
                RunningGateway gateway = RunningGateway.start("--trading.gateway.max-in-flight-bytes=1KB",
                        "--spring.kafka.producer.properties.linger.ms=500")) {
            List<String> answers = gateway.postLines(
                    "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}\n".repeat(100)).body()
                    .lines().toList();
            assertThat(answers).hasSize(100);
            assertThat(answers.getFirst()).contains("PENDING");
            assertThat(answers).anyMatch(
                    answer -> answer.contains("\"type\":\"in-flight\"") && answer.contains("\"status\":503"));
            assertThat(log.read()).hasSize(
                    Math.toIntExact(answers.stream().filter(answer -> answer.contains("PENDING")).count()));
        }
    }

    @Test
    void answersWhatItHasTakenBeforeItEnds() throws Exception {
        String line = "{\"side\":\"BUY\",\"productId\":\"p%d\",\"quantity\":1,\"userId\":\"b\"}\n";
        String body = IntStream.range(0, 20_000).mapToObj(line::formatted).collect(Collectors.joining());
        RunningGateway gateway = RunningGateway.start("--trading.gateway.drain=5s",
                "--spring.lifecycle.timeout-per-shutdown-phase=60s");
        try (OrdersLog log = new OrdersLog(TestKafka.start().bootstrapServers())) {
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> gateway.postLines(body).body());
            await().atMost(SOON).until(() -> !log.read().isEmpty());
            gateway.close();
            assertThat(answer.get(1, TimeUnit.MINUTES).lines()).hasSize(20_000)
                    .allMatch(each -> each.contains("PENDING"));
        }
    }

    private static Socket openStream(RunningGateway gateway) throws IOException {
        Socket socket = connect(gateway);
        String order = "{\"side\":\"BUY\",\"productId\":\"apple\",\"quantity\":1,\"userId\":\"b\"}\n";
        socket.getOutputStream().write(("POST /orders HTTP/1.1\r\nHost: gateway\r\nTransfer-Encoding: chunked\r\n"
                + "Content-Type: application/x-ndjson\r\n\r\n" + Integer.toHexString(order.length()) + "\r\n" + order
                + "\r\n").getBytes(US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    private static Socket connect(RunningGateway gateway) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        socket.setSoTimeout(120_000);
        return socket;
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(100);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", TestKafka.start().bootstrapServers()));
    }

    private static long salesEnd(Admin admin, TopicPartition partition) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition).get().offset();
    }

    private static void engineWrites(TopicPartition to, boolean commits) {
        try (KafkaProducer<byte[], byte[]> engine = new KafkaProducer<>(
                Map.of("bootstrap.servers", TestKafka.start().bootstrapServers(), "transactional.id", "engine"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            engine.initTransactions();
            engine.beginTransaction();
            var _ = engine.send(new ProducerRecord<>(to.topic(), to.partition(), null, new byte[]{1}));
            engine.flush();
            if (commits) {
                engine.commitTransaction();
            } else {
                engine.abortTransaction();
            }
        }
    }

    private static void commitAll(String bootstrapServers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            var ends = admin.listOffsets(IntStream.range(0, Topics.PARTITIONS).boxed().collect(
                    Collectors.toMap(each -> new TopicPartition(Topics.ORDERS, each), _ -> OffsetSpec.latest()))).all()
                    .get();
            admin.alterConsumerGroupOffsets(Topics.ENGINE_GROUP,
                    ends.entrySet().stream().collect(
                            Collectors.toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue().offset()))))
                    .all().get();
        }
    }
}
