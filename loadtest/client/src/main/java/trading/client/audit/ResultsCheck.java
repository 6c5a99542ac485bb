package trading.client.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.wire.Batches;
import trading.wire.InvalidField;
import trading.wire.proto.Batch;

/**
 * Whether the results topic holds what is persisted: the same bytes as the sales topic, in the same partition. A persister
 * that goes on after another one's crash publishes a stretch again, and one that was only asleep does so late: repeats are
 * no finding, in whatever order they come, as long as nothing is missing, changed or of elsewhere.
 *
 * <p>Reads both logs side by side. What it remembers of them is bounded. For one thread.
 */
final class ResultsCheck {

    /** Results that are read ahead while one is looked for. */
    private static final int MAX_AHEAD = 10_000;

    /** Records of the sales topic by which repeats are known at once; older repeats take a second look at the topic. */
    private static final int MAX_RECENT = 50_000;

    private final Log results;
    private final long afterNumber;
    private final Supplier<Log> sales;
    private final Findings.Place findings;
    private final Counts counts;
    private final Map<Fingerprint, Published> ahead = new LinkedHashMap<>();
    private final Map<Fingerprint, Published> missing = new LinkedHashMap<>();

    /** What is read ahead is no repeats, and looking again would bring nothing. */
    private boolean isAheadOfAll;
    private final Map<Fingerprint, Boolean> recent;
    private final int maxAhead;

    /** A record on either topic; what it says is {@code null} when nobody can read it. */
    private record Published(long offset, @Nullable Batch batch) {

        private static Published of(ConsumerRecord<byte[], byte[]> record) {
            try {
                return new Published(record.offset(), Batches.read(record.value()));
            } catch (InvalidField e) {
                return new Published(record.offset(), null);
            }
        }

        /** The batch, the part, and the first event of it. */
        private String name() {
            if (batch == null) {
                return "no batch";
            }
            return PublishedBatch.name(batch.getNumber(), batch.getFirstOffset(), batch.getLastOffset())
                    + (batch.getParts() > 1 ? ", part " + batch.getPart() + " of " + batch.getParts() : "")
                    + firstEvent();
        }

        private String firstEvent() {
            if (batch == null) {
                return "";
            }
            if (batch.getSalesCount() > 0) {
                return " with " + Retrade.name(Events.read(batch.getSales(0)));
            }
            if (batch.getClosedCount() > 0) {
                return " with closed order " + Events.read(batch.getClosed(0).getOrder()).orderId();
            }
            return batch.getRestedCount() > 0
                    ? " with rested order " + Events.read(batch.getRested(0)).orderId()
                    : " without events";
        }

        private boolean isSamePartAs(Published other) {
            return batch != null && other.batch != null && batch.getNumber() == other.batch.getNumber()
                    && batch.getFirstOffset() == other.batch.getFirstOffset()
                    && batch.getPart() == other.batch.getPart();
        }
    }

    /**
     * @param results from where the first record can be, or before
     * @param afterNumber results of batches up to this number are passed over
     * @param sales the stretch of the sales topic that is checked, from its beginning
     */
    ResultsCheck(Log results, long afterNumber, Supplier<Log> sales, Findings.Place findings, Counts counts) {
        this(results, afterNumber, sales, findings, counts, MAX_AHEAD, MAX_RECENT);
    }

