package trading.client.load;

import java.time.Duration;
import trading.client.CommandFailed;
import trading.client.load.Observer.Look;
import trading.client.orders.Outcomes;
import trading.client.report.LoadReport.WarmUp;

/** What comes before anything is measured: until sales have come, and throughput is stable. For one thread. */
final class WarmingUp {

    /** Whom nobody answers, or whose orders are wrong, need not wait for the end of the warm-up. */
    private static final long NONE_ACCEPTED_NANOS = Duration.ofSeconds(15).toNanos();

    private final Settings settings;
    private final Outcomes outcomes;
    private final Looks looks;
    private final RunEnd end;

    WarmingUp(Settings settings, Outcomes outcomes, Looks looks, RunEnd end) {
        this.settings = settings;
        this.outcomes = outcomes;
        this.looks = looks;
        this.end = end;
    }

    /**
     * Looks while others send, until the pipeline is warm, or its time is over.
     *
     * @throws CommandFailed if no order was accepted in the first 15 s
     */
    WarmUp await() throws InterruptedException {
        Look look = looks.begin("warm-up");
        Stability stability = new Stability(look.nanos(), look.sample().sales());
        while (!isWarm(stability, look) && stability.nanosSince(look.nanos()) < settings.warmUpMax().toNanos()
                && !end.hasCome()) {
            look = looks.next(look, now -> done(stability, now));
            if (outcomes.accepted() + outcomes.refused() == outcomes.unreached()
                    && stability.nanosSince(look.nanos()) > NONE_ACCEPTED_NANOS) {
                throw noneAccepted();
            }
            stability.add(look.nanos(), look.sample().sales());
        }
        return new WarmUp(stability.nanosSince(look.nanos()) / 1e9, stability.since(look.sample().sales()),
                isWarm(stability, look));
    }

    /** Why no order was accepted, as far as it is known. */
    CommandFailed noneAccepted() {
        String why = outcomes.firstProblem();
        return new CommandFailed("no order was accepted: " + outcomes.unknown() + " unanswered, " + outcomes.refused()
                + " refused, " + outcomes.invalid() + " invalid" + (why == null ? "" : "; the first: " + why));
    }

    private double done(Stability stability, Look now) {
        return settings.warmUpSales() == 0
                ? 1
                : (double) stability.since(now.sample().sales()) / settings.warmUpSales();
    }

    private boolean isWarm(Stability stability, Look look) {
        return stability.since(look.sample().sales()) >= settings.warmUpSales() && stability.isStable();
    }
}
