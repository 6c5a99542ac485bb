package trading.gateway.logs;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trading.wire.InvalidField;
import trading.wire.Topics;

/**
 * Reads partitions from where a reading begins until it is closed, whatever becomes of Kafka meanwhile. One thread runs it; any
 * may close it.
 */
public final class LogReader implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LogReader.class);

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final String what;
    private final Consumer<byte[], byte[]> consumer;
    private final LogReading reading;
    private final Counter unreadable;

    /** Partitions in which something was skipped. */
    private final Set<Integer> skippedIn = new HashSet<>();
    /** Where the past ends that is read before the reading has caught up. */
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private volatile boolean closed;

    /**
     * @param what is read, as the log is to call it
     * @param consumer belongs to no group, and remains the caller's to close
     * @param unreadable counts the records that are skipped
     */
    public LogReader(String what, Consumer<byte[], byte[]> consumer, LogReading reading, Counter unreadable) {
        this.what = what;
        this.consumer = consumer;
        this.reading = reading;
        this.unreadable = unreadable;
    }

    /** All partitions of a topic of the pipeline, by number. */
    public static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, Topics.PARTITIONS).mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    /**
     * Reads until it is closed.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public void run() throws InterruptedException {
        try {
            seekBack();
            boolean isCaughtUp = false;
            while (!closed) {
                try {
                    reading.beforePoll();
                    consumer.poll(POLL).forEach(this::read);
                    reading.afterPoll();
                    if (!isCaughtUp && isPastTheEnds()) {
                        isCaughtUp = true;
                        reading.caughtUp();
                    }
                } catch (WakeupException e) {
                    throw e;
                } catch (OffsetOutOfRangeException e) {
                    goOn(e);
                } catch (KafkaException e) {
                    log.warn("{} cannot be read: {}", what, e.toString());
                    Thread.sleep(PAUSE_AFTER_FAILURE);
                } catch (RuntimeException e) {
                    // Whoever ended here would never be missed: orders are taken all the same.
                    log.error("{} cannot be read", what, e);
                    Thread.sleep(PAUSE_AFTER_FAILURE);
                }
            }
        } catch (WakeupException e) {
            log.debug("{}: the reading ends", what, e);
        }
    }

    /**
     * What comes next has been deleted, or a broker has lost the end of its log: what lies before that has been read, and would be
     * taken for new.
     */
    private void goOn(OffsetOutOfRangeException gap) throws InterruptedException {
        try {
            Map<TopicPartition, Long> endsNow = consumer.endOffsets(gap.partitions());
            Map<TopicPartition, Long> positions = gap.offsetOutOfRangePartitions();
            List<TopicPartition> cut = gap.partitions().stream()
                    .filter(partition -> gap instanceof LogTruncationException
                            || offset(positions, partition) > offset(endsNow, partition))
                    .toList();
            List<TopicPartition> deleted = gap.partitions().stream().filter(partition -> !cut.contains(partition))
                    .toList();
            log.error("{} were deleted before they were read: {}; the end was lost of {}", what, deleted, cut);
            reading.missed(gap.partitions());
            // To Kafka's consumer, none means all.
            if (!deleted.isEmpty()) {
                consumer.seekToBeginning(deleted);
            }
            if (!cut.isEmpty()) {
                consumer.seekToEnd(cut);
                cut.forEach(partition -> ends.merge(partition, offset(endsNow, partition), Math::min));
            }
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException | IllegalStateException e) {
            log.warn("{} cannot be read: {}", what, e.toString());
            Thread.sleep(PAUSE_AFTER_FAILURE);
        }
    }

    /** Goes to where the reading begins in every partition. */
    private void seekBack() throws InterruptedException {
        while (true) {
            try {
                seek(reading.begin());
                return;
            } catch (WakeupException e) {
                throw e;
            } catch (KafkaException | IllegalStateException e) {
                if (closed) {
                    throw new WakeupException();
                }
                log.warn("{} cannot be read yet: {}", what, e.toString());
                Thread.sleep(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private void seek(LogStart start) {
        Collection<TopicPartition> partitions = start.sinceMillis().sequencedKeySet();
        consumer.assign(partitions);
        ends.putAll(consumer.endOffsets(partitions));
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        Map<TopicPartition, OffsetAndTimestamp> since = consumer.offsetsForTimes(start.sinceMillis());
        for (TopicPartition partition : partitions) {
            OffsetAndTimestamp first = since.get(partition);
            long beginning = offset(beginnings, partition);
            long end = offset(ends, partition);
            long offset = first != null ? first.offset() : start.withLast() ? Math.max(beginning, end - 1) : end;
            consumer.seek(partition, offset);
            start.told().startsAt(partition, offset, beginning);
        }
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalStateException("Kafka gave no offset of " + partition);
        }
        return offset;
    }

    private boolean isPastTheEnds() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** What no service can have written must not end the reading. */
    private void read(ConsumerRecord<byte[], byte[]> polled) {
        try {
            reading.read(polled);
        } catch (RuntimeException e) {
            unreadable.increment();
            reading.skipped(polled);
            if (skippedIn.add(polled.partition())) {
                log.error(
                        "{}-{}, offset {}: skipped, and so will others be that are like it, without further lines: {}",
                        polled.topic(), polled.partition(), polled.offset(), e.getMessage(),
                        e instanceof InvalidField ? null : e);
            }
        }
    }

    /** Ends the reading. */
    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
    }
}
