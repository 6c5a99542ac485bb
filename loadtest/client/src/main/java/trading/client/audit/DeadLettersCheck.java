package trading.client.audit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Whether every record that an engine cannot read is in the dead letters, once, as it came. Dead letters are in the order
 * of the log, so only what does not match is remembered. For one thread.
 */
final class DeadLettersCheck {

    private final Log deadLetters;
    private final long sinceMillis;
    private final Findings.Place findings;
    private final Counts counts;
    private final Map<Fingerprint, Deque<Letter>> unanswered = new LinkedHashMap<>();
    private final Map<Fingerprint, Deque<Letter>> strays = new LinkedHashMap<>();

    private record Letter(long offset, long timestampMillis, int bytes) {}

    /**
     * @param sinceMillis letters older than this belong to orders before the audit's start
     */
    DeadLettersCheck(Log deadLetters, long sinceMillis, Findings.Place findings, Counts counts) {
        this.deadLetters = deadLetters;
        this.sinceMillis = sinceMillis;
        this.findings = findings;
        this.counts = counts;
    }

    /** The next record of the orders log that is no command. */
    void unreadable(ConsumerRecord<byte[], byte[]> record) {
        counts.one(Count.UNREADABLE);
        if (!matched(strays, record)) {
            readOne();
            if (!matched(strays, record)) {
                keep(unanswered, record);
            }
        }
    }

    /**
     * Names what is left over.
     *
     * @param mayHaveBefore records of the orders log from this offset on need not have a dead letter yet
     */
    void end(long mayHaveBefore) {
        while (deadLetters.hasNext()) {
            readOne();
        }
        unanswered.values().forEach(letters -> letters.stream().filter(letter -> letter.offset() < mayHaveBefore)
                .forEach(letter -> findings.add("order at offset " + letter.offset() + ", " + letter.bytes()
                        + " bytes that are no command", "not in the dead letters", "in the dead letters")));
        strays.values().forEach(letters -> letters.stream().filter(letter -> letter.timestampMillis() > sinceMillis)
                .forEach(letter -> findings.add("dead letter at offset " + letter.offset() + ", " + letter.bytes()
                        + " bytes", "in the dead letters", "a record of the orders log that is no command")));
    }

    private void readOne() {
        ConsumerRecord<byte[], byte[]> letter = nextLetter();
        if (letter != null && !matched(unanswered, letter)) {
            keep(strays, letter);
        }
    }

    private @Nullable ConsumerRecord<byte[], byte[]> nextLetter() {
        while (deadLetters.hasNext()) {
            ConsumerRecord<byte[], byte[]> letter = deadLetters.next();
            if (letter.timestamp() >= sinceMillis) {
                return letter;
            }
        }
        return null;
    }

    private boolean matched(Map<Fingerprint, Deque<Letter>> letters, ConsumerRecord<byte[], byte[]> record) {
        Fingerprint fingerprint = fingerprint(record);
        Deque<Letter> equal = letters.get(fingerprint);
        if (equal == null) {
            return false;
        }
        equal.removeFirst();
        if (equal.isEmpty()) {
            letters.remove(fingerprint);
        }
        counts.one(Count.DEAD_LETTERS);
        return true;
    }

    private static void keep(Map<Fingerprint, Deque<Letter>> letters, ConsumerRecord<byte[], byte[]> record) {
        letters.computeIfAbsent(fingerprint(record), any -> new ArrayDeque<>())
                .add(new Letter(record.offset(), record.timestamp(), Log.value(record).length));
    }

    private static Fingerprint fingerprint(ConsumerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        return Fingerprint.of(key == null ? new byte[0] : key, Log.value(record));
    }
}
