package trading.client.demo;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import trading.client.orders.Answers;
import trading.client.orders.Answers.Refusal;

/** What became of the orders that were sent. Safe for use by any thread. */
final class Totals {

    private final AtomicLong firstSentNanos = new AtomicLong();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder invalid = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final AtomicReference<@Nullable String> firstProblem = new AtomicReference<>();

    /** A chunk is about to be sent. */
    void sending() {
        if (firstSentNanos.get() == 0) {
            firstSentNanos.compareAndSet(0, System.nanoTime());
        }
    }

    /** A chunk was answered. */
    void count(Answers answers, int sent) {
        accepted.add(answers.accepted());
        unknown.add(sent - answers.lines());
        for (Refusal refusal : answers.refusals()) {
            switch (refusal.status()) {
                case Answers.UNAVAILABLE -> refused.increment();
                case Answers.OUTCOME_UNKNOWN -> unknown.increment();
                default -> invalid.increment();
            }
            firstProblem.compareAndSet(null, refusal.status() + " " + refusal.reason());
        }
    }

    /** A chunk was not answered. */
    void lost(int sent, IOException cause) {
        unknown.add(sent);
        firstProblem.compareAndSet(null, cause.toString());
    }

    /** When the first order was sent, as {@link System#nanoTime}; 0 before that. */
    long firstSentNanos() {
        return firstSentNanos.get();
    }

    /** Orders that the gateway answered with an id. */
    long accepted() {
        return accepted.sum();
    }

    /** Orders that were surely not taken, for now. */
    long refused() {
        return refused.sum();
    }

    /** Orders that were refused as wrong. */
    long invalid() {
        return invalid.sum();
    }

    /** Orders without a clear answer. */
    long unknown() {
        return unknown.sum();
    }

    /** What the first order that was not accepted was told. */
    @Nullable
    String firstProblem() {
        return firstProblem.get();
    }
}
