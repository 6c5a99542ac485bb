package trading.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import trading.testing.TestKafka;
import trading.wire.Topics;

class ITTransactionalProducer {

    private static final TopicPartition ORDERS = new TopicPartition(Topics.ORDERS, 7);
    private static final TopicPartition SALES = new TopicPartition(Topics.SALES, 7);

    /** Nothing leaves this producer by itself. */
    private static final int NEVER_MILLIS = 600_000;

    @Test
    void whatTheOffsetsStandForIsInTheLogBeforeThem() throws Exception {
        Map<String, Object> kafka = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestKafka.start().bootstrapServers());
        Map<String, Object> config = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                TestKafka.start().bootstrapServers(), ProducerConfig.TRANSACTIONAL_ID_CONFIG, "offsets-come-last",
                ProducerConfig.LINGER_MS_CONFIG, NEVER_MILLIS, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                2 * NEVER_MILLIS);
        try (Admin admin = Admin.create(kafka);
                var consumer = new KafkaConsumer<>(
                        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, TestKafka.start().bootstrapServers(),
                                ConsumerConfig.GROUP_ID_CONFIG, "offsets-come-last"),
                        new ByteArrayDeserializer(), new ByteArrayDeserializer());
                var producer = new StreamsClients.TransactionalProducer(config, new TradedOffsets())) {
            long before = end(admin);
            producer.initTransactions();
            producer.beginTransaction();
            var _ = producer.send(new ProducerRecord<>(SALES.topic(), SALES.partition(), null, new byte[]{1}));
            producer.flush();
            assertThat(end(admin)).as("each task flushes, and none waits").isEqualTo(before);
            producer.sendOffsetsToTransaction(Map.of(ORDERS, new OffsetAndMetadata(1)), consumer.groupMetadata());
            assertThat(end(admin)).isEqualTo(before + 1);
            producer.abortTransaction();
        }
    }

    private static long end(Admin admin) throws Exception {
        return admin.listOffsets(Map.of(SALES, OffsetSpec.latest())).partitionResult(SALES).get().offset();
    }
}
