package trading.client.overload;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import trading.client.orders.Outcomes;

/**
 * What came of an overload.
 *
 * @param worstAcceptedPerSecond in the worst window while it lasted
 * @param secondsToLastRefusal from the moment the load fell
 * @param refusalsEnded whether none came for a while before the end
 * @param drained whether everything that was accepted is traded and in the database
 * @param expired orders that expired meanwhile
 * @param mostMegabytes the most resident memory of each process
 */
record Summary(Outcomes chunks, Outcomes singles, long worstAcceptedPerSecond, double secondsToLastRefusal,
        boolean refusalsEnded, boolean drained, long expired, Map<String, Long> mostMegabytes) {

    /** Whether the pipeline did what it should. */
    boolean cameThrough() {
        return worstAcceptedPerSecond > 0 && refusalsEnded && drained && invalid() == 0;
    }

    void print(PrintWriter out) {
        long accepted = chunks.accepted() + singles.accepted();
        double expiredShare = accepted == 0 ? 0 : 100.0 * expired / accepted;
        out.println(String.format(Locale.ROOT,
                "accepted %,d, refused %,d, unknown %,d, invalid %,d, not sent by this client %,d", accepted,
                chunks.refused() + singles.refused(), chunks.unknown() + singles.unknown(), invalid(),
                chunks.unsent() + singles.unsent()));
        out.println(String.format(Locale.ROOT, "accepted a second in the worst window of the overload: %,d",
                worstAcceptedPerSecond));
        out.println(String.format(Locale.ROOT, "expired: %,d, %.1f %% of the accepted", expired, expiredShare));
        out.println(String.format(Locale.ROOT, "the last refusal came %.1f s after the load fell%s",
                secondsToLastRefusal, refusalsEnded ? "" : ": refusals did not end"));
        out.println("everything accepted is traded and in the database: " + (drained ? "yes" : "NO"));
        out.println("most resident memory in megabytes: " + mostMegabytes);
        out.println(cameThrough() ? "came through" : "DID NOT COME THROUGH");
        out.flush();
    }

    private long invalid() {
        return chunks.invalid() + singles.invalid();
    }
}