    /** The same with other bounds. */
    ResultsCheck(Log results, long afterNumber, Supplier<Log> sales, Findings.Place findings, Counts counts,
            int maxAhead, int maxRecent) {
        this.results = results;
        this.afterNumber = afterNumber;
        this.sales = sales;
        this.findings = findings;
        this.counts = counts;
        this.maxAhead = maxAhead;
        this.recent = new LinkedHashMap<>() {

            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Fingerprint, Boolean> eldest) {
                return size() > maxRecent;
            }
        };
    }

    /**
     * The next record of the sales topic.
     *
     * @param isPersisted whether it must be on results; else it may be
     * @return whether it is there, as far as results have been read
     */
    boolean published(ConsumerRecord<byte[], byte[]> record, boolean isPersisted) {
        Fingerprint fingerprint = Fingerprint.of(Log.value(record));
        boolean isThere = ahead.remove(fingerprint) != null || readUntil(fingerprint, record.offset());
        if (isThere) {
            counts.one(Count.RESULTS);
        } else if (isPersisted) {
            if (missing.size() < maxAhead) {
                missing.put(fingerprint, Published.of(record));
            } else {
                reportMissing(Published.of(record));
            }
        }
        recent.put(fingerprint, true);
        return isThere;
    }

    /** Names what is left over. */
    void end() {
        while (results.hasNext()) {
            ConsumerRecord<byte[], byte[]> record = results.next();
            if (!isKnown(record)) {
                if (hasRoomAhead(Long.MAX_VALUE)) {
                    ahead.put(Fingerprint.of(Log.value(record)), Published.of(record));
                } else {
                    reportStray(Published.of(record));
                }
            }
        }
        forgetRepeatsOf(Long.MAX_VALUE);
        ahead.values().forEach(this::reportDifferent);
        missing.values().forEach(this::reportMissing);
    }

    /** Reads on until the result is found, all are read, or too many others were. */
    private boolean readUntil(Fingerprint wanted, long salesOffset) {
        while (results.hasNext() && hasRoomAhead(salesOffset)) {
            ConsumerRecord<byte[], byte[]> record = results.next();
            Fingerprint found = Fingerprint.of(Log.value(record));
            if (found.equals(wanted)) {
                return true;
            }
            if (!isKnown(record)) {
                ahead.put(found, Published.of(record));
            }
        }
        return false;
    }

    /** Repeats something, is what was missed before, belongs to what came before the start, or is no result at all. */
    private boolean isKnown(ConsumerRecord<byte[], byte[]> record) {
        Fingerprint found = Fingerprint.of(Log.value(record));
        if (missing.remove(found) != null) {
            counts.one(Count.RESULTS);
            return true;
        }
        if (recent.containsKey(found) || ahead.containsKey(found)) {
            counts.one(Count.REPEATED_RESULTS);
            return true;
        }
        Batch batch = Published.of(record).batch();
        if (batch == null) {
            counts.one(Count.UNREADABLE);
        }
        return batch == null || (batch.getNumber() <= afterNumber && afterNumber > 0);
    }

    /** Where there is none, it is made once more by a second look at the topic, as long as that helps. */
    private boolean hasRoomAhead(long salesOffset) {
        if (ahead.size() >= maxAhead && !isAheadOfAll) {
            forgetRepeatsOf(salesOffset);
            isAheadOfAll = ahead.size() > maxAhead / 2;
        }
        return ahead.size() < maxAhead;
    }

    /** Of records of the sales topic before this offset. */
    private void forgetRepeatsOf(long salesOffset) {
        if (ahead.isEmpty()) {
            return;
        }
        try (Log again = sales.get()) {
            while (!ahead.isEmpty() && again.hasNext()) {
                ConsumerRecord<byte[], byte[]> record = again.next();
                if (record.offset() >= salesOffset) {
                    return;
                }
                if (ahead.remove(Fingerprint.of(Log.value(record))) != null) {
                    counts.one(Count.REPEATED_RESULTS);
                }
            }
        }
    }

    /** A result that no record of the sales topic equals: either one of them, changed, or something else. */
    private void reportDifferent(Published result) {
        Map.Entry<Fingerprint, Published> original = missing.entrySet().stream()
                .filter(candidate -> candidate.getValue().isSamePartAs(result)).findFirst().orElse(null);
        if (original == null) {
            reportStray(result);
            return;
        }
        missing.remove(original.getKey());
        BatchDifference.name("results, " + original.getValue().name(), result.batch(), original.getValue().batch(),
                findings);
    }

    private void reportStray(Published result) {
        findings.add("results, offset " + result.offset() + ", " + result.name(), "a batch",
                "none: sales has no such record");
    }

    private void reportMissing(Published record) {
        findings.add("results, " + record.name(), "missing", "a copy of offset " + record.offset() + " of sales");
    }
}
