package trading.client.load;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import trading.client.load.Observer.Look;
import trading.client.report.Sample;
import trading.client.stack.Throttle;

/** The looks of a run, one a second until it ends, told as they come. For one thread. */
final class Looks {

    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    private final Observer observer;
    private final LiveLine live;
    private final RunEnd end;
    private final @Nullable Throttle throttle;

    /** @param throttle of a closed loop, which must know how far behind all is; {@code null} if nothing holds it back */
    Looks(Observer observer, LiveLine live, RunEnd end, @Nullable Throttle throttle) {
        this.observer = observer;
        this.live = live;
        this.end = end;
        this.throttle = throttle;
    }

    /** The first look of a phase. */
    Look begin(String phase) throws InterruptedException {
        observer.phase(phase);
        Look look = observer.look();
        live.from(look.sample());
        return look;
    }

    /**
     * The look a second after another, earlier only when the run is interrupted; that other one if there is none to be had,
     * which ends the run.
     *
     * @param done tells the share of the phase that is over, from 0 to 1
     */
    Look next(Look before, ToDoubleFunction<Look> done) throws InterruptedException {
        return at(before.nanos() + INTERVAL_NANOS, before, done);
    }

    /** Looks for a time after the first, until the run ends, or until that is decided; the last look. */
    Look during(Duration time, Look first, BooleanSupplier isDecided) throws InterruptedException {
        long endNanos = first.nanos() + time.toNanos();
        Look look = first;
        for (long number = 1;; number++) {
            long nextNanos = Math.min(endNanos, first.nanos() + number * INTERVAL_NANOS);
            look = at(nextNanos, look, now -> (now.nanos() - first.nanos()) / (double) time.toNanos());
            if (end.hasCome() || nextNanos == endNanos || isDecided.getAsBoolean()) {
                return look;
            }
        }
    }

    /** The samples from this one on. */
    List<Sample> samplesFrom(int first) {
        List<Sample> samples = observer.samples();
        return samples.subList(first, samples.size());
    }

    /** How many samples there are. */
    int count() {
        return observer.samples().size();
    }

    private Look at(long nanos, Look before, ToDoubleFunction<Look> done)
            throws InterruptedException {
        end.interruption().await(nanos);
        Look look = end.answer(this::look);
        if (look == null) {
            return before;
        }
        live.show(look.sample(), done.applyAsDouble(look));
        return look;
    }

    private Look look() throws InterruptedException {
        if (throttle != null) {
            throttle.requireKnown();
        }
        return observer.look();
    }
}
