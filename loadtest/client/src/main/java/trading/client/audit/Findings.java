package trading.client.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What is not as it must be: all of it is counted, the first of it kept word for word. For one thread.
 */
public final class Findings {

    /** What a finding is about. */
    public enum Kind {
        /** Batches on the sales topic do not follow each other, or are not whole. */
        BATCH,
        /** An event of a batch is not what the rules give. */
        RULES,
        /** An order or a sale breaks an invariant that holds whatever the market's code does. */
        INVARIANT,
        /** SALES. */
        SALES_ROW,
        /** CLOSED_ORDERS. */
        CLOSED_ORDERS_ROW,
        /** The results topic. */
        RESULT,
        /** The dead letters. */
        DEAD_LETTER,
        /** A checkpoint. */
        CHECKPOINT,
        /** An order that was accepted is not in the log, or no engine ever traded it. */
        ACCEPTED
    }

    /**
     * One thing that is not as it must be.
     *
     * @param partition of all topics
     * @param where names the order, the sale or the batch
     */
    public record Finding(Kind kind, int partition, String where, String found, String expected) {

        /** One line. */
        @Override
        public String toString() {
            return "partition " + partition + ", " + where + ": " + found + " (expected: " + expected + ")";
        }
    }

    private final int kept;
    private final List<Finding> first = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

    /**
     * @param kept how many are kept word for word
     */
    public Findings(int kept) {
        this.kept = kept;
    }

    void add(Kind kind, int partition, String where, Object found, Object expected) {
        counts.merge(kind, 1L, Long::sum);
        if (first.size() < kept) {
            first.add(new Finding(kind, partition, where, String.valueOf(found), String.valueOf(expected)));
        }
    }

    void addAll(Findings others) {
        others.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        first.addAll(others.first.subList(0, Math.min(others.first.size(), kept - first.size())));
    }

    /** How many there are. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many there are of each kind that there are any of. */
    public Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** The first of them. */
    public List<Finding> first() {
        return Collections.unmodifiableList(first);
    }

    /** The findings of one kind in one partition. */
    Place in(int partition, Kind kind) {
        return (where, found, expected) -> add(kind, partition, where, found, expected);
    }

    /** Where findings of one kind and partition go. */
    @FunctionalInterface
    interface Place {

        /** Something is not as it must be. */
        void add(String where, Object found, Object expected);
    }
}
