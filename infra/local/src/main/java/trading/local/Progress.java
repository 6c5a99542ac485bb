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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import trading.wire.Topics;

/** How far a stack has come, as Kafka knows it. Any thread may call any method. */
final class Progress implements AutoCloseable {

    private static final int ANSWER_LIMIT_SECONDS = 5;

    /** A log that engines write ends with that of their last transaction. */
    private static final int MARKER = 1;

    private final Admin admin;

    Progress(String bootstrapServers) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers, "client.id", "stack", "request.timeout.ms",
                2_000, "default.api.timeout.ms", 4_000));
    }

    /**
     * @param orders ever taken
     * @param ordersBehind taken and not yet traded
     * @param salesBehind records of the sales log not yet in the database; markers of transactions between them count too
     */
    record Offsets(long orders, long ordersBehind, long salesBehind) {}

    /** @throws TimeoutException if Kafka does not answer in time */
    Offsets offsets() throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> orders = ends(Topics.ORDERS);
        return new Offsets(orders.values().stream().mapToLong(Long::longValue).sum(),
                behind(orders, committed(Topics.ENGINE_GROUP), 0),
                behind(ends(Topics.SALES), committed(Topics.PERSISTER_GROUP), MARKER));
    }

    /** @param unread records at the end of a log that no consumer ever commits */
    static long behind(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> committed, int unread) {
        return ends.entrySet().stream()
                .mapToLong(end -> end.getValue() - unread - committed.getOrDefault(end.getKey(), 0L))
                .filter(records -> records > 0).sum();
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

    private Map<TopicPartition, Long> ends(String topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, Topics.PARTITIONS).boxed()
                .collect(Collectors.toMap(partition -> new TopicPartition(topic, partition), _ -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(admin.listOffsets(latest).all()).forEach((partition, result) -> ends.put(partition, result.offset()));
        return ends;
    }

    private Map<TopicPartition, Long> committed(String group)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> committed = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset.offset());
            }
        });
        return committed;
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, InterruptedException, TimeoutException {
        return future.get(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
