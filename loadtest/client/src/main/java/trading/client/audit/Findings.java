package trading.client.audit;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * What an audit found.
 *
 * @param partitions whose logs were traded again
 * @param batches in them
 * @param orders in these partitions, of whatever product
 * @param cancels in these partitions
 * @param unreadable records of these partitions that are no commands
 * @param sales of the audited products that the rules give
 * @param salesOfAccepted those of them that an order took part in whose acceptance was to be proved
 * @param rows of the audited products in SALES
 * @param expired orders of the audited products
 * @param cancelled orders of the audited products
 * @param differences all that is not as it must be
 */
public record Findings(long partitions, long batches, long orders, long cancels, long unreadable, long sales,
        long salesOfAccepted, long rows,
        long expired, long cancelled, Differences differences) {

    /** Whether everything is as it must be. */
    public boolean exact() {
        return differences.count() == 0;
    }

    /** Prints the counts, the first differences, and the verdict. */
    public void print(PrintWriter out) {
        differences.first().forEach(out::println);
        if (differences.count() > differences.first().size()) {
            out.println("... and " + (differences.count() - differences.first().size()) + " differences more");
        }
        out.printf(Locale.ROOT,
                "traded again: %,d orders and %,d cancels in %,d batches of %,d partitions, %,d records unreadable%n",
                orders, cancels, batches, partitions, unreadable);
        out.printf(Locale.ROOT, "came out: %,d sales, %,d of them with orders of this run; %,d orders expired,"
                + " %,d cancelled%n", sales, salesOfAccepted, expired, cancelled);
        out.printf(Locale.ROOT, "SALES: %,d rows, %,d differences: %s%n", rows, differences.count(),
                exact() ? "SALES holds exactly these sales" : "SALES and the logs do not agree");
        out.flush();
    }
}
