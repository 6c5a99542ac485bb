package trading.client.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import trading.client.Main;
import trading.client.stack.Stack;
import trading.testing.TestDatabase;
import trading.testing.TestKafka;
import trading.wire.Topics;

/** The audit on a real broker and a real database: each day of trading in a partition of its own, tampered with in one way. */
class ITAudit {

    private static final TestKafka KAFKA = TestKafka.start();
    private static final TestDatabase DATABASE = TestDatabase.start();

    /** Done to the logs before they are written, since nothing on a broker can be changed afterwards. */
    private static final List<String> LOGS = List.of("batch dropped", "result missing", "order removed from the log",
            "dead letter missing", "checkpoint's open order changed", "sale's quantity changed in a batch");

    /** Done to the tables. */
    private static final Map<String, String> TABLES = Map.of(
            "row deleted", "DELETE FROM SALES WHERE PRODUCT_ID = ? AND TRADE_ID = 3",
            "row added",
            "INSERT INTO SALES SELECT PRODUCT_ID, 9, BUYER_NAME, SELLER_NAME, PRICE, QUANTITY, PO_ID, SO_ID,"
                    + " PO_REMAINING, SO_REMAINING, TRADED_AT FROM SALES WHERE PRODUCT_ID = ? AND TRADE_ID = 3",
            "row's quantity changed", "UPDATE SALES SET QUANTITY = 3 WHERE PRODUCT_ID = ? AND TRADE_ID = 3",
            "row of a closed order deleted", "DELETE FROM CLOSED_ORDERS WHERE PRODUCT_ID = ? AND REASON = 'CANCELLED'");

    private static final Map<String, TradingDay> DAYS = new LinkedHashMap<>();

    private static final long MORNING = System.currentTimeMillis() - Duration.ofMinutes(5).toMillis();
    private static final Set<Integer> PARTITIONS = new HashSet<>();
    private static int products;

    private static Admin admin;
    private static Connection connection;
    private static Producer<byte[], byte[]> producer;
    private static Producer<byte[], byte[]> engine;

    @TempDir
    private Path folder;

