package trading.gateway.market;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import trading.wire.proto.Checkpoint;

/** Finds the newest whole checkpoint of each partition, reading the logs' ends in ever longer stretches. For one thread. */
final class NewestCheckpoints {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long FIRST_STRETCH = 16;
    private static final long NEXT_STRETCH = 4;

    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> beginnings;
    private final Map<TopicPartition, Long> ends;

    /** @param consumer is assigned as it is needed */
    NewestCheckpoints(Consumer<byte[], byte[]> consumer, List<TopicPartition> logs) {
        this.consumer = consumer;
        consumer.assign(logs);
        this.beginnings = consumer.beginningOffsets(logs);
        this.ends = consumer.endOffsets(logs);
    }

    /** The parts of the newest checkpoint by partition; a partition without a whole one is missing. */
    Map<Integer, List<Checkpoint>> find() {
        Map<Integer, List<Checkpoint>> found = new HashMap<>();
        Set<TopicPartition> searched = new HashSet<>(ends.keySet());
        searched.removeIf(log -> beginning(log) >= end(log));
        for (long stretch = FIRST_STRETCH; !searched.isEmpty(); stretch *= NEXT_STRETCH) {
            long length = stretch;
            found.putAll(newest(searched, length));
            searched.removeIf(log -> found.containsKey(log.partition()) || end(log) - length <= beginning(log));
        }
        return found;
    }

    private Map<Integer, List<Checkpoint>> newest(Set<TopicPartition> logs, long length) {
        Map<Integer, List<Checkpoint>> newest = new HashMap<>();
        Map<Integer, List<Checkpoint>> begun = new HashMap<>();
        consumer.assign(logs);
        logs.forEach(log -> consumer.seek(log, Math.max(beginning(log), end(log) - length)));
        while (logs.stream().anyMatch(log -> consumer.position(log) < end(log))) {
            for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL)) {
                Checkpoint part = read(polled);
                List<Checkpoint> parts = with(part, begun.getOrDefault(polled.partition(), List.of()));
                begun.put(polled.partition(), parts);
                if (part != null && part.getLast() && !parts.isEmpty()) {
                    newest.put(polled.partition(), parts);
                }
            }
        }
        return newest;
    }

    /** The parts so far and the next one; none where it does not follow them. */
    private static List<Checkpoint> with(@Nullable Checkpoint part, List<Checkpoint> before) {
        List<Checkpoint> parts = new ArrayList<>();
        if (part == null) {
            return parts;
        }
        if (part.getPart() > 1 && part.getPart() == before.size() + 1
                && part.getBatchNumber() == before.getFirst().getBatchNumber()) {
            parts.addAll(before);
        }
        if (part.getPart() == parts.size() + 1) {
            parts.add(part);
        }
        return parts;
    }

    private long beginning(TopicPartition log) {
        return beginnings.getOrDefault(log, 0L);
    }

    private long end(TopicPartition log) {
        return ends.getOrDefault(log, 0L);
    }

    /** What no engine wrote is none. */
    private static @Nullable Checkpoint read(ConsumerRecord<byte[], byte[]> polled) {
        if (polled.value() == null) {
            return null;
        }
        try {
            Checkpoint part = Checkpoint.parseFrom(polled.value());
            return part.getPart() > 0 && part.getBatchNumber() > 0 ? part : null;
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }
}
