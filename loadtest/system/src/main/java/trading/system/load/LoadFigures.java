package trading.system.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts what clients met. Safe for use by any thread. */
public final class LoadFigures {

    private static final int MAX_COMPLAINTS = 50;

    final LongAdder accepted = new LongAdder();
    final LongAdder heldBack = new LongAdder();
    final LongAdder sentAgain = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder outcomeUnknown = new LongAdder();
    final LongAdder noAnswer = new LongAdder();
    final LongAdder repeatedAnswered = new LongAdder();
    final LongAdder changedPrice = new LongAdder();
    final LongAdder changedPriceRefused = new LongAdder();
    final LongAdder changedProduct = new LongAdder();
    final LongAdder cancels = new LongAdder();
    private final Map<String, LongAdder> refusedByType = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();
    private final AtomicInteger complaintCount = new AtomicInteger();

    /** Counts at one moment, by name. */
    public Map<String, Long> now() {
        Map<String, Long> counts = new TreeMap<>();
        counts.put("accepted", accepted.sum());
        counts.put("heldBack", heldBack.sum());
        counts.put("sentAgain", sentAgain.sum());
        counts.put("refused", refused.sum());
        counts.put("outcomeUnknown", outcomeUnknown.sum());
        counts.put("noAnswer", noAnswer.sum());
        refusedByType.forEach((type, count) -> counts.put("refused." + type, count.sum()));
        return counts;
    }

    /** How many were refused until now, and of which type, for people. */
    public String refusedByType() {
        return new TreeMap<>(refusedByType).entrySet().stream().map(type -> type.getValue() + " as " + type.getKey())
                .collect(Collectors.joining(", "));
    }

    /** What no pipeline should have answered, since this was asked last; the first of it. */
    public List<String> complaints() {
        List<String> said = new ArrayList<>();
        for (String complaint = complaints.poll(); complaint != null; complaint = complaints.poll()) {
            said.add(complaint);
        }
        complaintCount.set(0);
        return said;
    }

    /** One line for people. */
    public String summary() {
        return ("%,d orders accepted, %,d held back while too many waited, %,d sent again; %,d times 503, %,d times 504, %,d lines without an answer;"
                + " %,d answered orders repeated, %,d with another price (%,d of these answered 422), %,d client order"
                + " ids used for another product, %,d cancels").formatted(accepted.sum(), heldBack.sum(),
                        sentAgain.sum(),
                        refused.sum(), outcomeUnknown.sum(), noAnswer.sum(), repeatedAnswered.sum(),
                        changedPrice.sum(), changedPriceRefused.sum(), changedProduct.sum(), cancels.sum());
    }

    void refused(String type) {
        refused.increment();
        refusedByType.computeIfAbsent(type, any -> new LongAdder()).increment();
    }

    void complain(String complaint) {
        if (complaintCount.getAndIncrement() < MAX_COMPLAINTS) {
            complaints.add(complaint);
        }
    }
}
