package trading.client.load;

import java.time.Duration;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import trading.client.orders.AnswerListener;
import trading.client.orders.Answers;
import trading.client.orders.Outcomes;

/**
 * Counts what became of orders, and how long those took that were planned within the measured time, however late they were
 * answered. Safe for use by any thread.
 */
final class Recording implements AnswerListener {

    static final long LONGEST_MICROS = Duration.ofMinutes(2).toNanos() / 1_000;
    private static final int DIGITS = 3;

    private final Outcomes outcomes;
    private final Histogram toAccepted = new ConcurrentHistogram(LONGEST_MICROS, DIGITS);
    private final @Nullable ResultSamples results;
    private volatile Span measured = Span.NONE;

    /** A stretch of time, as {@link System#nanoTime}. */
    record Span(long fromNanos, long toNanos) {

        static final Span NONE = new Span(0, 0);

        boolean contains(long nanos) {
            return nanos - fromNanos >= 0 && nanos - toNanos < 0;
        }
    }

    /**
     * @param outcomes takes the counts
     * @param results takes the ids of accepted orders; {@code null} if nobody asks for results
     */
    Recording(Outcomes outcomes, @Nullable ResultSamples results) {
        this.outcomes = outcomes;
        this.results = results;
    }

    /** From now on, orders count that are planned within this. */
    void measure(Span span) {
        measured = span;
    }

    /** Whether an order that is planned for this moment counts. */
    boolean isMeasured(long plannedNanos) {
        return measured.contains(plannedNanos);
    }

    @Override
    public void answered(Answers answers, int sent, long plannedNanos) {
        long micros = Math.clamp((System.nanoTime() - plannedNanos) / 1_000, 0, LONGEST_MICROS);
        outcomes.answered(answers, sent, plannedNanos);
        if (answers.accepted() > 0 && isMeasured(plannedNanos)) {
            toAccepted.recordValue(micros);
        }
        String id = answers.firstId();
        if (results != null && id != null) {
            results.offer(id, plannedNanos, isMeasured(plannedNanos));
        }
    }

    @Override
    public void lost(int sent, long plannedNanos, @Nullable Throwable cause) {
        outcomes.lost(sent, plannedNanos, cause);
    }

    @Override
    public void notSent(int orders) {
        outcomes.notSent(orders);
    }

    /** Microseconds from the planned time to the acceptance; no longer changed once all is answered. */
    Histogram toAccepted() {
        return toAccepted;
    }
}
