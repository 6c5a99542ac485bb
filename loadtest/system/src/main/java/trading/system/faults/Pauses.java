package trading.system.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Times that partitions did not trade. For one thread. */
final class Pauses {

    private static final double MILLIS_PER_SECOND = 1000;

    private final List<Long> millis = new ArrayList<>();

    void add(List<Long> more) {
        millis.addAll(more);
    }

    List<Long> millis() {
        return List.copyOf(millis);
    }

    long maxMillis() {
        return millis.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** In one line; empty if there are none. */
    Optional<String> summary() {
        return millis.isEmpty()
                ? Optional.empty()
                : Optional.of("median %.2f s, p99 %.2f s, max %.2f s (%d partitions)".formatted(seconds(0.5),
                        seconds(0.99), maxMillis() / MILLIS_PER_SECOND, millis.size()));
    }

    private double seconds(double quantile) {
        List<Long> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.ceil(quantile * sorted.size()) - 1) / MILLIS_PER_SECOND;
    }
}
