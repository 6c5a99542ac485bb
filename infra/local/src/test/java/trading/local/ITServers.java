package trading.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trading.wire.Topics;

/** What a killed broker and a killed database had answered for is there when they run again. */
class ITServers {

    /** Properties take some characters for others, and Kafka a comma for an end; checkouts may have them in their names. */
    private static final String SPECIAL = "UTF-8".equals(System.getProperty("sun.jnu.encoding"))
            ? "Entw\u00fcrfe, neu"
            : "back\\slash, new";

    private static final int HEAP_MEGABYTES = 256;
    private static final int BUFFER_POOL_MEGABYTES = 64;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aKilledBrokerKeepsWhatItAcknowledged() throws Exception {
        KafkaBroker broker = new KafkaBroker("broker", folder.resolve(SPECIAL).resolve("kafka"),
                folder.resolve("broker.log"),
                Ports.free(), Ports.free(), Jvm.shortLived(HEAP_MEGABYTES), true);
        try (ServerProcess process = ServerProcess.start(broker)) {
            process.awaitReady();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                admin.createTopics(Topics.all((short) 1, 1)).all().get();
            }
            TopicPartition orders = new TopicPartition(Topics.ORDERS, 7);
            try (KafkaProducer<byte[], byte[]> producer = producer(broker)) {
                producer.send(new ProducerRecord<>(orders.topic(), orders.partition(), null, new byte[]{1, 2, 3}))
                        .get();
            }

            process.kill();
            assertThat(broker.isReady()).isFalse();
            assertThat(broker.data().resolve("log/meta.properties")).exists();
            process.restart();
            process.awaitReady();

            try (KafkaConsumer<byte[], byte[]> consumer = consumer(broker)) {
                consumer.assign(List.of(orders));
                consumer.seekToBeginning(List.of(orders));
                assertThat(consumer.poll(Duration.ofMinutes(2)).records(orders)).extracting(ConsumerRecord::value)
                        .containsExactly(new byte[]{1, 2, 3});
            }
        }
    }

    @Test
    void aDatabaseThatStartsLeavesTheTemporaryTablesOfOthers() throws Exception {
        Path shared = Path.of(System.getProperty("java.io.tmpdir"));
        Path ofAnother = Files.createTempFile(shared, "#sql-temptable-", ".MAI");
        try (ServerProcess process = ServerProcess.start(database())) {
            process.awaitReady();
            assertThat(ofAnother).exists();
        } finally {
            Files.deleteIfExists(ofAnother);
        }
    }

    @Test
    void aDatabaseThatMayNotHaveADataFolderGivesWayToThatOfTheJars() throws Exception {
        Path refused = executable("mysqld", "echo 'mysqld: Permission denied'; exit 1");
        StackOptions options = StackOptions.forTest(folder, folder.resolve("home"), 0);
        List<String> said = new ArrayList<>();

        Database database = Database.of(options, new DatabaseBinaries(refused, Optional.empty(), "MySQL", "8.0.43",
                "here"), said::add);

        assertThat(database.binaries()).isEqualTo(DatabaseBinaries.fromJar());
        assertThat(database.data()).isDirectory();
        assertThat(said).singleElement(STRING).startsWith("!! no data folder for MySQL (expected: " + refused)
                .endsWith("; it says why in " + options.log("database") + "; taking MariaDB from the jars");
        assertThat(options.log("database")).content().contains("Permission denied");
        assertThat(Database.of(options, new DatabaseBinaries(executable("mysqld", "exit 0"), Optional.empty(), "MySQL",
                "8.0.43", "here"), said::add)).as("its data are there").isEqualTo(database);
        assertThat(said).hasSize(1);
    }

    @Test
    void aServerThatDoesNotReadWhatIsThereBeginsNothingBesideIt() throws Exception {
        Path newer = executable("mysqld", "exit 0");
        StackOptions options = StackOptions.forTest(folder, folder.resolve("home"), 0);
        Path data = Files.createDirectories(options.data("mysql-8"));

        assertThatThrownBy(() -> Database.of(options,
                new DatabaseBinaries(newer, Optional.empty(), "MySQL", "9.1.0", "here"), _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(data + ": the data of this stack, which MySQL 9.1.0 from here does not read (expected: the"
                        + " server that wrote them, by --database-url or first in PATH; or ./pipeline clean, which deletes them)");
        assertThat(options.data("mysql-9")).doesNotExist();
    }

    @Test
    void aStacksKafkaKeepsItsDatabase() throws Exception {
        Database server = database();
        try (ServerProcess process = ServerProcess.start(server)) {
            process.awaitReady();
            DatabaseAddress given = DatabaseAddress.of(server);
            PairedDatabase first = new PairedDatabase(folder.resolve("first"));
            PairedDatabase second = new PairedDatabase(folder.resolve("second"));
            first.take(Optional.of(given));
            first.take(Optional.of(given));
            assertThatThrownBy(() -> first.take(Optional.empty())).isInstanceOf(IOException.class)
                    .hasMessageStartingWith("database: started with the stack (expected: " + given.r2dbcUrl()
                            + ", which has what this stack's Kafka says was written; or ./pipeline clean,");
            second.take(Optional.empty());
            assertThatThrownBy(() -> second.take(Optional.of(given))).isInstanceOf(IOException.class)
                    .hasMessageStartingWith("database: " + given.r2dbcUrl() + " (expected: started with the stack,");

            try (Connection connection = connect(server); Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE SALES (N INT PRIMARY KEY)");
                statement.execute("CREATE TABLE CLOSED_ORDERS (N INT PRIMARY KEY)");
                statement.execute("INSERT INTO CLOSED_ORDERS VALUES (1)");
            }
            first.take(Optional.of(given));
            PairedDatabase beginning = new PairedDatabase(folder.resolve("beginning"));
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> beginning.take(Optional.of(given))).isInstanceOf(IOException.class)
                        .hasMessage(
                                "--database-url: " + given.r2dbcUrl() + " has rows in CLOSED_ORDERS (expected: none,"
                                        + " since this stack's Kafka begins anew)");
            }
            Files.createDirectories(folder.resolve("older/kafka"));
            new PairedDatabase(folder.resolve("older")).take(Optional.of(given));
        }
    }

    private Path executable(String name, String script) throws Exception {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void aKilledDatabaseKeepsWhatItCommitted() throws Exception {
        Database database = database();
        try (ServerProcess process = ServerProcess.start(database)) {
            process.awaitReady();
            try (Connection connection = connect(database); Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE T (N INT PRIMARY KEY)");
                statement.execute("INSERT INTO T VALUES (1), (2)");
            }

            process.kill();
            assertThat(database.isReady()).isFalse();
            process.restart();
            process.awaitReady();

            try (Connection connection = connect(database);
                    Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM T")) {
                count.next();
                assertThat(count.getInt(1)).isEqualTo(2);
            }
        }
    }

    private Database database() throws Exception {
        return new Database("database", DatabaseBinaries.find(), folder.resolve("with a space/mysql"),
                folder.resolve("database.log"), Ports.free(), BUFFER_POOL_MEGABYTES, true);
    }

    private static Connection connect(Database database) throws Exception {
        return DriverManager.getConnection("jdbc:mariadb://" + database.url().substring("mysql://".length()),
                Database.USERNAME, Database.PASSWORD);
    }

    private static KafkaProducer<byte[], byte[]> producer(KafkaBroker broker) {
        Serializer<byte[]> bytes = new ByteArraySerializer();
        return new KafkaProducer<>(Map.of("bootstrap.servers", broker.bootstrapServers()), bytes, bytes);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaBroker broker) {
        Deserializer<byte[]> bytes = new ByteArrayDeserializer();
        return new KafkaConsumer<>(Map.of("bootstrap.servers", broker.bootstrapServers()), bytes, bytes);
    }
}
