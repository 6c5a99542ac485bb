package trading.gateway.orders;

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
    private final long maxMillis;
    private final List<PartitionProgress> partitions;

    /** Never changed, only replaced. When the offsets cannot be read, what was known last still counts. */
    private volatile long[] behindMillis = new long[Topics.PARTITIONS];
    private volatile long records;
    private volatile boolean isUnreadable;

    /**
     * @param leftOver how many offsets a group that has read everything may leave: 1 where a record never comes without the
     *        end of its transaction
     * @param maxMillis the wait past which orders are refused. Past half of it, a group that stands still is looked into; what
     *        is found counts for this long; and the pace is measured over this long
     */
    GroupBacklog(Admin admin, String topic, String group, int leftOver, UnreadRecords unread, long maxMillis) {
        this.admin = admin;
        this.group = group;
        this.leftOver = leftOver;
        this.unread = unread;
        this.maxMillis = maxMillis;
        this.partitions = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(partition -> new PartitionProgress(new TopicPartition(topic, partition))).toList();
    }

    /** Whether the last attempt to read failed: what is told is what was known before. */
    boolean isUnreadable() {
        return isUnreadable;
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

    /** The group, as Kafka knows it. */
    String group() {
        return group;
    }

    /** Offsets of all partitions that the group has not committed; some of them are the ends of transactions. */
    long records() {
        return records;
    }

    /** Reads how far the group has come. */
    void read() throws ExecutionException, InterruptedException {
        boolean isRead = false;
        try {
            readOffsets();
            isRead = true;
        } finally {
            isUnreadable = !isRead;
        }
    }

    private void readOffsets() throws ExecutionException, InterruptedException {
        List<TopicPartition> all = partitions.stream().map(progress -> progress.partition).toList();
        Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(all, OffsetSpec.latest());
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        Map<TopicPartition, ListOffsetsResultInfo> beginnings = offsets(
                all.stream().filter(partition -> committed.get(partition) == null).toList(), OffsetSpec.earliest());
        long nowMillis = System.nanoTime() / 1_000_000;
        for (PartitionProgress progress : partitions) {
            OffsetAndMetadata commit = committed.get(progress.partition);
            long read = commit == null ? offset(beginnings, progress.partition) : commit.offset();
            progress.moveTo(read, offset(ends, progress.partition), nowMillis);
        }
        behindMillis = partitions.stream().mapToLong(progress -> progress.behindMillis).toArray();
        records = partitions.stream().mapToLong(PartitionProgress::records).sum();
        lookInto(partitions.stream().filter(progress -> progress.isDoubtful(nowMillis)).toList(), nowMillis);
    }

    private void lookInto(List<PartitionProgress> doubtful, long nowMillis) {
        if (doubtful.isEmpty()) {
            return;
        }
        UnreadRecords.Answer answer = unread.find(doubtful.stream()
                .collect(Collectors.toMap(progress -> progress.partition, PartitionProgress::notDone)));
        for (PartitionProgress progress : doubtful) {
            if (answer.empty().contains(progress.partition)) {
                progress.nothingIsLeft();
            } else if (answer.found().contains(progress.partition)) {
                progress.somethingIsLeft(nowMillis);
            }
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() throws ExecutionException, InterruptedException {
        return admin
                .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().timeoutMs(READ_TIMEOUT_MILLIS))
                .partitionsToOffsetAndMetadata().get();
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(List<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> which)),
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(READ_TIMEOUT_MILLIS)).all().get();
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> offsets, TopicPartition partition) {
        @Nullable
        ListOffsetsResultInfo info = offsets.get(partition);
        return info == null ? 0 : info.offset();
    }

    /** How far the group has come in one partition, and what was seen there. For the thread that reads. */
    private final class PartitionProgress {

        private final TopicPartition partition;
        private final ForeseenWait wait = new ForeseenWait(maxMillis);
        private long end;
        private long done;
        private long behindMillis;
        private boolean isStill;

        /** Before this offset, nothing is left to read. */
        private long nothingBefore;

        /** From this offset on, there is something to read; -1 when that is not known. */
        private long somethingFrom = -1;

        /** When that was seen: what waits for long may be deleted, and nobody would ever read it. */
        private long seenMillis;

        private PartitionProgress(TopicPartition partition) {
            this.partition = partition;
        }

        /**
         * Takes what was read of the partition.
         *
         * @param read how far the group has committed, or where the partition begins
         */
        private void moveTo(long read, long newEnd, long nowMillis) {
            long notDone = Math.max(nothingBefore, read);
            long newDone = newEnd - notDone <= leftOver ? newEnd : notDone;
            isStill = newDone == done;
            done = newDone;
            end = newEnd;
            behindMillis = wait.waitMillis(end, done, nowMillis);
        }

        private long records() {
            return Math.max(0, end - done);
        }

        private UnreadRecords.Range notDone() {
            return new UnreadRecords.Range(done, end);
        }

        /** Whether it should be looked into if there is anything to read at all. */
        private boolean isDoubtful(long nowMillis) {
            boolean isSeen = done == somethingFrom && nowMillis - seenMillis < maxMillis;
            return isStill && !isSeen && behindMillis > maxMillis / 2;
        }

        private void nothingIsLeft() {
            nothingBefore = end;
        }

        private void somethingIsLeft(long nowMillis) {
            somethingFrom = done;
            seenMillis = nowMillis;
        }
    }
}
