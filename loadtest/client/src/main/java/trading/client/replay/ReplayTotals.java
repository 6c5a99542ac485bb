package trading.client.replay;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** What became of the rows of a file. For one thread. */
final class ReplayTotals {

    /** So many refused rows are named one by one. */
    private static final int NAMED_REFUSALS = 50;

    private final Set<String> products = new TreeSet<>();
    private final Set<UUID> acceptedOrders = new HashSet<>();
    private final List<String> refusals = new ArrayList<>();
    private long rows;
    private long orders;
    private long cancels;
    private long refused;
    private long bad;
    private long sentAgain;

    void row() {
        rows++;
    }

    void accepted(FlowRow.Add row, UUID orderId) {
        orders++;
        products.add(row.symbol());
        acceptedOrders.add(orderId);
    }

    void acceptedCancel() {
        cancels++;
    }

    void refused(FlowRow row, String reason) {
        refused++;
        name("line " + row.line() + ": refused: " + reason);
    }

    void bad(FlowRow.Bad row) {
        bad++;
        name("line " + row.line() + ": not sent: " + row.reason());
    }

    void sentAgain(int lines) {
        sentAgain += lines;
    }

    /** Products of the orders that were accepted. */
    Set<String> products() {
        return products;
    }

    /** Ids of the orders that were accepted. */
    Set<UUID> acceptedOrders() {
        return acceptedOrders;
    }

    long rows() {
        return rows;
    }

    void print(PrintWriter out, double seconds) {
        refusals.forEach(out::println);
        if (refused + bad > refusals.size()) {
            out.println("... and " + (refused + bad - refusals.size()) + " rows more");
        }
        out.printf(Locale.ROOT,
                "sent: %,d rows in %.1f s: %,d orders and %,d cancels accepted, %,d refused, %,d not readable,"
                        + " %,d sent again%n",
                rows, seconds, orders, cancels, refused, bad, sentAgain);
        out.flush();
    }

    private void name(String refusal) {
        if (refusals.size() < NAMED_REFUSALS) {
            refusals.add(refusal);
        }
    }
}
