package trading.gateway.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** How many records came in a second of late, from how many there were at several moments. One thread at a time. */
final class OrderRate {

    private static final long WINDOW_NANOS = Duration.ofSeconds(5).toNanos();

    private final ArrayDeque<Sample> samples = new ArrayDeque<>();

    private record Sample(long atNanos, long records) {}

    /**
     * Takes a sample, and tells the rate since the oldest one that is not too old.
     *
     * @param records all that ever came
     * @return in a second; {@code null} after the first sample, and after fewer records than before
     */
    @Nullable
    Long after(long records, long nowNanos) {
        if (!samples.isEmpty() && records < samples.getLast().records()) {
            samples.clear();
        }
        samples.add(new Sample(nowNanos, records));
        while (nowNanos - samples.getFirst().atNanos() > WINDOW_NANOS && samples.size() > 2) {
            samples.removeFirst();
        }
        Sample first = samples.getFirst();
        long nanos = nowNanos - first.atNanos();
        return nanos <= 0 ? null : Math.round((records - first.records()) * 1e9 / nanos);
    }

    /** Nobody asked for a while: what was known says nothing of late. */
    void forget() {
        samples.clear();
    }
}
