package trading.client.overload;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import trading.client.orders.Outcomes;

/**
 * What came of an overload.
 *
 * @param moreThanItTakes whether more was sent than it can take, so that something must have been refused
 * @param worstAcceptedPerSecond in the worst window while it lasted; empty if none was judged
 * @param secondsToLastRefusal from the moment the load fell
 * @param refusalsEnded whether none came for a while before the end
 * @param drained whether everything that was accepted is traded and in the database
 * @param expired those of its orders that expired
 * @param mostMegabytes the most resident memory of each process
 * @param unseen why windows were not looked at to the end; {@code null} if they were
 */
record Summary(Outcomes chunks, Outcomes singles, boolean moreThanItTakes, OptionalLong worstAcceptedPerSecond,
        double secondsToLastRefusal,
        boolean refusalsEnded, boolean drained, long expired, Map<String, Long> mostMegabytes,
        @Nullable String unseen) {

    /** Whether the pipeline did what it should: what it does not take, it refuses, and whoever asks is told which. */
    boolean cameThrough() {
        return unseen == null && (refused() > 0 || !moreThanItTakes) && worstAcceptedPerSecond.orElse(0) > 0
                && refusalsEnded && drained
                && invalid() == 0
                && unknown() == 0 && unreached() == 0;
    }

    void print(PrintWriter out) {
        long accepted = chunks.accepted() + singles.accepted();
        double expiredShare = accepted == 0 ? 0 : 100.0 * expired / accepted;
        out.println(String.format(Locale.ROOT,
                "accepted %,d, refused %,d, unknown %,d, invalid %,d, not sent by this client %,d", accepted,
                refused(), unknown(), invalid(),
                chunks.notSent() + singles.notSent()));
        if (unreached() > 0) {
            out.println(String.format(Locale.ROOT, "of the refused, found nobody who took their connection: %,d",
                    unreached()));
        }
        if (unseen != null) {
            out.println("windows were not looked at to the end: " + unseen);
        }
        out.println("accepted a second in the worst window of the overload: "
                + (worstAcceptedPerSecond.isPresent()
                        ? String.format(Locale.ROOT, "%,d", worstAcceptedPerSecond.getAsLong())
                        : "unknown, no window was whole"));
        out.println(String.format(Locale.ROOT, "expired: %,d, %.1f %% of the accepted", expired, expiredShare));
        out.println(refusals());
        out.println("everything accepted is traded and in the database: " + (drained ? "yes" : "NO"));
        out.println("most resident memory in megabytes: " + mostMegabytes);
        out.println(cameThrough() ? "came through" : "DID NOT COME THROUGH");
        out.flush();
    }

    private String refusals() {
        if (refused() == 0) {
            return "nothing was refused" + (moreThanItTakes ? ": this was no overload" : "");
        }
        return String.format(Locale.ROOT, "the last refusal came %.1f s after the load fell%s", secondsToLastRefusal,
                refusalsEnded ? "" : ": refusals did not end");
    }

    private long refused() {
        return chunks.refused() + singles.refused();
    }

    private long unreached() {
        return chunks.unreached() + singles.unreached();
    }

    private long unknown() {
        return chunks.unknown() + singles.unknown();
    }

    private long invalid() {
        return chunks.invalid() + singles.invalid();
    }
}
