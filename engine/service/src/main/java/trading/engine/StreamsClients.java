package trading.engine;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * Kafka's clients for Kafka Streams: as it makes them itself, but for consumers that wait longer while nothing comes, and a
 * producer that waits once for all of a commit, and never commits without offsets.
 */
final class StreamsClients implements KafkaClientSupplier {

    private final EngineProperties properties;
    private final TradedOffsets traded;

    StreamsClients(EngineProperties properties, TradedOffsets traded) {
        this.properties = properties;
        this.traded = traded;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new TransactionalProducer(config, traded);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new PatientConsumer(config, properties);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new ChangelogConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Waits once for all records of a commit, before it sends the offsets.
     *
     * <p>Kafka Streams flushes for each of its tasks, one after another, before it commits them together. With a task for
     * each partition that is a round trip to the broker for each, in which the engine does nothing else: at 3,500 orders a
     * second, 45 requests and 90 ms a commit.
     *
     * <p>Offsets may not be there before what they stand for. Whoever takes over a partition reads its changelog up to where it
     * ends at that moment, and only then asks for the offset, which Kafka withholds until the transaction has ended. Were
     * records still to come then, a market without them would go on behind the orders that they tell of.
     */
    static final class TransactionalProducer extends KafkaProducer<byte[], byte[]> {

        private final TradedOffsets traded;

        TransactionalProducer(Map<String, Object> config, TradedOffsets traded) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
            this.traded = traded;
        }

        @Override
        public void flush() {
            // Until the offsets.
        }

        @Override
        public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets,
                ConsumerGroupMetadata group) {
            super.flush();
            Map<TopicPartition, OffsetAndMetadata> ofLastBatch = traded.take();
            super.sendOffsetsToTransaction(offsets.isEmpty() ? ofLastBatch : offsets, group);
        }

        @Override
        public void abortTransaction() {
            // What was traded in it is traded again: no other transaction may commit how far that went.
            traded.take();
            super.abortTransaction();
        }

        /**
         * As Kafka says, but for its {@link TimeoutException}: by that, Kafka Streams commits what other partitions did before it begins
         * this one's batch again, and with it what this one has sent of it.
         */
        @Override
        public List<PartitionInfo> partitionsFor(String topic) {
            try {
                return super.partitionsFor(topic);
            } catch (TimeoutException e) {
                throw new KafkaException("no metadata of " + topic, e);
            }
        }
    }
}
