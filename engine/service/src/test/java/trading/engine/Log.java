package trading.engine;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.Batch;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;
import trading.wire.proto.Side;

/** What a test sees of the engine: the orders it writes, and what comes out on the other topics. */
final class Log implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final String bootstrapServers;
    private final KafkaProducer<byte[], byte[]> producer;

    /** By their isolation: what is waited for is read ten times a second, and a consumer takes longer to make than to read. */
    private final Map<String, KafkaConsumer<byte[], byte[]>> consumers = new HashMap<>();

    Log(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.producer = new KafkaProducer<>(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ProducerConfig.ACKS_CONFIG, "all"), new ByteArraySerializer(), new ByteArraySerializer());
    }

    UUID sell(String productId, String userId, long quantity, long price) {
        return place(OrderId.next(Topics.partition(productId), System.currentTimeMillis()), Side.SELL, productId,
                userId, quantity, price);
    }

    UUID buy(String productId, String userId, long quantity) {
        return place(OrderId.next(Topics.partition(productId), System.currentTimeMillis()), Side.BUY, productId, userId,
                quantity, 0);
    }

    UUID place(UUID orderId, Side side, String productId, String userId, long quantity, long price) {
        return place(orderId, side, productId, userId, quantity, price, order -> order);
    }

    /** @param terms what else the order says */
    UUID place(UUID orderId, Side side, String productId, String userId, long quantity, long price,
            UnaryOperator<PlaceOrder.Builder> terms) {
        send(Topics.partition(productId), productId.getBytes(StandardCharsets.UTF_8),
                Command.newBuilder()
                        .setPlace(terms.apply(PlaceOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                                .setOrderIdLow(orderId.getLeastSignificantBits()).setSide(side).setProductId(productId)
                                .setUserId(userId).setQuantity(quantity).setPrice(price)))
                        .build().toByteArray());
        return orderId;
    }

    void cancel(UUID orderId, String userId) {
        send(OrderId.partition(orderId), null,
                Command.newBuilder()
                        .setCancel(CancelOrder.newBuilder().setOrderIdHigh(orderId.getMostSignificantBits())
                                .setOrderIdLow(orderId.getLeastSignificantBits()).setUserId(userId))
                        .build().toByteArray());
    }

    void send(int partition, byte @Nullable [] key, byte @Nullable [] value) {
        try {
            producer.send(new ProducerRecord<>(Topics.ORDERS, partition, key, value)).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As another producer may: what is much larger than a broker takes, it takes compressed. */
    void sendCompressed(int partition, byte @Nullable [] key, byte @Nullable [] value) {
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "gzip", ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.MAX_VALUE),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            other.send(new ProducerRecord<>(Topics.ORDERS, partition, key, value)).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes a setting of a topic. */
    void set(String topic, String setting, String value) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic),
                    List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET)))).all().get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The offset after the last order that the engines have committed; 0 before the first. */
    long committed(int partition) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            ListConsumerGroupOffsetsResult offsets = admin.listConsumerGroupOffsets(Topics.ENGINE_GROUP);
            OffsetAndMetadata offset = offsets.partitionsToOffsetAndMetadata().get()
                    .get(new TopicPartition(Topics.ORDERS, partition));
            return offset == null ? 0 : offset.offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The batches of a partition that are committed by now. */
    List<Batch> batches(int partition) {
        return read(records(Topics.SALES, partition));
    }

    /** The batches of a partition that are written by now, committed or not. */
    List<Batch> uncommittedBatches(int partition) {
        return read(uncommitted(Topics.SALES, partition));
    }

    private static List<Batch> read(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream().map(record -> {
            try {
                return Batch.parseFrom(record.value());
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException(e);
            }
        }).toList();
    }

    /** The records of a partition that are committed by now. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic, int partition) {
        return records(topic, partition, "read_committed");
    }

    /** The records of a partition that are written by now, committed or not. */
    List<ConsumerRecord<byte[], byte[]>> uncommitted(String topic, int partition) {
        return records(topic, partition, "read_uncommitted");
    }

    private synchronized List<ConsumerRecord<byte[], byte[]>> records(String topic, int partition, String isolation) {
        TopicPartition from = new TopicPartition(topic, partition);
        KafkaConsumer<byte[], byte[]> consumer = consumers.computeIfAbsent(isolation, this::consumer);
        consumer.assign(List.of(from));
        consumer.seekToBeginning(List.of(from));
        long end = consumer.endOffsets(List.of(from)).getOrDefault(from, 0L);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        while (consumer.position(from) < end) {
            consumer.poll(POLL).forEach(records::add);
        }
        return records;
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        return new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        isolation),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public synchronized void close() {
        producer.close();
        consumers.values().forEach(KafkaConsumer::close);
    }
}
