package trading.client.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
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

    /** Letters whose records have not come: those of an early one, repeats and whatever else lies there. Some 100 bytes each. */
    static final int MAX_STRAYS = 1_000_000;

    private static final byte[] NOTHING = {};

    /** Headers of a letter that say which record it is of: others may have the same bytes. */
    private static final List<String> PLACE = List.of("topic", "offset");

    private final Log deadLetters;
    private final Findings.Place findings;
    private final Counts counts;
    private final Map<Fingerprint, Deque<Unanswered>> unanswered = new LinkedHashMap<>();
    private final Map<Fingerprint, Integer> strays = new HashMap<>();
    private final int maxStrays;
    private boolean hasForgotten;
    private long keptSinceMillis = Long.MIN_VALUE;
    private int deleted;
    private int forgotten;

    /**
     * A record without a letter so far.
     *
     * @param isJudged whether all letters before it are remembered
     */
    private record Unanswered(String name, boolean isJudged) {}

    /**
     * Records without a letter of which nobody knows whether they had one.
     *
     * @param deleted whose letters may have been deleted
     * @param forgotten whose letters may be among those that are not remembered
     */
    record Unjudged(int deleted, int forgotten) {}

    /**
     * @param isWhole whether no dead letter has been deleted; else records before the first that is left are not judged
     * @param maxStrays letters that are remembered until their records come
     */
    DeadLettersCheck(Log deadLetters, boolean isWhole, int maxStrays, Findings.Place findings, Counts counts) {
        this.deadLetters = deadLetters;
        this.maxStrays = maxStrays;
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
        if (!isDone || hasStray(letter)) {
            return;
        }
        if (record.timestamp() < keptSinceMillis) {
            deleted++;
            return;
        }
        if (deadLetters.hasNext()) {
            readOne();
        }
        // Letters of records from before the start lie in front.
        while (unanswered.size() >= MAX_UNANSWERED && deadLetters.hasNext()) {
            readOne();
        }
        if (!hasStray(letter)) {
            if (unanswered.size() < MAX_UNANSWERED) {
                unanswered.computeIfAbsent(letter, any -> new ArrayDeque<>())
                        .add(new Unanswered(name(record), !hasForgotten));
            } else {
                report(new Unanswered(name(record), !hasForgotten));
            }
        }
    }

    /** Names records without a dead letter. Letters without a record, such as repeats, harm nobody. */
    Unjudged end() {
        while (!unanswered.isEmpty() && deadLetters.hasNext()) {
            readOne();
        }
        unanswered.values().forEach(records -> records.forEach(this::report));
        return new Unjudged(deleted, forgotten);
    }

    private void report(Unanswered record) {
        if (record.isJudged()) {
            findings.add(record.name(), "not in the dead letters", "in the dead letters, as it came");
        } else {
            forgotten++;
        }
    }

    /** @return its timestamp */
    private long readOne() {
        ConsumerRecord<byte[], byte[]> record = deadLetters.next();
        Fingerprint letter = fingerprint(record.key(), record.value(), record.headers());
        if (!answers(letter)) {
            keepStray(letter);
        }
        return record.timestamp();
    }

    /** Whether a record waits for such a letter; then it does no longer. */
    private boolean answers(Fingerprint letter) {
        Deque<Unanswered> records = unanswered.get(letter);
        if (records == null) {
            return false;
        }
        records.removeFirst();
        if (records.isEmpty()) {
            unanswered.remove(letter);
        }
        counts.one(Count.DEAD_LETTERS);
        return true;
    }

    /** Whether such a letter came before its record; then there is one less. */
    private boolean hasStray(Fingerprint letter) {
        if (!strays.containsKey(letter)) {
            return false;
        }
        strays.computeIfPresent(letter, (_, equal) -> equal == 1 ? null : equal - 1);
        counts.one(Count.DEAD_LETTERS);
        return true;
    }

    private void keepStray(Fingerprint letter) {
        if (strays.size() < maxStrays || strays.containsKey(letter)) {
            strays.merge(letter, 1, Integer::sum);
        } else {
            hasForgotten = true;
        }
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
