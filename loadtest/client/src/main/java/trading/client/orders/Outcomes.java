package trading.client.orders;

import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What became of orders: counts since the start, and how long answers took from the moment that their request was planned
 * for. Safe for use by any thread.
 */
public final class Outcomes implements AnswerListener {

    private static final long LONGEST_MICROS = Duration.ofMinutes(2).toNanos() / 1_000;
    private static final int DIGITS = 2;

    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder unreached = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder invalid = new LongAdder();
    private final LongAdder notSent = new LongAdder();
    private final AtomicReference<@Nullable String> firstProblem = new AtomicReference<>();
    private final AtomicLong lastRefusedNanos = new AtomicLong();
    private final Recorder toAccepted = new Recorder(LONGEST_MICROS, DIGITS);
    private final Recorder toRefused = new Recorder(LONGEST_MICROS, DIGITS);

    @Override
    public void answered(Answers answers, int sent, long plannedNanos) {
        long nowNanos = System.nanoTime();
        long micros = Math.clamp((nowNanos - plannedNanos) / 1_000, 0, LONGEST_MICROS);
        int refusedOnes = answers.refused(Answers.UNAVAILABLE);
        int unknownOnes = answers.refused(Answers.OUTCOME_UNKNOWN) + sent - answers.lines();
        int acceptedOnes = answers.accepted();
        accepted.add(acceptedOnes);
        refused.add(refusedOnes);
        unknown.add(unknownOnes);
        invalid.add((long) sent - acceptedOnes - refusedOnes - unknownOnes);
        if (firstProblem.get() == null && !answers.refusals().isEmpty()) {
            Answers.Refusal first = answers.refusals().getFirst();
            firstProblem.compareAndSet(null, first.status() + " " + first.reason());
        }
        if (acceptedOnes > 0) {
            toAccepted.recordValue(micros);
        }
        if (refusedOnes > 0) {
            toRefused.recordValue(micros);
            lastRefusedNanos.accumulateAndGet(nowNanos, Math::max);
        }
    }

    @Override
    public void lost(int sent, long plannedNanos, @Nullable Throwable cause) {
        Throwable own = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        if (own instanceof ConnectException) {
            refused.add(sent);
            unreached.add(sent);
        } else {
            unknown.add(sent);
        }
        if (own != null) {
            firstProblem.compareAndSet(null, own.toString());
        }
    }

    @Override
    public void notSent(int orders) {
        notSent.add(orders);
    }

    /** Orders that the gateway took. */
    public long accepted() {
        return accepted.sum();
    }

    /** Orders that were surely not taken. */
    public long refused() {
        return refused.sum();
    }

    /** Of the refused ones, those that were not sent, since nobody took the connection. */
    public long unreached() {
        return unreached.sum();
    }

    /** Orders of which nobody knows. */
    public long unknown() {
        return unknown.sum();
    }

    /** Orders that were refused as wrong: there should be none. */
    public long invalid() {
        return invalid.sum();
    }

    /** Orders that this client could not send in time. */
    public long notSent() {
        return notSent.sum();
    }

    /** Orders that, for whatever reason, are not known to be accepted. */
    public long notTaken() {
        return refused() + unknown() + invalid() + notSent();
    }

    /** What the first order was told that was not accepted, or why it was not answered; {@code null} if that is not known. */
    public @Nullable String firstProblem() {
        return firstProblem.get();
    }

    /** When the last order was refused by an answer, as {@link System#nanoTime}; 0 before the first. */
    public long lastRefusedNanos() {
        return lastRefusedNanos.get();
    }

    /** Latencies to acceptance since this was last asked. */
    public Latencies accepting() {
        return Latencies.of(toAccepted.getIntervalHistogram());
    }

    /** Latencies to refusal since this was last asked. */
    public Latencies refusing() {
        return Latencies.of(toRefused.getIntervalHistogram());
    }
}
