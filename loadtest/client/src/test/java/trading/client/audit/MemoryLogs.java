package trading.client.audit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import trading.client.audit.Bounds.Range;
import trading.wire.DeadLetter;
import trading.wire.Topics;

/** Topics as lists, open to anybody's hands. Every second offset holds a transaction's marker, but for orders. */
final class MemoryLogs implements Logs {

    private final Map<String, Map<Integer, List<ConsumerRecord<byte[], byte[]>>>> topics = new ConcurrentHashMap<>();
    private final Map<String, Map<Integer, Long>> beginnings = new HashMap<>();
    private final Map<Integer, Long> persisted = new HashMap<>();

    List<ConsumerRecord<byte[], byte[]>> records(String topic, int partition) {
        return topics.computeIfAbsent(topic, any -> new ConcurrentHashMap<>()).computeIfAbsent(partition,
                any -> new ArrayList<>());
    }

    long append(String topic, int partition, long timestampMillis, byte[] value) {
        return append(topic, partition, timestampMillis, value, new RecordHeaders());
    }

    /** What an engine or a persister writes of a record that it cannot read. */
    void appendDeadLetter(String topic, int partition, long offset, long timestampMillis, byte[] value) {
        DeadLetter letter = DeadLetter.of(topic, offset, null, value, new RecordHeaders(), "unreadable");
        append(Topics.DEAD_LETTERS, partition, timestampMillis, requireNonNull(letter.value()), letter.headers());
    }

    private long append(String topic, int partition, long timestampMillis, byte[] value, Headers headers) {
        long offset = range(topic, partition).end();
        records(topic, partition).add(record(topic, partition, offset, timestampMillis, value, headers));
        return offset;
    }

    void replace(String topic, int partition, int index, UnaryOperator<byte[]> change) {
        ConsumerRecord<byte[], byte[]> old = records(topic, partition).get(index);
        records(topic, partition).set(index, record(topic, partition, old.offset(), old.timestamp(),
                change.apply(old.value()), old.headers()));
    }

    /** As if a clock had been ahead by this when the records came. */
    void stampLater(String topic, int partition, Duration later) {
        records(topic, partition).replaceAll(old -> record(topic, partition, old.offset(),
                old.timestamp() + later.toMillis(), old.value(), old.headers()));
    }

    /** Retention removes what is before this offset. */
    void delete(String topic, int partition, long beforeOffset) {
        beginnings.computeIfAbsent(topic, any -> new HashMap<>()).put(partition, beforeOffset);
        records(topic, partition).removeIf(record -> record.offset() < beforeOffset);
    }

    /** The persister has committed up to here. */
    void persist(int partition, long salesOffset) {
        persisted.put(partition, salesOffset);
    }

    static ConsumerRecord<byte[], byte[]> record(String topic, int partition, long offset, long timestampMillis,
            byte[] value) {
        return record(topic, partition, offset, timestampMillis, value, new RecordHeaders());
    }

    private static ConsumerRecord<byte[], byte[]> record(String topic, int partition, long offset,
            long timestampMillis, byte[] value, Headers headers) {
        return new ConsumerRecord<>(topic, partition, offset, timestampMillis, TimestampType.LOG_APPEND_TIME, 0, 0,
                null, value, headers, Optional.empty());
    }

    @Override
    public Log read(String topic, int partition, long from, long end) {
        if (from < range(topic, partition).beginning()) {
            throw new CannotJudge("log " + topic + "-" + partition + ": nothing at offset " + from + " any more");
        }
        Iterator<ConsumerRecord<byte[], byte[]>> records = records(topic, partition).stream()
                .filter(record -> record.offset() >= from && record.offset() < end).toList().iterator();
        return new Log() {

            @Override
            public boolean hasNext() {
                return records.hasNext();
            }

            @Override
            public ConsumerRecord<byte[], byte[]> next() {
                return records.next();
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    @Override
    public long offsetAt(String topic, int partition, long timestampMillis, long otherwise) {
        return records(topic, partition).stream().filter(record -> record.timestamp() >= timestampMillis)
                .mapToLong(ConsumerRecord::offset).findFirst().orElse(otherwise);
    }

    @Override
    public Map<Integer, Range> ranges(String topic) {
        return topics.getOrDefault(topic, Map.of()).keySet().stream()
                .collect(Collectors.toMap(partition -> partition, partition -> range(topic, partition)));
    }

    @Override
    public Map<Integer, Long> committed(String group, String topic) {
        return persisted;
    }

    private Range range(String topic, int partition) {
        List<ConsumerRecord<byte[], byte[]>> records = records(topic, partition);
        long beginning = beginnings.getOrDefault(topic, Map.of()).getOrDefault(partition, 0L);
        long step = topic.equals(Topics.ORDERS) ? 1 : 2;
        return new Range(beginning, records.isEmpty() ? beginning : records.getLast().offset() + step);
    }
}
