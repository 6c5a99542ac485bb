package trading.client.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Differences between what must be and what is: all are counted, the first of them kept. For one thread. */
public final class Differences {

    private final int kept;
    private final List<String> first = new ArrayList<>();
    private long count;

    /**
     * @param kept how many are kept word for word
     */
    public Differences(int kept) {
        this.kept = kept;
    }

    /** Something is not as it must be. */
    void add(String where, Object found, Object expected) {
        count++;
        if (first.size() < kept) {
            first.add(where + ": " + found + " (expected: " + expected + ")");
        }
    }

    /** How many there are. */
    public long count() {
        return count;
    }

    /** The first of them, one line each. */
    public List<String> first() {
        return Collections.unmodifiableList(first);
    }
}
