package trading.gateway;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import trading.wire.Topics;
import trading.wire.proto.Command;

/** What lands on the orders topic from now on. */
public final class OrdersLog implements AutoCloseable {

    private final List<TopicPartition> partitions = IntStream.range(0, Topics.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(Topics.ORDERS, partition)).toList();
    private final KafkaConsumer<byte[], byte[]> consumer;

    public OrdersLog(String bootstrapServers) {
        consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrapServers), new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    /** All records that are in the log by now and were not read before; in order within a partition. */
    public List<ConsumerRecord<byte[], byte[]>> read() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(Duration.ofMillis(100)).forEach(read::add);
        }
        return read;
    }

    public static Command command(ConsumerRecord<byte[], byte[]> polled) {
        try {
            return Command.parseFrom(polled.value());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