    @BeforeAll
    static void trade() throws Exception {
        connection = DriverManager.getConnection(DATABASE.jdbcUrl(), DATABASE.username(), DATABASE.password());
        producer = producer(Map.of());
        engine = producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "days-" + MORNING));
        engine.initTransactions();
        admin = Admin.create(Map.of("bootstrap.servers", KAFKA.bootstrapServers()));
        // The days bring their own times.
        timestampsOfOrders("CreateTime");
        List<String> names = new ArrayList<>(List.of("clean"));
        names.addAll(LOGS);
        names.addAll(TABLES.keySet());
        for (String name : names) {
            TradingDay day = newDay();
            DAYS.put(name, day);
            if (LOGS.contains(name)) {
                kind(name).tamper().accept(day);
            }
            write(day);
            if (TABLES.containsKey(name)) {
                sql(TABLES.get(name), day.product);
            }
        }
    }

    /** A day in a partition that no other day has. */
    private static TradingDay newDay() {
        String product;
        do {
            product = "day-" + MORNING + "-" + products++;
        } while (!PARTITIONS.add(Topics.partition(product)));
        return TradingDay.of(new MemoryLogs(), new MemoryRows(), product, MORNING);
    }

    @AfterAll
    static void stop() throws Exception {
        timestampsOfOrders("LogAppendTime");
        producer.close();
        engine.close();
        admin.close();
        connection.close();
    }

    @Test
    void eachDayHasTheFindingOfItsTampering() throws Exception {
        AuditReport report = audit(DAYS.values());

        for (Map.Entry<String, TradingDay> day : DAYS.entrySet()) {
            int partition = day.getValue().partition;
            List<String> findings = report.findings().first().stream()
                    .filter(finding -> finding.partition() == partition).map(Findings.Finding::toString).toList();
            if (LOGS.contains(day.getKey()) || TABLES.containsKey(day.getKey())) {
                assertThat(findings).as(day.getKey())
                        .anyMatch(line -> line.contains(kind(day.getKey()).expected(day.getValue())));
            } else {
                assertThat(findings).as(day.getKey()).isEmpty();
            }
        }
        assertThat(report.unjudged()).isEmpty();
    }

    @Test
    void theCommandSaysWhatItFound() throws Exception {
        Path json = folder.resolve("audit.json");
        StringWriter out = new StringWriter();

        int status = Main.commandLine().setOut(new PrintWriter(out)).execute("audit", "--stack", stackFile().toString(),
                "--json", json.toString(), "--wait", "5s", "--findings", "100000");

        assertThat(status).isEqualTo(1);
        TradingDay day = day("row deleted");
        String named = "partition " + day.partition + ", SALES, sale " + day.product + " 3: no row";
        assertThat(out.toString()).contains(named);
        JsonNode report = JsonMapper.shared().readTree(json);
        assertThat(report.path("exitStatus").asInt()).isEqualTo(1);
        assertThat(report.path("partitions")).hasSize(Topics.PARTITIONS);
        assertThat(report.path("firstFindings")).anySatisfy(finding -> {
            assertThat(finding.path("partition").asInt()).isEqualTo(day.partition);
            assertThat(finding.path("kind").asString()).isEqualTo("SALES_ROW");
            assertThat(finding.path("where").asString()).isEqualTo("SALES, sale " + day.product + " 3");
        });
    }

    @Test
    void aStackThatIsNotThereIsStatus2() throws Exception {
        StringWriter err = new StringWriter();

        assertThat(Main.commandLine().setErr(new PrintWriter(err)).execute("audit", "--stack", "none.json"))
                .isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("none.json is missing");
    }

    @Test
    void retentionMovesTheStartToACheckpointAndThenLeavesNothingToJudge() throws Exception {
        TradingDay day = newDay();
        write(day);
        assertThat(audit(List.of(day)).exitStatus()).isEqualTo(AuditReport.CLEAN);

        delete(day, Topics.ORDERS, 9);
        delete(day, Topics.SALES, 6);
        delete(day, Topics.RESULTS, 3);
        AuditReport fromCheckpoint = audit(List.of(day));

        assertThat(fromCheckpoint.findings().first()).isEmpty();
        assertThat(fromCheckpoint.exitStatus()).isEqualTo(AuditReport.CLEAN);
        assertThat(fromCheckpoint.counts().get(Count.SALES_ROWS_COUNTED)).isEqualTo(4);
        assertThat(fromCheckpoint.counts().get(Count.SALES_ROWS)).isEqualTo(2);

        delete(day, Topics.ORDERS, 10);
        AuditReport nothingLeft = audit(List.of(day));

        assertThat(nothingLeft.exitStatus()).isEqualTo(AuditReport.NOT_JUDGED);
        assertThat(nothingLeft.unjudged()).singleElement().asString()
                .startsWith("partition " + day.partition + ": the first offsets are 10 of orders, 6 of sales");
    }

    private static AuditReport audit(Collection<TradingDay> days) throws InterruptedException {
        Set<String> products = days.stream().map(day -> day.product).collect(Collectors.toSet());
        return Audit.of(stack(), new Audit.Options(days.stream().map(day -> day.partition).collect(Collectors.toSet()),
                products::contains, null, Duration.ofSeconds(5), 2, 100_000, Set.of()));
    }

    private static Stack stack() {
        return new Stack("http://127.0.0.1:1", KAFKA.bootstrapServers(),
                new Stack.Database(null, null, DATABASE.jdbcUrl(), DATABASE.username(), DATABASE.password()), null);
    }

    private Path stackFile() throws Exception {
        Path file = folder.resolve("stack.json");
        Files.write(file, JsonMapper.shared().writeValueAsBytes(stack()));
        return file;
    }

    private static TradingDay day(String name) {
        return DAYS.entrySet().stream().filter(day -> day.getKey().equals(name)).findFirst().orElseThrow().getValue();
    }

    private static Tampering kind(String name) {
        return Tampering.KINDS.stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
    }

    private static void timestampsOfOrders(String type) throws ExecutionException, InterruptedException {
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, Topics.ORDERS),
                List.of(new AlterConfigOp(new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, type),
                        AlterConfigOp.OpType.SET))))
                .all().get();
    }

    private static void delete(TradingDay day, String topic, long beforeOffset)
            throws ExecutionException, InterruptedException {
        admin.deleteRecords(
                Map.of(new TopicPartition(topic, day.partition), RecordsToDelete.beforeOffset(beforeOffset))).all()
                .get();
    }

    /** As engines and persisters leave it behind. */
    private static void write(TradingDay day) throws ExecutionException, InterruptedException, SQLException {
        List<Future<?>> sent = new ArrayList<>();
        for (String topic : List.of(Topics.ORDERS, Topics.RESULTS, Topics.DEAD_LETTERS, Topics.CHECKPOINTS)) {
            day.logs.records(topic, day.partition).forEach(record -> sent.add(producer.send(copy(record))));
        }
        // Not from the log's end: the marker of a transaction may come after the answer to its commit.
        long persisted = 0;
        for (ConsumerRecord<byte[], byte[]> record : day.logs.records(Topics.SALES, day.partition)) {
            engine.beginTransaction();
            Future<RecordMetadata> batch = engine.send(copy(record));
            engine.commitTransaction();
            persisted = batch.get().offset() + 1;
        }
        for (Future<?> record : sent) {
            record.get();
        }
        TopicPartition sales = new TopicPartition(Topics.SALES, day.partition);
        admin.alterConsumerGroupOffsets(Topics.PERSISTER_GROUP, Map.of(sales, new OffsetAndMetadata(persisted))).all()
                .get();
        for (SalesRow row : day.rows.sales.getOrDefault(day.product, new TreeMap<>()).values()) {
            sql("INSERT INTO SALES (" + SalesRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row.PRODUCT_ID(), row.TRADE_ID(), row.BUYER_NAME(), row.SELLER_NAME(), row.PRICE(), row.QUANTITY(),
                    row.PO_ID(), row.SO_ID(), row.PO_REMAINING(), row.SO_REMAINING(), row.TRADED_AT());
        }
        for (ClosedOrdersRow row : day.rows.closedOrders.values()) {
            sql("INSERT INTO CLOSED_ORDERS (" + ClosedOrdersRow.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row.ORDER_ID(), row.SIDE(), row.PRODUCT_ID(), row.USER_ID(), row.QUANTITY(), row.REMAINING(),
                    row.PRICE(), row.REASON(), row.CLOSED_AT());
        }
    }

    private static Producer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KAFKA.bootstrapServers());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
        return new ProducerRecord<>(record.topic(), record.partition(), record.timestamp(), record.key(),
                record.value(), record.headers());
    }

    private static void sql(String statement, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setObject(i + 1, Arrays.asList(parameters).get(i));
            }
            assertThat(prepared.executeUpdate()).isPositive();
        }
    }
}
