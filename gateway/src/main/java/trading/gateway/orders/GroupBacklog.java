package trading.gateway.orders;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import trading.wire.Topics;

/**
 * How long the newest record of each partition of a topic will have waited for a consumer group, from what the group has
 * committed. One thread reads; any may ask.
 *
 * <p>The end of a transaction takes an offset of its own, and so does all of a transaction that was aborted: behind the last
 * record that a group can ever read, there may be offsets that it never commits. One is taken for such an end; where there
 * are more and the group does not move on, somebody looks whether there is a record at all.
 */
final class GroupBacklog {

    private static final int READ_TIMEOUT_MILLIS = 2_000;

    private final Admin admin;
    private final String group;
    private final UnreadRecords unread;
    private final int leftOver;
    private final long doubtedAfterMillis;
    private final long seenForMillis;
    private final List<TopicPartition> topicPartitions;
    private final List<ForeseenWait> partitions;

    /** Of each partition: where the group was at the last reading. */
    private final long[] doneBefore = new long[Topics.PARTITIONS];

    /** Of each partition: before this offset, nothing is left to read. */
    private final long[] nothingBefore = new long[Topics.PARTITIONS];

    /** Of each partition: from this offset on, there is something to read; -1 when that is not known. */
    private final long[] somethingFrom = IntStream.range(0, Topics.PARTITIONS).mapToLong(_ -> -1).toArray();

    /** When that was seen: what waits for long may be deleted, and nobody would ever read it. */
    private final long[] seenMillis = new long[Topics.PARTITIONS];

    /** Never changed, only replaced. When the offsets cannot be read, what was known last still counts. */
    private volatile long[] behindMillis = new long[Topics.PARTITIONS];
    private volatile long records;

    /**
     * @param leftOver how many offsets a group that has read everything may leave: 1 where a record never comes without the
     *        end of its transaction
     * @param maxMillis how far behind the group may be: half of it is looked into, again after as long, and so far back its pace is
     *        measured
     */
    GroupBacklog(Admin admin, String topic, String group, int leftOver, UnreadRecords unread, long maxMillis) {
        this.admin = admin;
        this.group = group;
        this.leftOver = leftOver;
        this.unread = unread;
        this.doubtedAfterMillis = maxMillis / 2;
        this.seenForMillis = maxMillis;
        this.partitions = IntStream.range(0, Topics.PARTITIONS).mapToObj(_ -> new ForeseenWait(maxMillis)).toList();
        this.topicPartitions = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition)).toList();
    }

    /** How long the newest record of a partition will have waited. */
    long behindMillis(int partition) {
        return behindMillis[partition];
    }

    /** The longest of all partitions. */
    long largestMillis() {
        long largest = 0;
        for (long millis : behindMillis) {
            largest = Math.max(largest, millis);
        }
        return largest;
    }

    /** Offsets of all partitions that the group has not committed; some of them are the ends of transactions. */
    long records() {
        return records;
    }

    /** Reads how far the group has come. */
    void read() throws ExecutionException, InterruptedException {
        Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(topicPartitions, OffsetSpec.latest());
        Map<TopicPartition, OffsetAndMetadata> committed = admin
                .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().timeoutMs(READ_TIMEOUT_MILLIS))
                .partitionsToOffsetAndMetadata().get();
        List<TopicPartition> neverCommitted = topicPartitions.stream()
                .filter(partition -> committed.get(partition) == null).toList();
        Map<TopicPartition, ListOffsetsResultInfo> beginnings = neverCommitted.isEmpty()
                ? Map.of()
                : offsets(neverCommitted, OffsetSpec.earliest());
        long nowMillis = System.nanoTime() / 1_000_000;
        long[] behind = new long[Topics.PARTITIONS];
        long offsets = 0;
        Map<TopicPartition, UnreadRecords.Range> doubtful = new HashMap<>();
        for (TopicPartition partition : topicPartitions) {
            int number = partition.partition();
            OffsetAndMetadata commit = committed.get(partition);
            long end = offset(ends, partition);
            long read = Math.max(nothingBefore[number],
                    commit == null ? offset(beginnings, partition) : commit.offset());
            long done = end - read <= leftOver ? end : read;
            behind[number] = partitions.get(number).waitMillis(end, done, nowMillis);
            offsets += Math.max(0, end - done);
            boolean isSeen = done == somethingFrom[number] && nowMillis - seenMillis[number] < seenForMillis;
            if (done == doneBefore[number] && !isSeen && behind[number] > doubtedAfterMillis) {
                doubtful.put(partition, new UnreadRecords.Range(done, end));
            }
            doneBefore[number] = done;
        }
        behindMillis = behind;
        records = offsets;
        lookInto(doubtful, nowMillis);
    }

    private void lookInto(Map<TopicPartition, UnreadRecords.Range> doubtful, long nowMillis) {
        if (doubtful.isEmpty()) {
            return;
        }
        UnreadRecords.Answer answer = unread.find(doubtful);
        doubtful.forEach((partition, range) -> {
            if (answer.empty().contains(partition)) {
                nothingBefore[partition.partition()] = range.end();
            } else if (answer.found().contains(partition)) {
                somethingFrom[partition.partition()] = range.from();
                seenMillis[partition.partition()] = nowMillis;
            }
        });
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(List<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> which)),
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(READ_TIMEOUT_MILLIS)).all().get();
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> offsets, TopicPartition partition) {
        @Nullable
        ListOffsetsResultInfo info = offsets.get(partition);
        return info == null ? 0 : info.offset();
    }
}
