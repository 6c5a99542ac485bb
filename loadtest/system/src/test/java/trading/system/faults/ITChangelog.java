package trading.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import trading.system.watch.Logs;
import trading.testing.TestKafka;
import trading.wire.Topics;

class ITChangelog {

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String TOPIC = "engine-market-changelog";
    private static final ConfigResource SETTINGS = new ConfigResource(ConfigResource.Type.TOPIC, TOPIC);
    private static final ConfigResource ALL_BROKERS = new ConfigResource(ConfigResource.Type.BROKER, "");
    private static final int PARTITION = 3;
    private static final byte[] AN_ORDER = {1};

    @Test
    void deletionsAreForgottenAndThenTheSettingsAreWhatTheyWere() throws Exception {
        try (TestKafka kafka = TestKafka.startOwn();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
                Logs logs = new Logs(kafka.bootstrapServers());
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", kafka.bootstrapServers()), new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Topics.PARTITIONS, (short) 1)
                    .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
                            TopicConfig.DELETE_RETENTION_MS_CONFIG, "120000"))))
                    .all().get();
            Set<String> before = settings(admin);
            write(producer, 1, AN_ORDER);
            write(producer, 2, AN_ORDER);
            write(producer, 3, AN_ORDER);
            write(producer, 3, null);

            try (Changelog changelog = Changelog.cleanAtOnce(kafka.bootstrapServers(), logs)) {
                Set<Changelog.Open> open = changelog.open(Set.of(PARTITION));
                assertThat(open).containsExactlyInAnyOrder(new Changelog.Open(PARTITION, 1),
                        new Changelog.Open(PARTITION, 2));
                assertThat(changelog.open(Set.of(PARTITION + 1))).isEmpty();
                write(producer, 1, null);
                assertThat(changelog.forgotten(open)).isZero();
                // A segment is closed when the next record comes.
                await().atMost(DEADLINE).until(() -> {
                    write(producer, 4, AN_ORDER);
                    return changelog.forgotten(open) > 0;
                });
                assertThat(changelog.forgotten(open)).isEqualTo(1);
                assertThat(settings(admin)).isNotEqualTo(before);
            }

            await().atMost(DEADLINE).untilAsserted(() -> assertThat(settings(admin)).isEqualTo(before));
        }
    }

    /** What was set for the topic, and for all brokers. */
    private static Set<String> settings(Admin admin) throws ExecutionException, InterruptedException {
        return admin.describeConfigs(List.of(SETTINGS, ALL_BROKERS)).all().get().values().stream()
                .flatMap(config -> config.entries().stream())
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG
                        || entry.source() == ConfigEntry.ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG)
                .map(entry -> entry.name() + "=" + entry.value()).collect(Collectors.toSet());
    }

    private static void write(KafkaProducer<byte[], byte[]> producer, long order, byte @Nullable [] value)
            throws ExecutionException, InterruptedException {
        byte[] key = ByteBuffer.allocate(1 + Long.BYTES).put((byte) 'o').putLong(order).array();
        producer.send(new ProducerRecord<>(TOPIC, PARTITION, key, value)).get();
    }
}
