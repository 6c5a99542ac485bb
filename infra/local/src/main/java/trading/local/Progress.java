package trading.local;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import trading.wire.Topics;

/** How far a stack has come, as Kafka knows it. Any thread may call any method. */
final class Progress implements AutoCloseable {

    private static final int ANSWER_LIMIT_SECONDS = 5;

    private final Admin admin;

    Progress(String bootstrapServers) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers, "client.id", "stack", "request.timeout.ms",
                2_000, "default.api.timeout.ms", 4_000));
    }

    /**
     * @param orders ever taken
     * @param ordersBehind taken and not yet traded
     * @param salesBehind records of the sales log not yet in the database; Kafka's own records between them count too
     */
    record Offsets(long orders, long ordersBehind, long salesBehind) {}

    /** @throws TimeoutException if Kafka does not answer in time */
    Offsets offsets() throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> ends = ends(Topics.ORDERS, Topics.SALES);
        return new Offsets(sum(ends, Topics.ORDERS),
                sum(ends, Topics.ORDERS) - committed(Topics.ENGINE_GROUP, Topics.ORDERS),
                sum(ends, Topics.SALES) - committed(Topics.PERSISTER_GROUP, Topics.SALES));
    }

    /** How many partitions of the orders each engine trades, by the engine's name; empty while they are moving. */
    Map<String, Integer> partitions() throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, Integer> partitions = new HashMap<>();
        for (MemberDescription member : members()) {
            int orders = (int) member.assignment().topicPartitions().stream()
                    .filter(partition -> partition.topic().equals(Topics.ORDERS)).count();
            partitions.merge(engineOf(member.clientId()), orders, Integer::sum);
        }
        return partitions;
    }

    /** Whether these engines, and no others, trade all partitions, shared out as evenly as can be. */
    boolean isBalanced(List<String> engines) throws ExecutionException, InterruptedException, TimeoutException {
        return isBalanced(partitions(), engines);
    }

    static boolean isBalanced(Map<String, Integer> partitions, List<String> engines) {
        int sum = partitions.values().stream().mapToInt(Integer::intValue).sum();
        if (engines.isEmpty()) {
            return sum == 0;
        }
        int least = Topics.PARTITIONS / engines.size();
        return sum == Topics.PARTITIONS && partitions.keySet().equals(Set.copyOf(engines))
                && partitions.values().stream().allMatch(own -> own == least || own == least + 1);
    }

    @Override
    public void close() {
        admin.close();
    }

    /** A client of {@code engine-1} is {@code engine-1-StreamThread-1-consumer}. */
    static String engineOf(String clientId) {
        int thread = clientId.indexOf("-StreamThread-");
        return thread < 0 ? clientId : clientId.substring(0, thread);
    }

    /** Of the engines' group: none before its first member, nor while partitions move. */
    private Collection<MemberDescription> members() throws ExecutionException, InterruptedException, TimeoutException {
        try {
            ConsumerGroupDescription group = get(
                    admin.describeConsumerGroups(List.of(Topics.ENGINE_GROUP)).all()).get(Topics.ENGINE_GROUP);
            return group == null || group.groupState() != GroupState.STABLE ? List.of() : group.members();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw e;
        }
    }

    private Map<TopicPartition, Long> ends(String... topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> latest = Stream.of(topics)
                .flatMap(topic -> IntStream.range(0, Topics.PARTITIONS).mapToObj(p -> new TopicPartition(topic, p)))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(admin.listOffsets(latest).all()).forEach((partition, result) -> ends.put(partition, result.offset()));
        return ends;
    }

    private long committed(String group, String topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetAndMetadata> offsets = get(
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        long sum = 0;
        for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : offsets.entrySet()) {
            if (entry.getKey().topic().equals(topic) && entry.getValue() != null) {
                sum += entry.getValue().offset();
            }
        }
        return sum;
    }

    private static long sum(Map<TopicPartition, Long> offsets, String topic) {
        return offsets.entrySet().stream().filter(entry -> entry.getKey().topic().equals(topic))
                .mapToLong(Map.Entry::getValue).sum();
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, InterruptedException, TimeoutException {
        return future.get(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
