package trading.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;
import org.springframework.boot.context.properties.bind.Binder;
import trading.wire.Topics;

/**
 * The least that trades on Kafka Streams and loses nothing, for comparison: Kafka Streams as it comes, and a market whose every
 * change goes into the store at once ({@link SmallestProcessor}). No metrics, no checkpoints, no standbys, no dead letters.
 *
 * <p>It reads the orders of a running stack, those that come after its start, and publishes to a topic of its own.
 */
public final class SmallestEngine {

    private static final String APPLICATION = "smallest-engine";
    private static final String SALES = APPLICATION + "-sales";
    private static final String PROCESSOR = "smallest-processor";

    private SmallestEngine() {}

    /** Trades until it is killed, and listens once it does: PORT BOOTSTRAP_SERVERS. */
    public static void main(String[] args) throws IOException, ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[1]))) {
            admin.createTopics(List.of(new NewTopic(SALES, Optional.of(Topics.PARTITIONS), Optional.empty()))).all()
                    .get();
        }
        EngineProperties properties = new Binder().bindOrCreate("trading.engine", EngineProperties.class);
        KafkaStreams streams = new KafkaStreams(topology(properties), settings(properties, args[1]));
        CountDownLatch trades = new CountDownLatch(1);
        streams.setStateListener((state, _) -> {
            if (state == KafkaStreams.State.RUNNING) {
                trades.countDown();
            }
        });
        streams.start();
        trades.await();
        try (ServerSocket port = new ServerSocket(Integer.parseInt(args[0]), 1, InetAddress.getLoopbackAddress())) {
            while (true) {
                port.accept().close();
            }
        }
    }

    private static Topology topology(EngineProperties properties) {
        ByteArrayDeserializer read = new ByteArrayDeserializer();
        ByteArraySerializer write = new ByteArraySerializer();
        return new Topology().addSource(Topics.ORDERS, read, read, Topics.ORDERS)
                .addProcessor(PROCESSOR, () -> new SmallestProcessor(properties), Topics.ORDERS)
                .addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(SmallestProcessor.STORE),
                        Serdes.Bytes(), Serdes.ByteArray()), PROCESSOR)
                .addSink(SALES, SALES, Routed.serializer(), write, Routed.partitioner(), PROCESSOR);
    }

    /** What the engine sets for its speed, where Kafka Streams has a setting for it. */
    private static Properties settings(EngineProperties properties, String bootstrapServers) throws IOException {
        Properties settings = new Properties();
        settings.putAll(Map.of(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION,
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.STATE_DIR_CONFIG, Files.createTempDirectory(APPLICATION).toString(),
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, properties.commitInterval().toMillis(),
                StreamsConfig.POLL_MS_CONFIG, properties.batchInterval().toMillis(),
                StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED,
                StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "latest",
                StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4",
                StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 64 * 1024));
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
                properties.maxBatchCommands());
        return settings;
    }
}
