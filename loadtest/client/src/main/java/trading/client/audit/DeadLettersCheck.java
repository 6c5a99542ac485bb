package trading.client.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import trading.wire.DeadLetter;

/**
 * Whether every record that an engine or a persister cannot read is in the dead letters, as it came or cut. They come more or less
 * in the order of the logs, so that only what does not match at once is remembered. For one thread.
 */
final class DeadLettersCheck {

    /** Unreadable records that may wait for their letters. */
    private static final int MAX_UNANSWERED = 10_000;

    private static final byte[] NOTHING = {};

    /** Headers of a letter that say which record it is of: others may have the same bytes. */
    private static final List<String> PLACE = List.of("topic", "offset");

    private final Log deadLetters;
    private final Findings.Place findings;
    private final Counts counts;
    private final Map<Fingerprint, Deque<String>> unanswered = new LinkedHashMap<>();
    private final Map<Fingerprint, Deque<String>> strays = new LinkedHashMap<>();
    private long keptSinceMillis = Long.MIN_VALUE;
    private int unjudged;

    /**
     * @param isWhole whether no dead letter has been deleted; else records before the first that is left are not judged
     */
    DeadLettersCheck(Log deadLetters, boolean isWhole, Findings.Place findings, Counts counts) {
        this.deadLetters = deadLetters;
        this.findings = findings;
        this.counts = counts;
        if (!isWhole) {
            keptSinceMillis = deadLetters.hasNext() ? readOne() : Long.MAX_VALUE;
        }
    }

    /**
     * The next record that cannot be read.
     *
     * @param isDone whether its dead letter must be there; else it may be
     */
    void unreadable(ConsumerRecord<byte[], byte[]> record, boolean isDone) {
        counts.one(Count.UNREADABLE);
        Fingerprint letter = letterOf(record);
        if (!isDone || matched(strays, letter)) {
            return;
        }
        if (record.timestamp() < keptSinceMillis) {
            unjudged++;
            return;
        }
        if (deadLetters.hasNext()) {
            readOne();
        }
        // Letters of records from before the start lie in front.
        while (unanswered.size() >= MAX_UNANSWERED && deadLetters.hasNext()) {
            readOne();
        }
        if (!matched(strays, letter)) {
            if (unanswered.size() < MAX_UNANSWERED) {
                keep(unanswered, letter, record);
            } else {
                report(name(record));
            }
        }
    }

    /**
     * Names records without a dead letter. Letters without a record, such as repeats, harm nobody.
     *
     * @return records whose letters may have been deleted
     */
    int end() {
        while (!unanswered.isEmpty() && deadLetters.hasNext()) {
            readOne();
        }
        unanswered.values().forEach(records -> records.forEach(this::report));
        return unjudged;
    }

    private void report(String record) {
        findings.add(record, "not in the dead letters", "in the dead letters, as it came");
    }

    /** @return its timestamp */
    private long readOne() {
        ConsumerRecord<byte[], byte[]> record = deadLetters.next();
        Fingerprint letter = fingerprint(record.key(), record.value(), record.headers());
        if (!matched(unanswered, letter)) {
            keep(strays, letter, record);
        }
        return record.timestamp();
    }

    private boolean matched(Map<Fingerprint, Deque<String>> others, Fingerprint letter) {
        Deque<String> equal = others.get(letter);
        if (equal == null) {
            return false;
        }
        equal.removeFirst();
        if (equal.isEmpty()) {
            others.remove(letter);
        }
        counts.one(Count.DEAD_LETTERS);
        return true;
    }

    private static void keep(Map<Fingerprint, Deque<String>> others, Fingerprint letter,
            ConsumerRecord<byte[], byte[]> record) {
        others.computeIfAbsent(letter, any -> new ArrayDeque<>()).add(name(record));
    }

    private static String name(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + ", unreadable record at offset " + record.offset() + ", " + Log.value(record).length
                + " bytes";
    }

    private static Fingerprint letterOf(ConsumerRecord<byte[], byte[]> record) {
        DeadLetter letter = DeadLetter.of(record.topic(), record.offset(), record.key(), record.value(),
                record.headers(), "");
        return fingerprint(letter.key(), letter.value(), letter.headers());
    }

    private static Fingerprint fingerprint(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        List<byte[]> pieces = new ArrayList<>();
        pieces.add(key == null ? NOTHING : key);
        pieces.add(value == null ? NOTHING : value);
        for (String name : PLACE) {
            Header header = headers.lastHeader(name);
            pieces.add(header == null ? NOTHING : header.value());
        }
        return Fingerprint.of(pieces.toArray(byte[][]::new));
    }
}
