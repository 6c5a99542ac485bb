package trading.system.watch;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import trading.wire.Topics;

/**
 * Who owns which partition in a consumer group at one moment.
 *
 * @param byPartition only partitions that are owned
 */
public record Owners(Map<Integer, Owner> byPartition) {

    private static final int ANSWER_LIMIT_SECONDS = 3;

    /**
     * @param memberId another one each time that a process joins the group anew
     * @param clientId begins with the name of the process
     */
    public record Owner(String memberId, String clientId) {

        /** Whether it belongs to a process, such as {@code engine-1}. */
        public boolean isOf(String process) {
            return clientId.equals(process) || clientId.startsWith(process + "-");
        }
    }

    public Owners {
        byPartition = Map.copyOf(byPartition);
    }

    /** How many partitions have another owner than before. */
    public long movedSince(Owners before) {
        return byPartition.entrySet().stream()
                .filter(entry -> before.byPartition.containsKey(entry.getKey())
                        && !entry.getValue().equals(before.byPartition.get(entry.getKey())))
                .count();
    }

    /** The partitions of one process. */
    public List<Integer> of(String process) {
        return byPartition.entrySet().stream().filter(entry -> entry.getValue().isOf(process)).map(Map.Entry::getKey)
                .sorted().toList();
    }

    /** How many partitions each process has. */
    public Map<String, Integer> counts(List<String> processes) {
        return processes.stream().collect(Collectors.toMap(Function.identity(), process -> of(process).size()));
    }

    /** Whether these processes have all partitions, and each has some. */
    public boolean areShared(List<String> processes) {
        Collection<Integer> counts = counts(processes).values();
        return !counts.contains(0)
                && counts.stream().mapToInt(Integer::intValue).sum() == Topics.PARTITIONS;
    }

    /**
     * Asks the broker, whichever protocol the group speaks.
     *
     * @param topic whose partitions count
     * @throws TimeoutException if it does not answer in time
     */
    static Owners ask(Admin admin, String group, String topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            return consumers(admin, group, topic);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw e;
            }
        }
        try {
            return streams(admin, group);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)
                    && !(e.getCause() instanceof UnsupportedVersionException)) {
                throw e;
            }
            return new Owners(Map.of());
        }
    }

    private static Owners consumers(Admin admin, String group, String topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        ConsumerGroupDescription description = only(
                admin.describeConsumerGroups(List.of(group)).all());
        Map<Integer, Owner> owners = new HashMap<>();
        for (MemberDescription member : description.members()) {
            Owner owner = new Owner(member.consumerId(), member.clientId());
            member.assignment().topicPartitions().stream().filter(partition -> partition.topic().equals(topic))
                    .forEach(partition -> owners.put(partition.partition(), owner));
        }
        return new Owners(owners);
    }

    private static Owners streams(Admin admin, String group)
            throws ExecutionException, InterruptedException, TimeoutException {
        StreamsGroupDescription description = only(
                admin.describeStreamsGroups(List.of(group)).all());
        Map<Integer, Owner> owners = new HashMap<>();
        for (StreamsGroupMemberDescription member : description.members()) {
            Owner owner = new Owner(member.memberId(), member.clientId());
            for (StreamsGroupMemberAssignment.TaskIds tasks : member.assignment().activeTasks()) {
                tasks.partitions().forEach(partition -> owners.put(partition, owner));
            }
        }
        return new Owners(owners);
    }

    private static <T> T only(KafkaFuture<Map<String, T>> described)
            throws ExecutionException, InterruptedException, TimeoutException {
        return described.get(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS).values().iterator().next();
    }
}
