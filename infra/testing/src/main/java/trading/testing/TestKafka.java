package trading.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;
import trading.local.Jvm;
import trading.local.KafkaBroker;
import trading.local.Ports;
import trading.wire.Topics;

/** A real Kafka broker with all topics of {@link Topics}, empty at its start. Thread-safe. */
public final class TestKafka extends TestServer {

    private static final Logger LOG = LoggerFactory.getLogger(TestKafka.class);
    private static final int HEAP_MEGABYTES = 384;
    private static final int PORT_IN_CONTAINER = 9092;
    private static final String IMAGE_PROPERTY = "trading.test.kafka-image";
    private static final String IMAGE = "apache/kafka:4.2.1";
    private static final Duration LEADERS_LIMIT = Duration.ofMinutes(2);
    private static final Duration LEADERS_PAUSE = Duration.ofMillis(100);

    private final String bootstrapServers;

    private TestKafka(Instance instance, boolean shared, String bootstrapServers, String description) {
        super(instance, shared, description);
        this.bootstrapServers = bootstrapServers;
    }

    /** The one that all tests of this JVM share; it ends with the JVM. */
    public static TestKafka start() {
        return Shared.KAFKA;
    }

    /** One for the caller alone, who closes it, and may kill it. */
    public static TestKafka startOwn() {
        return start(false);
    }

    /** What clients are configured with. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    private static TestKafka start(boolean shared) {
        try {
            TestKafka kafka = switch (Backend.chosen()) {
                case JARS -> fromJars(shared);
                case CONTAINERS -> inContainer(shared);
            };
            LOG.info("Kafka for tests: {}", kafka.describe());
            createTopics(kafka.bootstrapServers());
            return kafka;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (IOException | ExecutionException e) {
            throw new IllegalStateException("no Kafka for tests: " + e.getMessage(), e);
        }
    }

    private static TestKafka fromJars(boolean shared) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("test-kafka-");
        KafkaBroker broker = new KafkaBroker("broker", folder.resolve("data"), folder.resolve("broker.log"),
                Ports.free(), Ports.free(), Jvm.shortLived(HEAP_MEGABYTES), true);
        return new TestKafka(JarInstance.start(broker, folder), shared, broker.bootstrapServers(),
                "jars, Kafka " + KafkaBroker.version());
    }

    private static TestKafka inContainer(boolean shared) {
        String image = System.getProperty(IMAGE_PROPERTY, IMAGE);
        int port = Ports.free();
        KafkaContainer container = new KafkaContainer(
                DockerImageName.parse(image).asCompatibleSubstituteFor("apache/kafka"))
                .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4")
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_TRANSACTION_ABORT_TIMED_OUT_TRANSACTION_CLEANUP_INTERVAL_MS", "1000");
        container.setPortBindings(List.of(port + ":" + PORT_IN_CONTAINER));
        container.start();
        String bootstrapServers = container.getBootstrapServers().replace("PLAINTEXT://", "");
        return new TestKafka(new ContainerInstance(container, () -> answers(bootstrapServers)), shared,
                bootstrapServers, "containers, image " + image);
    }

    private static void createTopics(String bootstrapServers) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<NewTopic> topics = Topics.all((short) 1, 1);
            admin.createTopics(topics).all().get();
            awaitLeaders(admin, topics);
        }
    }

    /** A topic is there before the leaders of its partitions are, and a transaction must not begin in between. */
    private static void awaitLeaders(Admin admin, List<NewTopic> topics)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = topics.stream()
                .flatMap(topic -> IntStream.range(0, Topics.PARTITIONS)
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
                .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest()));
        long deadline = System.nanoTime() + LEADERS_LIMIT.toNanos();
        while (true) {
            try {
                admin.listOffsets(asked).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(LEADERS_PAUSE);
            }
        }
    }

    /** The engine's proxy takes connections before the broker does, so a request must come back. */
    private static boolean answers(String bootstrapServers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers, "request.timeout.ms", 1_000,
                "default.api.timeout.ms", 2_000))) {
            return !admin.describeCluster().nodes().get().isEmpty();
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static final class Shared {

        private static final TestKafka KAFKA = start(true);
    }
}
